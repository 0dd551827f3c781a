"""What goes by itself, and when. Nothing goes that somebody could miss and not bring back."""
