using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

/// <summary>JSON as the referee sends it: Mono and .NET have no reader in common. A value is null, bool, double,
/// string, List of values, or Dictionary of values by name.</summary>
static class Json {
    public static object Parse(string text) {
        var reader = new Reader(text);
        object value = reader.Value();
        reader.SkipSpace();
        if (reader.At != text.Length) throw reader.Problem("something after the end");
        return value;
    }

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

        public object Value() {
            if (Take("null")) return null;
            if (Take("true")) return true;
            if (Take("false")) return false;
            if (Take("\"")) return String();
            if (Take("[")) {
                var items = new List<object>();
                while (!Take("]")) {
                    if (items.Count > 0 && !Take(",")) throw Problem("no comma");
                    items.Add(Value());
                }
                return items;
            }
            if (Take("{")) {
                var fields = new Dictionary<string, object>();
                while (!Take("}")) {
                    if (fields.Count > 0 && !Take(",")) throw Problem("no comma");
                    if (!Take("\"")) throw Problem("no name");
                    string name = String();
                    if (!Take(":")) throw Problem("no colon");
                    fields[name] = Value();
                }
                return fields;
            }
            int begin = At;
            while (At < text.Length && "+-.eE0123456789".IndexOf(text[At]) >= 0) At++;
            if (At == begin) throw Problem("no value");
            return double.Parse(text.Substring(begin, At - begin), CultureInfo.InvariantCulture);
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
