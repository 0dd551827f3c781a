"""What the table says and shows of: who plays whom."""
