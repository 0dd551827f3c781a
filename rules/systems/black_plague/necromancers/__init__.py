"""Necromancers: they come with a token, flee, and bring the game to its end (p. 29-31)."""
