"""The helicopter: seats, what is stored in it, and flying (p. 16-18)."""
