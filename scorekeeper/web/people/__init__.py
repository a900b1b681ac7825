"""The people of a group."""
