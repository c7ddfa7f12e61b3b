import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The talk with the referee: a line in, a line out. There is no need to open this file. */
final class Protocol {
    private Protocol() {}

    /** Random numbers that a seed decides: the same seed gives the same game again, in every kit's language. */
    static final class Random {
        private int state = (int) 2166136261L; // FNV-1a with 32 bits, over the digits of the seed

        Random(long seed) {
            for (char digit : Long.toString(seed).toCharArray()) state = (state ^ digit) * 16777619;
            if (state == 0) state = 1;
        }

        /** A number from 0 to {@code limit} - 1. */
        int below(int limit) {
            state ^= state << 13; // Marsaglia's xorshift with 32 bits
            state ^= state >>> 17;
            state ^= state << 5;
            return Integer.remainderUnsigned(state, limit);
        }
    }

    /**
     * What is known as a game begins.
     *
     * @param seat the bot's own, from 0
     * @param time the limits: start_ms, move_ms, bank_ms, increment_ms; null is none
     */
    record Start(
            String game,
            String gameId,
            int seat,
            int seats,
            Game.Options options,
            Map<String, Double> time,
            Random random) {}

    /**
     * A decision to be made.
     *
     * @param legal all legal moves, at least one
     * @param events what happened since the last turn, oldest first
     * @param lastMs how long the last decision took, or null
     * @param leftMs what is left in the bank, or null
     */
    record Turn(
            List<Game.Move> legal,
            Game.View view,
            Game.Memory memory,
            List<Json> events,
            Double lastMs,
            Double leftMs) {}

    /** One game of a bot. */
    interface Player {
        /** The index of a move in {@code turn.legal()}. */
        int choose(Turn turn);
    }

    /** Plays games until the referee has no more, each with a player of its own. */
    static void play(String name, Function<Start, Player> newPlayer) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String game = null;
        Player player = null;
        for (String line; (line = in.readLine()) != null; ) {
            Json message = Json.parse(line);
            int id = message.get("id").asInt(); // end and quit have none
            switch (message.get("type").asText()) {
                case "hello" -> {
                    game = message.get("game").asText();
                    say("{\"type\":\"ready\",\"id\":%d,\"protocol\":1,\"name\":\"%s\"}", id, name);
                }
                case "start" -> {
                    player = newPlayer.apply(new Start(
                            game,
                            message.get("game_id").asText(),
                            message.get("seat").asInt(),
                            message.get("seats").asInt(),
                            Game.Options.of(message.get("options")),
                            message.get("time").asMap(limit -> limit.orNull(Json::asDouble)),
                            new Random(message.get("seed").asLong())));
                    say("{\"type\":\"ready\",\"id\":%d}", id);
                }
                case "turn" -> {
                    int choice = player.choose(new Turn(
                            message.get("legal").asList(Game.Move::of),
                            Game.View.of(message.get("view")),
                            Game.Memory.of(message.get("memory")),
                            message.get("events").asList(),
                            message.get("last_ms").orNull(Json::asDouble),
                            message.get("left_ms").orNull(Json::asDouble)));
                    say("{\"id\":%d,\"choice\":%d}", id, choice);
                }
                case "quit" -> {
                    return;
                }
                default -> {} // end needs no answer
            }
        }
    }

    private static void say(String answer, Object... values) {
        System.out.println(String.format(answer, values));
        System.out.flush();
    }
}
