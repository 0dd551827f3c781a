"""A mission being played: its table, and what the table tells the campaign."""
