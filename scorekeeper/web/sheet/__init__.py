"""The page of a sheet, and what is said about it as a whole."""
