"""Chances of what is to come: a line on the button, a sheet with a chart."""
