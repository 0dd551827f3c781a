"""Miniatures: board, reserve and box."""
