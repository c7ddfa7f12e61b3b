"""A configuration -> schedule -> games side by side -> store."""
