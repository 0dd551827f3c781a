"""How hard a set-up is: many seeded evenings with a simple policy, counted. Pure.

Simulated, not reckoned: what the coming step may bring exactly, `rules.odds` says.
"""
