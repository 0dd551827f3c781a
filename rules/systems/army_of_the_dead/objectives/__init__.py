"""Personal objectives (p. 7, 28): two for a mission, both must be met."""
