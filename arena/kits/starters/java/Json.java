import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** JSON as the referee sends it: Java has no reader of its own. A value is null, Boolean, Double, String, List or Map. */
final class Json {
    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    static Json parse(String text) {
        Reader reader = new Reader(text);
        Json json = reader.value();
        reader.skipSpace();
        if (reader.at != text.length()) throw reader.problem("something after the end");
        return json;
    }

    /** A field of an object; null where it is absent. */
    Json get(String name) {
        return ((Map<?, ?>) value).get(name) instanceof Json json ? json : new Json(null);
    }

    boolean isNull() {
        return value == null;
    }

    boolean asBoolean() {
        return value instanceof Boolean yes && yes;
    }

    int asInt() {
        return value == null ? 0 : ((Double) value).intValue();
    }

    long asLong() {
        return ((Double) value).longValue();
    }

    double asDouble() {
        return value == null ? 0 : (Double) value;
    }

    String asText() {
        return (String) value;
    }

    List<Json> asList() {
        return asList(json -> json);
    }

    /** The items of a list; none where it is absent. */
    <T> List<T> asList(Function<Json, T> read) {
        List<T> items = new ArrayList<>();
        if (value != null) for (Object item : (List<?>) value) items.add(read.apply((Json) item));
        return items;
    }

    /** The fields of an object; none where it is absent. */
    <T> Map<String, T> asMap(Function<Json, T> read) {
        Map<String, T> fields = new LinkedHashMap<>();
        if (value != null) ((Map<?, ?>) value).forEach((name, field) -> fields.put((String) name, read.apply((Json) field)));
        return fields;
    }

    /** What is there, or null. */
    <T> T orNull(Function<Json, T> read) {
        return value == null ? null : read.apply(this);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        IllegalArgumentException problem(String what) {
            return new IllegalArgumentException(what + " at character " + at);
        }

        void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        boolean take(String sign) {
            skipSpace();
            if (!text.startsWith(sign, at)) return false;
            at += sign.length();
            return true;
        }

        Json value() {
            if (take("null")) return new Json(null);
            if (take("true")) return new Json(true);
            if (take("false")) return new Json(false);
            if (take("\"")) return new Json(string());
            if (take("[")) {
                List<Json> items = new ArrayList<>();
                while (!take("]")) {
                    if (!items.isEmpty() && !take(",")) throw problem("no comma");
                    items.add(value());
                }
                return new Json(items);
            }
            if (take("{")) {
                Map<String, Json> fields = new LinkedHashMap<>();
                while (!take("}")) {
                    if (!fields.isEmpty() && !take(",")) throw problem("no comma");
                    if (!take("\"")) throw problem("no name");
                    String name = string();
                    if (!take(":")) throw problem("no colon");
                    fields.put(name, value());
                }
                return new Json(fields);
            }
            int begin = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            if (at == begin) throw problem("no value");
            return new Json(Double.valueOf(text.substring(begin, at)));
        }

        /** The rest of a string, after its opening quote. */
        String string() {
            StringBuilder string = new StringBuilder();
            for (char sign; (sign = text.charAt(at++)) != '"'; ) {
                if (sign == '\\') {
                    sign = text.charAt(at++);
                    int plain = "bfnrt".indexOf(sign);
                    if (plain >= 0) {
                        sign = "\b\f\n\r\t".charAt(plain);
                    } else if (sign == 'u') {
                        sign = (char) Integer.parseInt(text.substring(at, at += 4), 16);
                    }
                }
                string.append(sign);
            }
            return string.toString();
        }
    }
}
