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
    public string GameName, GameId;
    /// <summary>The bot's own, from 0.</summary>
    public int Seat;
    public int Seats;
    public Game.Options Options;
    /// <summary>The limits: start_ms, move_ms, bank_ms, increment_ms; null is none.</summary>
    public Dictionary<string, double?> Time;
    public Rng Random;
}

/// <summary>A decision to be made.</summary>
sealed class Turn {
    /// <summary>All legal moves, at least one.</summary>
    public List<Game.Move> Legal;
    public Game.View View;
    public Game.Memory Memory;
    /// <summary>What happened since the last turn, oldest first.</summary>
    public List<Json> Events;
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
            Json message = Json.Parse(line);
            int id = message["id"].AsInt(); // end and quit have none
            switch (message["type"].AsText()) {
                case "hello":
                    game = message["game"].AsText();
                    Say($"{{\"type\":\"ready\",\"id\":{id},\"protocol\":1,\"name\":\"{name}\"}}");
                    break;
                case "start":
                    player = newPlayer(new Start {
                        GameName = game,
                        GameId = message["game_id"].AsText(),
                        Seat = message["seat"].AsInt(),
                        Seats = message["seats"].AsInt(),
                        Options = Game.Options.Of(message["options"]),
                        Time = message["time"].AsMap(limit => limit.OrNone(number => number.AsDouble())),
                        Random = new Rng((ulong)message["seed"].AsDouble()),
                    });
                    Say($"{{\"type\":\"ready\",\"id\":{id}}}");
                    break;
                case "turn":
                    int choice = player.Choose(new Turn {
                        Legal = message["legal"].AsList(Game.Move.Of),
                        View = Game.View.Of(message["view"]),
                        Memory = Game.Memory.Of(message["memory"]),
                        Events = message["events"].AsList(happened => happened),
                        LastMs = message["last_ms"].OrNone(number => number.AsDouble()),
                        LeftMs = message["left_ms"].OrNone(number => number.AsDouble()),
                    });
                    Say($"{{\"id\":{id},\"choice\":{choice}}}");
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
