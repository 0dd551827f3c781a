"""What the group decides for itself: house rules, and any value by hand."""
