"""An attack: who, with what, at whom; the app rolls or takes the faces; what came of it."""

import json
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.models import LogEntry
from companion.narration import narrate_all
from companion.selectors import Board, Supply, SurvivorCard
from companion.table.asking import Ask, Shown
from companion.table.items import Item, all_weapons, carried, dice_words
from companion.teller import Teller
from companion.terms import mode_word
from rules import Event
from rules.mechanics.attacks.events import (
    AttackResolved,
    AttackRolled,
    WeaponBroken,
    WeaponEmpty,
)
from rules.mechanics.attacks.weapons import is_known
from rules.mechanics.kills.events import ZombiesKilled
from rules.mechanics.skills.reminders import reminders
from rules.odds import break_chance
from rules.packs.schema.cards import Equipment

DIE = 6
BROKEN_FACE = 1


class Option(NamedTuple):
    """A weapon and a way to use it: `melee:pan-1`, `ranged:pistol-1+pistol-2`."""

    use: str
    piece: str
    """The part of the command that choosing it says."""
    name: str
    icon: str
    mode: str
    values: str
    all_out: int
    break_chance: int
    """In per cent, if it goes all out."""


class Die(NamedTuple):
    face: int
    kind: str
    """`hit`, `miss` or `broken`."""
    icon: str


class Result(NamedTuple):
    entry: LogEntry
    dice: list[Die]
    all_out: list[Die]
    ammo: list[Die]
    kills: int
    killed: str
    points: int
    notes: list[str]
    lost: list[str]
    """Weapons that broke or are empty."""


def sheet(ask: Ask) -> Shown:
    card, board = ask.survivor(), ask.board
    mine = carried(board.state, card.key, board.pack)
    options = _options([one for one in mine if one.slot.startswith("hand")])
    known = {option.use for option in options}
    printed = [one._replace(copy=one.card.id) for one in all_weapons(board.pack)]
    paper = [one for one in _options(printed) if one.use not in known]
    last = last_attack(board, card.key)
    result = _result(board, last) if last else None
    return Shown(
        "companion/sheets/attack.html",
        {
            "card": card,
            "options": options,
            "paper": paper,
            "chosen": _chosen(options, paper, last),
            "targets": _targets(board, last),
            "others": [one for one in board.survivors if one.key != card.key and one.is_in_play],
            "result": result,
            "rerolls": _rerolls(board, card, mine),
            "faces": range(1, DIE + 1),
            "modes": [
                (mode, mode_word(mode), json.dumps({"mode": mode})) for mode in _modes(board)
            ],
            "all_out": any(one.all_out for one in (*options, *paper)),
            "ammo": any(
                profile.ammo_dice for one in board.pack.equipment for profile in one.profiles
            ),
            "armoured": any(one.armour for one in board.pack.equipment),
        },
    )


def _modes(board: Board) -> list[str]:
    """The kinds of attack this game has."""
    modes = [profile.mode for card in board.pack.equipment for profile in card.profiles]
    return [mode for mode in dict.fromkeys(modes) if mode != "ram"]


def _rerolls(board: Board, card: SurvivorCard, mine: list[Item]) -> list[tuple[str, str]]:
    """Skills and carried cards that let dice be rolled again."""
    language = get_language() or "en"
    skills = (board.pack.skills[key] for key in card.skills if key in board.pack.skills)
    found = [(one.id, one.name.in_language(language)) for one in skills if one.tag == "reroll"]
    cards = (one for one in mine if any(effect.do == "reroll" for effect in one.card.effects))
    return found + [(one.copy, one.name) for one in cards]


def _options(items: list[Item]) -> list[Option]:
    found: dict[str, Option] = {}
    for one in items:
        twins = [other.copy for other in items if other.card.id == one.card.id]
        for profile in one.card.profiles:
            if profile.mode == "ram":
                continue
            if not is_known(profile):
                continue
            single = _option(one, profile.mode, [one.copy])
            found.setdefault(f"{one.card.id}:{profile.mode}", single)
            if one.card.dual and len(twins) > 1:
                found[f"{one.card.id}:{profile.mode}:2"] = _option(one, profile.mode, twins[:2])
    return list(found.values())


