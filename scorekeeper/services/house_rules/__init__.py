"""The house rules with which a group begins its sheets."""
