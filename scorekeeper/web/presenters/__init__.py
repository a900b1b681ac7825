"""From the state of a sheet to the frozen values that templates see."""
