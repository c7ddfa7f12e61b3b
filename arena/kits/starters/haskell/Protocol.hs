{-# LANGUAGE OverloadedStrings #-}

-- | The talk with the referee: a line in, a line out. There is no need to open this file.
module Protocol (Random, below, Start (..), Turn (..), Bot (..), play) where

import Data.Aeson (FromJSON (..), Object, eitherDecodeStrict', encode, object, withObject, (.:), (.=))
import Data.Aeson.Types (Pair, Parser)
import Data.Bits (shiftL, shiftR, xor)
import qualified Data.ByteString.Char8 as Bytes
import qualified Data.ByteString.Lazy.Char8 as Lazy
import Data.Char (ord)
import Data.Map (Map)
import Data.Text (Text)
import Data.Word (Word32, Word64)
import System.IO (hFlush, isEOF, stdout)

-- | Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
newtype Random = Random Word32

-- | Begins with FNV-1a with 32 bits, over the digits of the seed.
fromSeed :: Word64 -> Random
fromSeed seed = Random (max 1 (foldl step 2166136261 (show seed)))
  where
    step state digit = (state `xor` fromIntegral (ord digit)) * 16777619

-- | A number from 0 to @limit - 1@, and what gives the next one: Marsaglia's xorshift with 32 bits.
below :: Int -> Random -> (Int, Random)
below limit (Random state) = (fromIntegral third `mod` limit, Random third)
  where
    first = state `xor` (state `shiftL` 13)
    second = first `xor` (first `shiftR` 17)
    third = second `xor` (second `shiftL` 5)

-- | What is known as a game begins.
data Start = Start
  { game :: Text,
    gameId :: Text,
    -- | The bot's own, from 0.
    seat :: Int,
    seats :: Int,
    options :: Object,
    -- | The limits: start_ms, move_ms, bank_ms, increment_ms; Nothing is none.
    time :: Map Text (Maybe Double),
    random :: Random
  }

-- | A decision to be made.
data Turn = Turn
  { -- | All legal moves, at least one.
    legal :: [Object],
    view :: Object,
    memory :: Object,
    -- | What happened since the last turn, oldest first.
    events :: [Object],
    -- | How long the last decision took.
    lastMs :: Maybe Double,
    -- | What is left in the bank.
    leftMs :: Maybe Double
  }

-- | A bot with a state of its own, made anew for each game. @choose@ gives the index of a move in @legal@.
data Bot state = Bot
  { name :: Text,
    begin :: Start -> state,
    choose :: Turn -> state -> (Int, state)
  }

data Message = Hello Int Text | Begins Int (Text -> Start) | Asks Int Turn | Ends | Quit

instance FromJSON Message where
  parseJSON = withObject "message" $ \message -> do
    kind <- message .: "type"
    case kind :: Text of
      "hello" -> Hello <$> message .: "id" <*> message .: "game"
      "start" -> Begins <$> message .: "id" <*> start message
      "turn" -> Asks <$> message .: "id" <*> turn message
      "quit" -> pure Quit
      _ -> pure Ends

start :: Object -> Parser (Text -> Start)
start message = do
  gameId' <- message .: "game_id"
  seat' <- message .: "seat"
  seats' <- message .: "seats"
  options' <- message .: "options"
  time' <- message .: "time"
  seed <- message .: "seed"
  pure (\game' -> Start game' gameId' seat' seats' options' time' (fromSeed seed))

turn :: Object -> Parser Turn
turn message =
  Turn <$> message .: "legal" <*> message .: "view" <*> message .: "memory" <*> message .: "events"
    <*> message .: "last_ms"
    <*> message .: "left_ms"

-- | Plays games until the referee has no more.
play :: Bot state -> IO ()
play bot = next "" Nothing
  where
    next named state = do
      done <- isEOF
      if done then pure () else Bytes.getLine >>= either fail (hear named state) . eitherDecodeStrict'
    hear named state message = case message of
      Hello number named' -> ready number >> next named' state
      Begins number started -> ready number >> next named (Just (begin bot (started named)))
      Asks number asked -> do
        (choice, after) <- maybe (fail "a turn before any start") (pure . choose bot asked) state
        say ["id" .= number, "choice" .= choice]
        next named (Just after)
      Ends -> next named state
      Quit -> pure ()
    ready number = say ["type" .= ("ready" :: Text), "id" .= number, "protocol" .= (1 :: Int), "name" .= name bot]

say :: [Pair] -> IO ()
say answer = Lazy.putStrLn (encode (object answer)) >> hFlush stdout
