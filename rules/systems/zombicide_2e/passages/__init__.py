"""Doors and notes that hang on what a group has achieved (Washington Z.C., p. 26-27)."""
