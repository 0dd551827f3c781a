"""The second pass: every reference exists, every count equals the box, nothing is left unsaid.

The third: every word that a mechanic must know is known to one of the game.
"""

from rules.packs.checks.boxes import check_common, check_expansion, check_game

__all__ = ["check_common", "check_expansion", "check_game"]
