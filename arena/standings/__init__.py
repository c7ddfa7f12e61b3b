"""Results -> ratings -> tables."""
