"""Packs in a few words: changes of a version, content of a file, gaps of the boxes."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.workshop.models import HousePack, PackVersion
from companion.workshop.pieces import ROOMS
from companion.workshop.reading import Reading
from rules import load_packs
from rules.workshop import PackContent, PackFile
from rules.workshop.draft import MISSIONS
from rules.workshop.pieces import PIECES

NAMED = 3


def some(names: list[str], most: int = NAMED) -> str:
    """Return the first names: `Berta, Tomé, Ana…`."""
    return ", ".join(names[:most]) + ("…" if len(names) > most else "")


def count_words(kind: str, count: int) -> str:
    """Return `8 zombie cards`."""
    words = {
        MISSIONS: ngettext("%(n)d mission", "%(n)d missions", count),
        "survivors": ngettext("%(n)d survivor", "%(n)d survivors", count),
        "spawns": ngettext("%(n)d zombie card", "%(n)d zombie cards", count),
        "equipment": ngettext("%(n)d equipment card", "%(n)d equipment cards", count),
        "zombies": ngettext("%(n)d zombie", "%(n)d zombies", count),
        "cards": ngettext("%(n)d other card", "%(n)d other cards", count),
        "decks": ngettext("%(n)d deck", "%(n)d decks", count),
    }
    return words[kind] % {"n": count}


def content_marks(content: PackContent) -> list[str]:
    """Return the numbers of pieces for a row of the shelf."""
    return [count_words(kind, count) for kind, count in content.counts.items() if count]


# --- versions ---


class Told(NamedTuple):
    """A version and its changes in words."""

    version: PackVersion
    words: str


def versions_told(versions: list[PackVersion]) -> list[Told]:
    """Return each version with its changes to the one before it, newest first."""
    contents = [version.content for version in versions]
    before: list[PackContent | None] = [*contents[1:], None]
    return [
        Told(version, _brought(old, new))
        for version, new, old in zip(versions, contents, before, strict=True)
    ]


def _brought(old: PackContent | None, new: PackContent) -> str:
    if old is None:
        return ", ".join(content_marks(new)) or _("Nothing yet")
    added, changed, gone = [], [], 0
    for kind in PIECES:
        there = {piece.id: piece for piece in getattr(old, kind) if not piece.binned}
        now = {piece.id: piece for piece in getattr(new, kind) if not piece.binned}
        if fresh := [key for key in now if key not in there]:
            added.append(_("new: %(what)s") % {"what": count_words(kind, len(fresh))})
        changed += [
            _name(kind, piece) for key, piece in now.items() if key in there and there[key] != piece
        ]
        gone += sum(key not in now for key in there)
    words = [*added, *([some(changed)] if changed else [])]
    if gone:
        words.append(ngettext("%(n)d taken out", "%(n)d taken out", gone) % {"n": gone})
    return ", ".join(words) or _("Nothing else")


def _name(kind: str, piece: Any) -> str:
    house = HousePack(game="", languages=[])
    return ROOMS[kind].title(piece, Reading(house, PackContent()))


# --- a file that was read ---


class FileLine(NamedTuple):
    """A line about a file before it is imported."""

    icon: str
    title: str
    words: str


def told_in(file: PackFile) -> list[FileLine]:
    """Return the content of a file and its problems in words."""
    house = HousePack(game=file.pack.game, languages=list(file.pack.languages))
    reading = Reading(house, file.content)
    lines = []
    for kind in PIECES:
        pieces = [piece for piece in getattr(file, kind) if not piece.binned]
        if not pieces:
            continue
        names = [ROOMS[kind].title(piece, reading) for piece in pieces]
        lines.append(FileLine("check", count_words(kind, len(pieces)), some(names, 6)))
        troubled = sum(bool(reading.problems(kind, piece)) for piece in pieces)
        if troubled:
            words = ngettext(
                "%(n)d of them has problems. It can be played without what does not fit.",
                "%(n)d of them have problems. They can be played without what does not fit.",
                troubled,
            )
            lines.append(FileLine("alert", "", words % {"n": troubled}))
    missing = [
        box
        for mission in file.content.shown()
        for box in mission.boxes
        if box not in load_packs()[file.pack.game].expansions
    ]
    if missing:
        words = _("It asks for boxes that are not here: %(boxes)s.")
        lines.append(FileLine("alert", "", words % {"boxes": ", ".join(dict.fromkeys(missing))}))
    return lines or [FileLine("info", "", _("Nothing is in it yet."))]


# --- what the boxes lack ---


def box_counts() -> dict[str, int]:
    """Return how many missions there are, of how many only the title is known, and open cards."""
    packs = load_packs().values()
    missions = [printed for pack in packs for printed in PIECES[MISSIONS].printed(pack)]
    cards = [kind for kind in PIECES.values() if kind.name != MISSIONS]
    return {
        "titles": sum(printed.is_open for printed in missions),
        "missions": len(missions),
        "open_cards": sum(
            printed.is_open for pack in packs for kind in cards for printed in kind.printed(pack)
        ),
    }
