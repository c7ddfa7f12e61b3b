/** JSON as the referee sends it: Kotlin has no reader of its own. */
class Json private constructor(private val value: Any?) {
    /** A field of an object; null where it is absent. */
    operator fun get(name: String): Json = (value as Map<*, *>)[name] as Json? ?: Json(null)

    val boolean: Boolean get() = value == true

    val int: Int get() = double.toInt()

    val long: Long get() = double.toLong()

    val double: Double get() = value as Double? ?: 0.0

    val text: String get() = value as String? ?: ""

    /** The items of a list; none where it is absent. */
    fun <T> list(read: (Json) -> T): List<T> = (value as List<*>? ?: emptyList<Json>()).map { read(it as Json) }

    /** The fields of an object; none where it is absent. */
    fun <T> map(read: (Json) -> T): Map<String, T> =
        (value as Map<*, *>? ?: emptyMap<String, Json>()).entries.associate { it.key as String to read(it.value as Json) }

    /** What is there, or null. */
    fun <T> orNull(read: (Json) -> T): T? = if (value == null) null else read(this)

    override fun toString() = value.toString()

    companion object {
        fun parse(text: String): Json {
            val reader = Reader(text)
            val json = reader.value()
            reader.skipSpace()
            if (reader.at != text.length) throw reader.problem("something after the end")
            return json
        }
    }

    private class Reader(private val text: String) {
        var at = 0

        fun problem(what: String) = IllegalArgumentException("$what at character $at")

        fun skipSpace() {
            while (at < text.length && text[at] in " \t\r\n") at++
        }

        fun take(sign: String): Boolean {
            skipSpace()
            if (!text.startsWith(sign, at)) return false
            at += sign.length
            return true
        }

        fun value(): Json = Json(
            when {
                take("null") -> null
                take("true") -> true
                take("false") -> false
                take("\"") -> string()
                take("[") -> items()
                take("{") -> fields()
                else -> number()
            }
        )

        fun items(): List<Json> {
            val items = ArrayList<Json>()
            while (!take("]")) {
                if (items.isNotEmpty() && !take(",")) throw problem("no comma")
                items += value()
            }
            return items
        }

        fun fields(): Map<String, Json> {
            val fields = LinkedHashMap<String, Json>()
            while (!take("}")) {
                if (fields.isNotEmpty() && !take(",")) throw problem("no comma")
                if (!take("\"")) throw problem("no name")
                val name = string()
                if (!take(":")) throw problem("no colon")
                fields[name] = value()
            }
            return fields
        }

        fun number(): Double {
            val begin = at
            while (at < text.length && text[at] in "+-.eE0123456789") at++
            if (at == begin) throw problem("no value")
            return text.substring(begin, at).toDouble()
        }

        /** The rest of a string, after its opening quote. */
        fun string(): String {
            val string = StringBuilder()
            while (true) {
                val sign = text[at++]
                if (sign == '"') return string.toString()
                string.append(if (sign == '\\') escaped(text[at++]) else sign)
            }
        }

        fun escaped(sign: Char): Char = when (sign) {
            'b' -> '\b'
            'f' -> '\u000c'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                at += 4
                text.substring(at - 4, at).toInt(16).toChar()
            }
            else -> sign
        }
    }
}
