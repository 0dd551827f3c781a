"""Who sits at a table: joining, and what the keeper may do about it."""
