"""Flashlights at night (Washington Z.C., p. 9-10)."""
