"""Kills, what they are worth, and groups that split."""
