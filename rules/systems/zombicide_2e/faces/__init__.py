"""Abominations led by a card: a deck says which of the four has come."""
