"""Explosives that lie on the board until they go off (p. 26)."""
