"""A sixth game, made up: it proves that a room needs nothing outside itself but one line."""
