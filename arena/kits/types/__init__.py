"""The forms of a game, written down in languages with types; one module for each."""
