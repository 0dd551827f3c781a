"""From pen back to phone: what was written on a campaign sheet, the difference, its booking."""
