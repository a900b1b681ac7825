"""Static files as browsers get them: made of their parts in a checkout, finished in a wheel."""
