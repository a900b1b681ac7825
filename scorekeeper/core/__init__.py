"""Plain values and pure functions: no screen, no database, nothing but the standard library."""
