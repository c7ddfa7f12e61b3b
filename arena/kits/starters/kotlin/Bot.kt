/** One game of my bot. The types of what it sees and may do are in Game.kt; what all of it means, in {{page}}. */
class Bot(private val start: Start) : Player {
    /** The index of a move in `turn.legal`. */
    override fun choose(turn: Turn): Int {
        // Think here: look at turn.view and at each of turn.legal, and return the index of the best.
        // `when (move) { is Game.Move... -> ... }` tells the moves apart. System.err is there for notes.
        return start.random.below(turn.legal.size)
    }
}

fun main() = play("my bot", ::Bot)
