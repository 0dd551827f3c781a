"""A whole campaign in one file, both ways."""
