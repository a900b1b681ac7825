"""Tapp: three or four players, one against all, for small change."""
