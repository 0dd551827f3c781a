"""Words and sheets of Black Plague."""
