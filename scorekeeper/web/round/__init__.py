"""Entering a round, correcting one, and repairing what that changes."""
