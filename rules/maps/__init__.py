"""Drawn maps: their geometry, drawing in steps, and the facts they give a mission."""
