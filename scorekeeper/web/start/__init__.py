"""The start page, new sheets, and what stands there without a network."""
