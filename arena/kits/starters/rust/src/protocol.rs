//! The talk with the referee: a line in, a line out. There is no need to open this file.

use crate::game::{Memory, Move, Options, View};
use crate::json::{FromJson, Json, Result};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
#[derive(Clone, Debug)]
pub struct Random(u32);

impl Random {
    /// Begins with FNV-1a with 32 bits, over the digits of the seed.
    pub fn new(seed: u64) -> Self {
        let step = |state: u32, digit: u8| (state ^ u32::from(digit)).wrapping_mul(16_777_619);
        Self(seed.to_string().bytes().fold(2_166_136_261, step).max(1))
    }

    /// A number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13; // Marsaglia's xorshift with 32 bits
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % limit
    }
}

/// What is known as a game begins.
#[derive(Clone, Debug)]
pub struct Start {
    pub game: String,
    pub game_id: String,
    /// The bot's own, from 0.
    pub seat: i64,
    pub seats: i64,
    pub options: Options,
    /// The limits: start_ms, move_ms, bank_ms, increment_ms; `None` is no limit.
    pub time: BTreeMap<String, Option<f64>>,
    pub random: Random,
}

/// A decision to be made.
#[derive(Clone, Debug)]
pub struct Turn {
    /// All legal moves, at least one.
    pub legal: Vec<Move>,
    pub view: View,
    pub memory: Memory,
    /// What happened since the last turn, oldest first.
    pub events: Vec<Json>,
    /// How long the last decision took.
    pub last_ms: Option<f64>,
    /// What is left in the bank.
    pub left_ms: Option<f64>,
}

impl FromJson for Turn {
    fn from_json(json: &Json) -> Result<Self> {
        Ok(Self {
            legal: json.field("legal")?,
            view: json.field("view")?,
            memory: json.field("memory")?,
            events: json.field("events")?,
            last_ms: json.field("last_ms")?,
            left_ms: json.field("left_ms")?,
        })
    }
}

/// One game of a bot.
pub trait Player {
    /// A game begins.
    fn new(start: Start) -> Self;
    /// The index of a move in `turn.legal`.
    fn choose(&mut self, turn: &Turn) -> usize;
}

/// Plays games until the referee has no more, each with a player of its own.
pub fn play<P: Player>(name: &str) -> Result<()> {
    let (mut game, mut player) = (String::new(), None);
    for line in io::stdin().lock().lines() {
        let message = Json::parse(&line.map_err(|problem| problem.to_string())?)?;
        match message.field::<String>("type")?.as_str() {
            "hello" => {
                game = message.field("game")?;
                let id: i64 = message.field("id")?;
                say(&format!(r#"{{"type":"ready","id":{id},"protocol":1,"name":"{name}"}}"#))?;
            }
            "start" => {
                player = Some(P::new(Start {
                    game: game.clone(),
                    game_id: message.field("game_id")?,
                    seat: message.field("seat")?,
                    seats: message.field("seats")?,
                    options: message.field("options")?,
                    time: message.field("time")?,
                    random: Random::new(message.field::<f64>("seed")? as u64),
                }));
                say(&format!(r#"{{"type":"ready","id":{}}}"#, message.field::<i64>("id")?))?;
            }
            "turn" => {
                let player = player.as_mut().ok_or("a turn before any start")?;
                let choice = player.choose(&Turn::from_json(&message)?);
                say(&format!(r#"{{"id":{},"choice":{choice}}}"#, message.field::<i64>("id")?))?;
            }
            "quit" => break,
            _ => {} // `end` needs no answer
        }
    }
    Ok(())
}

fn say(answer: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(|problem| problem.to_string())
}
