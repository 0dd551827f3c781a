"""How dates and numbers are written, where Django would write them otherwise."""
