"""A sixth game, made up: it needs nothing outside its own folders but one line."""
