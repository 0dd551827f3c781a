"""The long story, the front door where it meets tonight's table, and the print room."""
