"""The games: one closed package each, and what their forms and pages share."""
