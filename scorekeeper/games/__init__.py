"""The games: one closed plug-in each, and the registry that lists them."""
