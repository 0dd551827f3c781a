"""What the table says and shows of each mechanic: the same names as in `rules.mechanics`."""
