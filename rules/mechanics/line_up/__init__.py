"""Who is played, and by whom: survivors change hands, and new ones come to the table."""
