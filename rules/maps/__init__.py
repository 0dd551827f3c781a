"""Drawn maps: how they lie, how they are drawn step by step, and what they give a mission."""
