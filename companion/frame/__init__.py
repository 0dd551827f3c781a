"""The frame of all pages: errors, logs, preferences, health, and `manage.py serve`."""
