"""The pages of a contest: read from its file, made one by one, written into a folder."""
