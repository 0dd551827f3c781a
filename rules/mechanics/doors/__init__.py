"""Doors that are forced with a card."""
