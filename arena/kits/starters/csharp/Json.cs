using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

/// <summary>JSON as the referee sends it: Mono and .NET have no reader in common. A value is null, bool, double,
/// string, List of Json, or Dictionary of Json by name.</summary>
sealed class Json {
    readonly object value;

    Json(object value) { this.value = value; }

    public static Json Parse(string text) {
        var reader = new Reader(text);
        Json json = reader.Value();
        reader.SkipSpace();
        if (reader.At != text.Length) throw reader.Problem("something after the end");
        return json;
    }

    /// <summary>A field of an object; null where it is absent.</summary>
    public Json this[string name] =>
        ((Dictionary<string, Json>)value).TryGetValue(name, out Json field) ? field : new Json(null);

    public bool AsBool() => value != null && (bool)value;
    public int AsInt() => (int)AsDouble();
    public double AsDouble() => value == null ? 0 : (double)value;
    public string AsText() => (string)value;

    /// <summary>The items of a list; none where it is absent.</summary>
    public List<T> AsList<T>(Func<Json, T> read) {
        var items = new List<T>();
        if (value != null) foreach (Json item in (List<Json>)value) items.Add(read(item));
        return items;
    }

    /// <summary>The fields of an object; none where it is absent.</summary>
    public Dictionary<string, T> AsMap<T>(Func<Json, T> read) {
        var fields = new Dictionary<string, T>();
        if (value != null) foreach (var field in (Dictionary<string, Json>)value) fields[field.Key] = read(field.Value);
        return fields;
    }

    /// <summary>What is there, or null.</summary>
    public T OrNull<T>(Func<Json, T> read) where T : class => value == null ? null : read(this);

    /// <summary>The number or truth that is there, or null.</summary>
    public T? OrNone<T>(Func<Json, T> read) where T : struct => value == null ? (T?)null : read(this);

    sealed class Reader {
        readonly string text;
        public int At { get; private set; }

        public Reader(string text) { this.text = text; }

        public FormatException Problem(string what) => new FormatException($"{what} at character {At}");

        public void SkipSpace() {
            while (At < text.Length && " \t\r\n".IndexOf(text[At]) >= 0) At++;
        }

        bool Take(string sign) {
            SkipSpace();
            if (string.CompareOrdinal(text, At, sign, 0, sign.Length) != 0) return false;
            At += sign.Length;
            return true;
        }

        public Json Value() {
            if (Take("null")) return new Json(null);
            if (Take("true")) return new Json(true);
            if (Take("false")) return new Json(false);
            if (Take("\"")) return new Json(String());
            if (Take("[")) {
                var items = new List<Json>();
                while (!Take("]")) {
                    if (items.Count > 0 && !Take(",")) throw Problem("no comma");
                    items.Add(Value());
                }
                return new Json(items);
            }
            if (Take("{")) {
                var fields = new Dictionary<string, Json>();
                while (!Take("}")) {
                    if (fields.Count > 0 && !Take(",")) throw Problem("no comma");
                    if (!Take("\"")) throw Problem("no name");
                    string name = String();
                    if (!Take(":")) throw Problem("no colon");
                    fields[name] = Value();
                }
                return new Json(fields);
            }
            int begin = At;
            while (At < text.Length && "+-.eE0123456789".IndexOf(text[At]) >= 0) At++;
            if (At == begin) throw Problem("no value");
            return new Json(double.Parse(text.Substring(begin, At - begin), CultureInfo.InvariantCulture));
        }

        /// <summary>The rest of a string, after its opening quote.</summary>
        string String() {
            var made = new StringBuilder();
            for (char sign; (sign = text[At++]) != '"'; made.Append(sign)) {
                if (sign != '\\') continue;
                sign = text[At++];
                int plain = "bfnrt".IndexOf(sign);
                if (plain >= 0) {
                    sign = "\b\f\n\r\t"[plain];
                } else if (sign == 'u') {
                    sign = (char)Convert.ToInt32(text.Substring(At, 4), 16);
                    At += 4;
                }
            }
            return made.ToString();
        }
    }
}
