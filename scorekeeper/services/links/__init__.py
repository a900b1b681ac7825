"""The secret links of a group and its sheets."""
