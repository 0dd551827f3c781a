"""Difficulty of a set-up: many seeded evenings with a simple policy, counted. Pure.

These are simulations; exact odds of the next step are in `rules.odds`.
"""
