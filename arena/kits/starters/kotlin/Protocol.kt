/* The talk with the referee: a line in, a line out. There is no need to open this file. */

/** Random numbers that a seed decides: the same seed gives the same game again, in every kit's language. */
class Random(seed: Long) {
    private var state = 2166136261L.toInt() // FNV-1a with 32 bits, over the digits of the seed

    init {
        for (digit in seed.toString()) state = (state xor digit.toInt()) * 16777619
        if (state == 0) state = 1
    }

    /** A number from 0 to `limit` - 1. */
    fun below(limit: Int): Int {
        state = state xor (state shl 13) // Marsaglia's xorshift with 32 bits
        state = state xor (state ushr 17)
        state = state xor (state shl 5)
        return Integer.remainderUnsigned(state, limit)
    }
}

/**
 * What is known as a game begins.
 *
 * @property seat the bot's own, from 0
 * @property time the limits: start_ms, move_ms, bank_ms, increment_ms; null is none
 */
class Start(
    val game: String,
    val gameId: String,
    val seat: Int,
    val seats: Int,
    val options: Game.Options,
    val time: Map<String, Double?>,
    val random: Random
)

/**
 * A decision to be made.
 *
 * @property legal all legal moves, at least one
 * @property events what happened since the last turn, oldest first
 * @property lastMs how long the last decision took, or null
 * @property leftMs what is left in the bank, or null
 */
class Turn(
    val legal: List<Game.Move>,
    val view: Game.View,
    val memory: Game.Memory,
    val events: List<Json>,
    val lastMs: Double?,
    val leftMs: Double?
)

/** One game of a bot. */
interface Player {
    /** The index of a move in `turn.legal`. */
    fun choose(turn: Turn): Int
}

/** Plays games until the referee has no more, each with a player of its own. */
fun play(name: String, newPlayer: (Start) -> Player) {
    var game = ""
    var player: Player? = null
    for (line in System.`in`.bufferedReader(Charsets.UTF_8).lineSequence()) {
        val message = Json.parse(line)
        val id = message["id"].int // end and quit have none
        when (message["type"].text) {
            "hello" -> {
                game = message["game"].text
                say("""{"type":"ready","id":$id,"protocol":1,"name":"$name"}""")
            }
            "start" -> {
                player = newPlayer(startOf(game, message))
                say("""{"type":"ready","id":$id}""")
            }
            "turn" -> {
                val choice = player?.choose(turnOf(message)) ?: 0
                say("""{"id":$id,"choice":$choice}""")
            }
            "quit" -> return
        } // end needs no answer
    }
}

private fun startOf(game: String, message: Json) = Start(
    game = game,
    gameId = message["game_id"].text,
    seat = message["seat"].int,
    seats = message["seats"].int,
    options = Game.Options.of(message["options"]),
    time = message["time"].map { limit -> limit.orNull { it.double } },
    random = Random(message["seed"].long)
)

private fun turnOf(message: Json) = Turn(
    legal = message["legal"].list { Game.Move.of(it) },
    view = Game.View.of(message["view"]),
    memory = Game.Memory.of(message["memory"]),
    events = message["events"].list { it },
    lastMs = message["last_ms"].orNull { it.double },
    leftMs = message["left_ms"].orNull { it.double }
)

private fun say(answer: String) {
    println(answer)
    System.out.flush()
}
