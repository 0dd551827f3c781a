"""The bank vault (p. 12): a straight of five dice beats its traps."""
