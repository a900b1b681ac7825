"""Tafferand: four players, opposite partners, each of six games once by every player."""
