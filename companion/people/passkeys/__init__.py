"""Passkeys: they sign in by themselves, or are the second step."""
