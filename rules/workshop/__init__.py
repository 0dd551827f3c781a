"""The workshop: drafts of a group's own packs, their problems, and the file format."""

from rules.workshop.content import PackContent
from rules.workshop.draft import PARTS, Part, Problem
from rules.workshop.file import PackFile, PackHead, read_file, write_file
from rules.workshop.patterns import Pattern, patterns
from rules.workshop.pieces.missions import DraftMission, DraftRule, copied, finished
from rules.workshop.problems import problems

__all__ = [
    "PARTS",
    "DraftMission",
    "DraftRule",
    "PackContent",
    "PackFile",
    "PackHead",
    "Part",
    "Pattern",
    "Problem",
    "copied",
    "finished",
    "patterns",
    "problems",
    "read_file",
    "write_file",
]
