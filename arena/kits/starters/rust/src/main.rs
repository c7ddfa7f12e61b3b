//! My bot. The types of what it sees and may do are in game.rs; what all of it means, in {{page}}.

#[allow(dead_code, clippy::enum_variant_names)] // all of the game, of which a bot need not use everything
#[rustfmt::skip]
mod game;
#[allow(dead_code)]
mod json;
#[allow(dead_code)]
mod protocol;

use protocol::{Player, Random, Start, Turn};

/// One game: made as the game starts, asked at each turn, thrown away at its end.
struct Bot {
    #[allow(dead_code)]
    seat: i64,
    random: Random,
}

impl Player for Bot {
    fn new(start: Start) -> Self {
        Self { seat: start.seat, random: start.random }
    }

    /// The index of a move in `turn.legal`.
    fn choose(&mut self, turn: &Turn) -> usize {
        // Think here: look at turn.view and at each of turn.legal, and return the index of the best.
        // `match` tells the kinds of moves apart, after `use game::Move`. eprintln! writes to stderr, where it may.
        self.random.below(turn.legal.len())
    }
}

fn main() -> Result<(), String> {
    protocol::play::<Bot>("my bot")
}
