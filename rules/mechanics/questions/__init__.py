"""Open questions: they wait in the state and never block the rest of the table."""
