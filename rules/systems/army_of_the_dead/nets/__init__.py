"""Zombies in a net: they lie still for a zombies phase, and are easier to hit (p. 26)."""
