"""Sleepers (p. 18-19): tokens that turn into shamblers."""
