"""Checks of packs after reading: references exist, counts match the box, no value is missing.

A last pass checks that a mechanic of the game knows every word that needs one.
"""

from rules.packs.checks.boxes import check_common, check_expansion, check_game

__all__ = ["check_common", "check_expansion", "check_game"]
