"""Manholes and beds: how many of them count, only the players see on the board."""
