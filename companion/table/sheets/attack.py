"""An attack: who, with what, at whom; the app rolls or takes the faces; what came of it."""

from typing import NamedTuple

from django.utils.translation import get_language

from companion.models import LogEntry
from companion.narration import Teller, narrate
from companion.selectors import Board, Supply, SurvivorCard
from companion.table.asking import Ask, Shown
from companion.table.items import Item, all_weapons, carried, dice_words
from companion.terms import mode_word
from rules import decode_command, events
from rules.commands import AttackResolve
from rules.odds import break_chance
from rules.packs.schema.cards import Equipment

DIE = 6
BROKEN_FACE = 1


class Option(NamedTuple):
    """A weapon and a way to use it: `melee:pan-1`, `ranged:pistol-1+pistol-2`."""

    use: str
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
    paper = [one for one in _options(all_weapons(board.pack)) if one.use not in known]
    last = last_attack(board, card.key)
    before = last[1] if last else None
    result = _result(board, *last) if last else None
    return Shown(
        "companion/sheets/attack.html",
        {
            "card": card,
            "options": options,
            "paper": paper,
            "chosen": _chosen(options, paper, before),
            "targets": _targets(board, before, last),
            "others": [one for one in board.survivors if one.key != card.key and one.is_in_play],
            "result": result,
            "rerolls": _rerolls(board, card, mine),
            "faces": range(1, DIE + 1),
            "modes": [(mode, mode_word(mode)) for mode in ("melee", "ranged", "magic")],
        },
    )


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
            single = _option(one, profile.mode, [one.copy])
            found.setdefault(f"{one.card.id}:{profile.mode}", single)
            if one.card.dual and len(twins) > 1:
                found[f"{one.card.id}:{profile.mode}:2"] = _option(one, profile.mode, twins[:2])
    return list(found.values())


def _option(one: Item, mode: str, copies: list[str]) -> Option:
    all_out = one.card.all_out * len(copies)
    return Option(
        use=f"{mode}:{'+'.join(copies)}",
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


def _chosen(options: list[Option], paper: list[Option], before: AttackResolve | None) -> str:
    """The weapon of the last attack, else the first in hand."""
    if before is not None:
        use = f"{before.mode}:{'+'.join(before.weapons)}"
        if any(one.use == use for one in (*options, *paper)):
            return use
    return options[0].use if options else ""


def last_attack(board: Board, key: str) -> tuple[LogEntry, AttackResolve] | None:
    """The attack of this survivor that undo would take back."""
    entry = board.undoable
    if entry is None or not entry.command_json:
        return None
    command = decode_command(entry.command_json)
    if not isinstance(command, AttackResolve) or command.survivor != key:
        return None
    return entry, command


def _targets(
    board: Board,
    before: AttackResolve | None,
    last: tuple[LogEntry, AttackResolve] | None,
) -> list[tuple[Supply, int]]:
    """What may stand in the zone, first to be hit first; after an attack, what is left there."""
    order = [zombie for rank in board.pack.targets.order for zombie in rank]
    place = {zombie: number for number, zombie in enumerate(order)}
    left: dict[str, int] = dict(before.targets) if before else {}
    for event in last[0].events if last else ():
        if isinstance(event, events.ZombiesKilled):
            left[event.zombie] = max(0, left.get(event.zombie, 0) - event.count)
    shown = sorted(board.supply, key=lambda one: place.get(one.zombie.id, len(place)))
    return [(one, left.get(one.zombie.id, 0)) for one in shown]


def _result(board: Board, entry: LogEntry, command: AttackResolve) -> Result:
    teller = Teller(board.state, board.pack)
    dice: list[Die] = []
    all_out: list[Die] = []
    ammo: list[Die] = []
    kills, killed, points = 0, [], 0
    notes: list[str] = []
    lost: list[str] = []
    for event in entry.events:
        if isinstance(event, events.AttackRolled):
            dice = [_die(face, event.accuracy) for face in event.faces]
            all_out = [_die(face, event.accuracy, all_out=True) for face in event.all_out]
            ammo = [_die(face, event.accuracy) for face in event.ammo]
        elif isinstance(event, events.ZombiesKilled):
            kills += event.count
            killed.append(teller.zombies(event.zombie, event.count))
        elif isinstance(event, events.PointsGained) and event.survivor == command.survivor:
            points = event.after
        elif isinstance(event, events.WeaponBroken | events.WeaponEmpty):
            lost.append(narrate(event, board.state, board.pack))
        else:
            notes.append(narrate(event, board.state, board.pack))
    return Result(
        entry=entry,
        dice=dice,
        all_out=all_out,
        ammo=ammo,
        kills=kills,
        killed=", ".join(killed),
        points=points or board.state.survivors[command.survivor].points,
        notes=notes,
        lost=lost,
    )


def _die(face: int, accuracy: int, *, all_out: bool = False) -> Die:
    if all_out and face == BROKEN_FACE:
        return Die(face, "broken", "broken")
    kind = "hit" if face >= accuracy else "miss"
    if not face:
        return Die(face, "broken", "broken")
    return Die(face, kind, f"{'dao' if all_out else 'die'}-{face}")
