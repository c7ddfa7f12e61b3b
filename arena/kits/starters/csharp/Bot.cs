using System;

/// <summary>One game of my bot. What it sees and may do is in {{page}}.</summary>
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
        //
        //     foreach (Dictionary<string, object> move in turn.Legal)
        //         Console.Error.WriteLine($"seat {Seat} may {move["do"]}");
        return random.Below(turn.Legal.Count);
    }

    static void Main() {
        Protocol.Play("my bot", start => new Bot(start));
    }
}
