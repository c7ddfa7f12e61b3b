"""Chess for arena: the rules are in `rules`, `uci` plays for any engine, `pgn` writes PGN."""
