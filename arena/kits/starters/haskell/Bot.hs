{-# LANGUAGE OverloadedStrings #-}

-- | My bot. What it sees and may do is in {{page}}.
module Main (main) where

import Protocol

-- | What the bot keeps over a game: made as it starts, handed on from turn to turn.
data State = State {own :: Int, luck :: Random}

started :: Start -> State
started start = State {own = seat start, luck = random start}

-- | The index of a move in @legal turn@, and what is kept for the next turn.
chosen :: Turn -> State -> (Int, State)
chosen turn state =
  -- Think here: look at `view turn` and at each of `legal turn`, and return the index of the best.
  -- `parseMaybe (.: "do") move` of Data.Aeson says what a move does; Debug.Trace writes to stderr, where it may.
  let (choice, luck') = below (length (legal turn)) (luck state)
   in (choice, state {luck = luck'})

main :: IO ()
main = play Bot {name = "my bot", begin = started, choose = chosen}
