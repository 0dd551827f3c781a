"""The clock: an hour a round, night and day."""
