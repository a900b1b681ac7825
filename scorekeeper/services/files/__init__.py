"""Whole groups as files, and back."""
