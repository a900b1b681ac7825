"""Tapp: one against two or three, for small change; a player more than that sits out."""
