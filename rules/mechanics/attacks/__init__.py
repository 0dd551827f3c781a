"""Attacks: who is hit, who dies, what breaks, who is hit by mistake."""
