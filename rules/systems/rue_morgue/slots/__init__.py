"""Wounds lie in slots and cost the card that was there (p. 19)."""
