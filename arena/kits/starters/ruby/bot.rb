# frozen_string_literal: true

require_relative "protocol"

# One game of my bot: made as the game starts, asked at each turn, thrown away at its end. What it sees and may do is on
# {{page}}.
class Bot
  def initialize(start)
    @seat = start.seat
    @random = start.random
  end

  # The index of a move in turn.legal.
  def choose(turn)
    # Think here: look at turn.view and at each of turn.legal, and return the index of the best.
    # Both are hashes with symbols for keys, as in turn.view[:stage]; `case move in { do: "ONE", FIELD: }` tells the
    # moves apart. `warn` writes to stderr, where it may.
    @random.below(turn.legal.size)
  end
end

Protocol.play("my bot", Bot) if $PROGRAM_NAME == __FILE__
