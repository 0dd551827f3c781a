"""What the table says and shows of: companions."""
