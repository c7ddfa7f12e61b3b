"""A person's place at the table: what is shown there, and how a choice comes back from it."""
