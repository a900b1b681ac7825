"""The account of a group: what is written, what it comes to, why."""
