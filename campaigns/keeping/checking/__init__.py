"""Is what we keep still whole? Nothing here writes."""
