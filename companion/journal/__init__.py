"""Journal for tables and campaigns: entries, and how they are written, undone and read."""
