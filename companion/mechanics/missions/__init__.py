"""What a mission changes: its set-up, its objective tokens, and what it reminds the players of."""
