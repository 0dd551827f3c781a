"""Zombies that never come alone."""
