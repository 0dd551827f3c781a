"""What the table says and shows of: time meter."""
