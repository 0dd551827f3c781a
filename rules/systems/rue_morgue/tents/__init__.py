"""Tents: their card is turned over when somebody enters (p. 31)."""