def _option(one: Item, mode: str, copies: list[str]) -> Option:
    all_out = one.card.all_out * len(copies)
    return Option(
        use=f"{mode}:{'+'.join(copies)}",
        piece=json.dumps({"mode": mode, "weapons": copies}),
        name=f"{len(copies)} {one.name}" if len(copies) > 1 else one.name,
        icon=one.icon,
        mode=mode_word(mode),
        values=_profile_words(one.card, mode),
        all_out=all_out,
        break_chance=round(100 * break_chance(all_out)),
    )


def _profile_words(card: Equipment, mode: str) -> str:
    for profile in card.profiles:
        if profile.mode == mode and profile.dice is not None:
            return dice_words(profile)
    return ""


def _chosen(options: list[Option], paper: list[Option], last: AttackResolved | None) -> str:
    """The weapon of the last attack, else the first in hand."""
    if last is not None:
        use = f"{last.mode}:{'+'.join(last.weapons)}"
        if any(one.use == use for one in (*options, *paper)):
            return use
    return options[0].use if options else ""


def last_attack(board: Board, key: str) -> AttackResolved | None:
    """The attack of this survivor that undo would take back."""
    for event in board.undoable.events if board.undoable else ():
        if isinstance(event, AttackResolved) and event.survivor == key:
            return event
    return None


def _targets(board: Board, last: AttackResolved | None) -> list[tuple[Supply, int]]:
    """What may stand in the zone, first to be hit first; after an attack, what is left there."""
    order = [zombie for rank in board.pack.targets.order for zombie in rank]
    place = {zombie: number for number, zombie in enumerate(order)}
    left = last.left if last else {}
    shown = sorted(board.supply, key=lambda one: place.get(one.zombie.id, len(place)))
    return [(one, left.get(one.zombie.id, 0)) for one in shown]


def _result(board: Board, last: AttackResolved) -> Result:
    teller, entry = Teller(board.state, board.pack), board.undoable
    assert entry is not None
    followed = [event for event in entry.events if event is not last]
    return Result(
        entry=entry,
        dice=[_die(face, last.accuracy) for face in last.faces],
        all_out=[_die(face, last.accuracy, all_out=True) for face in last.all_out],
        ammo=[_die(face, last.accuracy) for face in last.ammo],
        kills=sum(last.killed.values()),
        killed=teller.groups(last.killed),
        points=board.state.survivors[last.survivor].points,
        notes=[
            *_notes(last, board),
            *_reminders(last, board),
            *narrate_all(followed, board.state, board.pack),
        ],
        lost=narrate_all(_lost(last), board.state, board.pack),
    )


def _lost(last: AttackResolved) -> list[Event]:
    return [fact for fact in last.facts() if isinstance(fact, WeaponBroken | WeaponEmpty)]


def _notes(last: AttackResolved, board: Board) -> list[str]:
    """What else the attack did: the result has places of their own for the rest."""
    shown = (AttackRolled, ZombiesKilled, WeaponBroken, WeaponEmpty)
    rest = [fact for fact in last.facts() if not isinstance(fact, shown)]
    return narrate_all(rest, board.state, board.pack)


def _reminders(last: AttackResolved, board: Board) -> list[str]:
    """Skills that an attack which killed gives the attacker, on the board."""
    teller = Teller(board.state, board.pack)
    due = reminders(board.state, board.pack, "after-attack") if last.killed else []
    return [
        _("Remember: %(skills)s") % {"skills": teller.skill(each.skill.id)}
        for each in due
        if each.survivor == last.survivor
    ]


def _die(face: int, accuracy: int, *, all_out: bool = False) -> Die:
    if all_out and face == BROKEN_FACE:
        return Die(face, "broken", "broken")
    kind = "hit" if face >= accuracy else "miss"
    if not face:
        return Die(face, "broken", "broken")
    return Die(face, kind, f"{'dao' if all_out else 'die'}-{face}")
