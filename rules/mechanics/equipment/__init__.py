"""Equipment: searching, slots, trading, combining, discarding, dealing."""
