"""Other views of a live table: one player's own phone, and the big screen."""
