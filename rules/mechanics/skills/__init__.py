"""Skills: what a survivor can do, and what was used of it."""
