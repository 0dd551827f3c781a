"""The second pass: every reference exists, every count equals the box, nothing is left unsaid."""

from rules.packs.checks.boxes import check_expansion, check_pack, check_skills, check_terms

__all__ = ["check_expansion", "check_pack", "check_skills", "check_terms"]
