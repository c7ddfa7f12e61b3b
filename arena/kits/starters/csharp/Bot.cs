using System;

/// <summary>One game of my bot. The types of what it sees and may do are in Game.cs; what all of it means, in
/// {{page}}.</summary>
sealed class Bot : IPlayer {
    public int Seat { get; }
    readonly Rng random;

    /// <summary>A game begins.</summary>
    public Bot(Start start) {
        Seat = start.Seat;
        random = start.Random;
    }

    /// <summary>The index of a move in <c>turn.Legal</c>.</summary>
    public int Choose(Turn turn) {
        // Think here: look at turn.View and at each of turn.Legal, and return the index of the best.
        // `if (move is Game.ONE it)` tells the kinds of moves apart. Console.Error is there for notes.
        return random.Below(turn.Legal.Count);
    }

    static void Main() {
        Protocol.Play("my bot", start => new Bot(start));
    }
}
