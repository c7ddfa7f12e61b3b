--- The talk with the referee: a line in, a line out. There is no need to open this file.

local json = require("cjson")

local protocol = {
  --- What stands for null in tables.
  null = json.null,
}

--- Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
---@class Random
---@field private state integer
local Random = {}
Random.__index = Random

---@param seed number
---@return Random
function protocol.random(seed)
  local state = 2166136261 -- FNV-1a with 32 bits, over the digits of the seed
  for digit in string.format("%.0f", seed):gmatch(".") do
    state = (state ~ digit:byte()) * 16777619 & 0xFFFFFFFF
  end
  return setmetatable({ state = math.max(state, 1) }, Random)
end

--- A number from 1 to `count`, as Lua counts.
---@param count integer
---@return integer
function Random:pick(count)
  local state = self.state
  state = state ~ (state << 13 & 0xFFFFFFFF) -- Marsaglia's xorshift with 32 bits
  state = state ~ (state >> 17)
  state = state ~ (state << 5 & 0xFFFFFFFF)
  self.state = state
  return state % count + 1
end

--- What is known as a game begins. `seat` is the bot's own, from 0; `time` has the limits.
---@class Start
---@field game string
---@field game_id string
---@field seat integer
---@field seats integer
---@field options table
---@field time table
---@field random Random

--- A decision to be made: all `legal` moves, at least one; `events` since the last turn, oldest first; how long the last
--- decision took, and what is left in the bank.
---@class Turn
---@field legal table[]
---@field view table
---@field memory table
---@field events table[]
---@field last_ms number|userdata
---@field left_ms number|userdata

---@param answer string
local function say(answer, ...)
  io.stdout:write(answer:format(...), "\n")
  io.stdout:flush()
end

--- Plays games until the referee has no more. `new_bot(start)` begins one; its `choose(self, turn)` returns the index of
--- a move in `turn.legal`, from 1 as Lua counts.
---@param name string
---@param new_bot fun(start: Start): table
function protocol.play(name, new_bot)
  local game, bot
  for line in io.lines() do
    local message = json.decode(line)
    local id = math.tointeger(message.id) -- end and quit have none
    if message.type == "hello" then
      game = message.game
      say('{"type":"ready","id":%d,"protocol":1,"name":"%s"}', id, name)
    elseif message.type == "start" then
      message.game = game
      message.random = protocol.random(message.seed)
      message.seat = math.tointeger(message.seat)
      message.seats = math.tointeger(message.seats)
      bot = new_bot(message)
      say('{"type":"ready","id":%d}', id)
    elseif message.type == "turn" then
      say('{"id":%d,"choice":%d}', id, bot:choose(message) - 1)
    elseif message.type == "quit" then
      return
    end
  end
end

return protocol
