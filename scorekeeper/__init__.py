"""Scorekeeper: the companion that lies beside a real card table."""

__version__ = "0.1.0"
