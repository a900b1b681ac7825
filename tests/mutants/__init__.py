"""Small faults planted in the rules: `make mutants` shows which of them no test finds."""
