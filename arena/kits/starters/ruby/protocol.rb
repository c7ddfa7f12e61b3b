# frozen_string_literal: true

# The talk with the referee: a line in, a line out. There is no need to open this file.

require "json"

module Protocol
  # Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
  class Random
    MASK = 0xFFFFFFFF

    def initialize(seed)
      # FNV-1a with 32 bits, over the digits of the seed.
      @state = seed.to_s.each_byte.reduce(2_166_136_261) { |state, digit| (state ^ digit) * 16_777_619 & MASK }
      @state = 1 if @state.zero?
    end

    # A number from 0 to limit - 1.
    def below(limit)
      @state ^= @state << 13 & MASK # Marsaglia's xorshift with 32 bits
      @state ^= @state >> 17
      @state ^= @state << 5 & MASK
      @state % limit
    end
  end

  # What is known as a game begins. +seat+ is the bot's own, from 0; +time+ has the limits start_ms, move_ms, bank_ms and
  # increment_ms, nil is none.
  Start = Struct.new(:game, :game_id, :seat, :seats, :options, :time, :random, keyword_init: true)

  # A decision to be made: all +legal+ moves, at least one; +events+ since the last turn, oldest first; how long the last
  # decision took, and what is left in the bank. Objects are hashes with symbols for keys.
  Turn = Struct.new(:legal, :view, :memory, :events, :last_ms, :left_ms, keyword_init: true)

  module_function

  # Plays games until the referee has no more. The class +bot+ is made for each game, with its Start, and answers
  # +choose+(turn) with the index of a move in +turn.legal+.
  def play(name, bot)
    $stdout.sync = true
    $stdin.set_encoding(Encoding::UTF_8)
    game = player = nil
    $stdin.each_line do |line|
      message = JSON.parse(line, symbolize_names: true)
      id = message[:id]
      case message[:type]
      when "hello"
        game = message[:game]
        say(type: "ready", id: id, protocol: 1, name: name)
      when "start"
        known = message.slice(:game_id, :seat, :seats, :options, :time)
        player = bot.new(Start.new(game: game, random: Random.new(message[:seed]), **known))
        say(type: "ready", id: id)
      when "turn"
        say(id: id, choice: player.choose(Turn.new(**message.slice(*Turn.members))))
      when "quit"
        return
      end
    end
  end

  def say(answer)
    $stdout.puts(JSON.generate(answer))
  end
end
