"""Everything worth keeping in one file, and back."""
