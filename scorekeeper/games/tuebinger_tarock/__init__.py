"""Tübinger Tarock: four players, a king is called, and Strafen are settled at the end."""
