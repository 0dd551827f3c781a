"""The decks: drawn by the app or by the table."""
