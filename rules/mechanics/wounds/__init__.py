"""Health, wounds, out of action, rescue, escape, and when the game is lost."""
