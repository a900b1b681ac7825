"""What every request shares: guard, language, form token, static files, drawings."""
