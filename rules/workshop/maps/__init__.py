"""Maps of a group's own: how they lie, how they are drawn step by step, what they give a table."""
