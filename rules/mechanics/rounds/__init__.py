"""Rounds, phases, and how a mission ends."""
