"""The campaign as its members read it: the page, the sheets, the log."""
