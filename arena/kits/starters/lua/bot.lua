--- My bot. What it sees and may do is in {{page}}.

local protocol = require("protocol")

--- One game: made as the game starts, asked at each turn, thrown away at its end.
local Bot = {}
Bot.__index = Bot

---@param start Start
function Bot.new(start)
  return setmetatable({ seat = start.seat, random = start.random }, Bot)
end

--- The index of a move in `turn.legal`, from 1 as Lua counts.
---@param turn Turn
---@return integer
function Bot:choose(turn)
  -- Think here: look at turn.view and at each of turn.legal, and return the index of the best. Seats and places in it
  -- are numbers from 0, and null is protocol.null.
  --
  --   for at, move in ipairs(turn.legal) do
  --     io.stderr:write(at, " is ", move["do"], "\n")
  --   end
  return self.random:pick(#turn.legal)
end

protocol.play("my bot", Bot.new)
