"""Armour and shields (Black Plague, p. 23)."""
