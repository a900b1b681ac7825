"""Standings over the evenings of a group, and its seasons."""
