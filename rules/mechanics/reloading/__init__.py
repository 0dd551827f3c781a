"""Reloading: by an action, with a magazine, and for free at the end of a round."""
