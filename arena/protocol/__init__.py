"""The messages between referee and bot, their lines, and the dialogue as a state machine without I/O."""
