"""What a group has told us of cards we do not know, and keeps for its next table."""
