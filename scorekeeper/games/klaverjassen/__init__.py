"""Klaverjassen: four players, fixed partners, sixteen deals."""
