"""The games: one small closed room each, and the registry that lists them."""
