"""Standings over the evenings of a group, why they are so, and its seasons."""
