import java.io.IOException;

/** One game of my bot. The types of what it sees and may do are in Game.java; what all of it means, in {{page}}. */
final class Bot implements Protocol.Player {
    private final int seat;
    private final Protocol.Random random;

    /** A game begins. */
    Bot(Protocol.Start start) {
        seat = start.seat();
        random = start.random();
    }

    /** The index of a move in {@code turn.legal()}. */
    @Override
    public int choose(Protocol.Turn turn) {
        // Think here: look at turn.view() and at each of turn.legal(), and return the index of the best.
        // `move instanceof` tells the kinds of moves apart. System.err is there for notes.
        return random.below(turn.legal().size());
    }

    public static void main(String[] words) throws IOException {
        Protocol.play("my bot", Bot::new);
    }
}
