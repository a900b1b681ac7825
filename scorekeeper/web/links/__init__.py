"""The links of a group and its sheets."""
