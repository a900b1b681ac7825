"""Pictures of every page and state, and of the papers, in one folder to look through."""
