"""Teams: their actions (p. 35) and their scores (p. 39)."""
