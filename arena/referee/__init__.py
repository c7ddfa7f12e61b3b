"""One game: rules x players -> record."""
