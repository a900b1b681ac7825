"""Sample evenings."""
