//! JSON as the referee sends it. Rust's standard library has no reader, and a contest's build has no network for serde.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// What was wrong, in words.
pub type Result<T> = std::result::Result<T, String>;

/// What can be read from JSON.
pub trait FromJson: Sized {
    fn from_json(json: &Json) -> Result<Self>;
}

impl Json {
    pub fn parse(text: &str) -> Result<Json> {
        let mut reader = Reader { rest: text };
        let json = reader.value()?;
        reader.skip_space();
        if reader.rest.is_empty() {
            Ok(json)
        } else {
            Err(reader.problem("something after the end"))
        }
    }

    /// A field of an object; one that is absent is read as null.
    pub fn field<T: FromJson>(&self, name: &str) -> Result<T> {
        match self {
            Json::Object(fields) => T::from_json(fields.get(name).unwrap_or(&Json::Null)),
            _ => Err("no object".into()),
        }
        .map_err(|problem| format!("{name}: {problem}"))
    }

    /// A field of an object, or its type's empty value where it is absent.
    pub fn field_or_default<T: FromJson + Default>(&self, name: &str) -> Result<T> {
        match self {
            Json::Object(fields) if !fields.contains_key(name) => Ok(T::default()),
            _ => self.field(name),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn problem(&self, what: &str) -> String {
        format!("{what}: {}", self.rest.chars().take(40).collect::<String>())
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn take(&mut self, sign: &str) -> bool {
        self.skip_space();
        self.rest.strip_prefix(sign).map(|rest| self.rest = rest).is_some()
    }

    fn value(&mut self) -> Result<Json> {
        for (word, json) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.take(word) {
                return Ok(json);
            }
        }
        if self.take("[") {
            let mut list = Vec::new();
            while !self.take("]") {
                if !list.is_empty() && !self.take(",") {
                    return Err(self.problem("no comma"));
                }
                list.push(self.value()?);
            }
            return Ok(Json::List(list));
        }
        if self.take("{") {
            let mut fields = BTreeMap::new();
            while !self.take("}") {
                if !fields.is_empty() && !self.take(",") {
                    return Err(self.problem("no comma"));
                }
                let name = if self.take("\"") { self.text()? } else { return Err(self.problem("no name")) };
                if !self.take(":") {
                    return Err(self.problem("no colon"));
                }
                fields.insert(name, self.value()?);
            }
            return Ok(Json::Object(fields));
        }
        if self.take("\"") {
            self.text().map(Json::Text)
        } else {
            self.number()
        }
    }

    fn number(&mut self) -> Result<Json> {
        let end = self.rest.find(|sign: char| !"+-.eE0123456789".contains(sign)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let number = digits.parse().map_err(|_| self.problem("no value"))?;
        self.rest = rest;
        Ok(Json::Number(number))
    }

    /// The rest of a string, after its opening quote.
    fn text(&mut self) -> Result<String> {
        let mut text = String::new();
        loop {
            let end = self.rest.find(['"', '\\']).ok_or("a string without an end")?;
            text.push_str(&self.rest[..end]);
            let escaped = self.rest[end..].starts_with('\\');
            self.rest = &self.rest[end + 1..];
            if !escaped {
                return Ok(text);
            }
            let sign = self.rest.chars().next().ok_or("a string without an end")?;
            self.rest = &self.rest[sign.len_utf8()..];
            text.push(match sign {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => self.escaped()?,
                other => other,
            });
        }
    }

    /// The character of a `\u`, of which those beyond 16 bits come as a pair.
    fn escaped(&mut self) -> Result<char> {
        let mut code = self.unit()?;
        if (0xD800..0xDC00).contains(&code) && self.rest.starts_with("\\u") {
            self.rest = &self.rest[2..];
            code = 0x10000 + ((code - 0xD800) << 10) + (self.unit()? & 0x3FF);
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn unit(&mut self) -> Result<u32> {
        let digits = self.rest.get(..4).ok_or("half of an escape")?;
        self.rest = &self.rest[4..];
        u32::from_str_radix(digits, 16).map_err(|problem| problem.to_string())
    }
}

impl FromJson for Json {
    fn from_json(json: &Json) -> Result<Self> {
        Ok(json.clone())
    }
}

impl FromJson for bool {
    fn from_json(json: &Json) -> Result<Self> {
        if let Json::Bool(value) = json {
            Ok(*value)
        } else {
            Err("no true or false".into())
        }
    }
}

impl FromJson for f64 {
    fn from_json(json: &Json) -> Result<Self> {
        if let Json::Number(number) = json {
            Ok(*number)
        } else {
            Err("no number".into())
        }
    }
}

impl FromJson for i64 {
    fn from_json(json: &Json) -> Result<Self> {
        f64::from_json(json).map(|number| number as i64)
    }
}

impl FromJson for String {
    fn from_json(json: &Json) -> Result<Self> {
        if let Json::Text(text) = json {
            Ok(text.clone())
        } else {
            Err("no text".into())
        }
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json) -> Result<Self> {
        if *json == Json::Null {
            Ok(None)
        } else {
            T::from_json(json).map(Some)
        }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json) -> Result<Self> {
        if let Json::List(items) = json {
            items.iter().map(T::from_json).collect()
        } else {
            Err("no list".into())
        }
    }
}

impl<T: FromJson> FromJson for BTreeMap<String, T> {
    fn from_json(json: &Json) -> Result<Self> {
        match json {
            Json::Object(fields) => {
                fields.iter().map(|(name, value)| Ok((name.clone(), T::from_json(value)?))).collect()
            }
            _ => Err("no object".into()),
        }
    }
}
