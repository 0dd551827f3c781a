"""What the table says and shows of: explosives."""
