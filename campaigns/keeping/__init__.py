"""Keeping the house for years: backups, checks, cleaning, the page of whoever keeps the site."""
