"""A single table in one file, both ways."""
