"""Actions of a turn, and the extra actions of a campaign sheet."""
