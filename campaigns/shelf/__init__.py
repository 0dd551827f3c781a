"""Campaigns put away: the archive, and the bin of 30 days."""
