"""Spawn zones."""
