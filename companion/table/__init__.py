"""The live table page: what it shows, the sheets that slide over it, and the taps it takes."""
