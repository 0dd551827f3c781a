"""One journal for tables and campaigns: what an entry is, how it is written, undone and read."""
