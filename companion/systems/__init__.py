"""What only one game says and shows: the same names as in `rules.systems`."""
