"""Work that a worker does in its own time."""
