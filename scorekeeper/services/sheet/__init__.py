"""A sheet: its entries, how it stands, what is written on it, how it is opened."""
