"""Rounds written down, corrected, undone."""
