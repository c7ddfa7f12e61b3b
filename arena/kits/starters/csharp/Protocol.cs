using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

/// <summary>Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.</summary>
sealed class Rng {
    uint state = 2166136261; // FNV-1a with 32 bits, over the digits of the seed

    public Rng(ulong seed) {
        foreach (char digit in seed.ToString()) state = unchecked((state ^ digit) * 16777619);
        if (state == 0) state = 1;
    }

    /// <summary>A number from 0 to <paramref name="limit"/> - 1.</summary>
    public int Below(int limit) {
        state ^= state << 13; // Marsaglia's xorshift with 32 bits
        state ^= state >> 17;
        state ^= state << 5;
        return (int)(state % (uint)limit);
    }
}

/// <summary>What is known as a game begins.</summary>
sealed class Start {
    public string Game, GameId;
    /// <summary>The bot's own, from 0.</summary>
    public int Seat;
    public int Seats;
    public Dictionary<string, object> Options;
    /// <summary>The limits: start_ms, move_ms, bank_ms, increment_ms; null is none.</summary>
    public Dictionary<string, object> Time;
    public Rng Random;
}

/// <summary>A decision to be made. Objects are <c>Dictionary&lt;string, object&gt;</c>, lists <c>List&lt;object&gt;</c>,
/// numbers <c>double</c>.</summary>
sealed class Turn {
    /// <summary>All legal moves, at least one.</summary>
    public List<object> Legal;
    public Dictionary<string, object> View, Memory;
    /// <summary>What happened since the last turn, oldest first.</summary>
    public List<object> Events;
    /// <summary>How long the last decision took, or null.</summary>
    public double? LastMs;
    /// <summary>What is left in the bank, or null.</summary>
    public double? LeftMs;
}

/// <summary>One game of a bot.</summary>
interface IPlayer {
    /// <summary>The index of a move in <c>turn.Legal</c>.</summary>
    int Choose(Turn turn);
}

/// <summary>The talk with the referee: a line in, a line out. There is no need to open this file.</summary>
static class Protocol {
    /// <summary>Plays games until the referee has no more, each with a player of its own.</summary>
    public static void Play(string name, Func<Start, IPlayer> newPlayer) {
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        string game = null;
        IPlayer player = null;
        for (string line; (line = input.ReadLine()) != null; ) {
            var message = (Dictionary<string, object>)Json.Parse(line);
            switch ((string)message["type"]) {
                case "hello":
                    game = (string)message["game"];
                    Say($"{{\"type\":\"ready\",\"id\":{message["id"]},\"protocol\":1,\"name\":\"{name}\"}}");
                    break;
                case "start":
                    player = newPlayer(new Start {
                        Game = game,
                        GameId = (string)message["game_id"],
                        Seat = (int)(double)message["seat"],
                        Seats = (int)(double)message["seats"],
                        Options = (Dictionary<string, object>)message["options"],
                        Time = (Dictionary<string, object>)message["time"],
                        Random = new Rng((ulong)(double)message["seed"]),
                    });
                    Say($"{{\"type\":\"ready\",\"id\":{message["id"]}}}");
                    break;
                case "turn":
                    int choice = player.Choose(new Turn {
                        Legal = (List<object>)message["legal"],
                        View = (Dictionary<string, object>)message["view"],
                        Memory = (Dictionary<string, object>)message["memory"],
                        Events = (List<object>)message["events"],
                        LastMs = (double?)message["last_ms"],
                        LeftMs = (double?)message["left_ms"],
                    });
                    Say($"{{\"id\":{message["id"]},\"choice\":{choice}}}");
                    break;
                case "quit":
                    return;
            }
        }
    }

    static void Say(string answer) {
        Console.Out.Write(answer + "\n");
        Console.Out.Flush();
    }
}
