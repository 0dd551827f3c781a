"""What becomes of a table: its end, its story, rematch, branch, archive and bin."""
