"""People who go along with a leader (p. 27)."""
