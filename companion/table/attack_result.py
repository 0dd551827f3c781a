"""What an attack has done: what to take off the board, its dice, and what else follows."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from companion.mechanics.armour import armour_throws
from companion.models import LogEntry
from companion.narration import narrate_all
from companion.selectors import Board, SurvivorCard, telling
from companion.teller import Teller
from companion.terms import zombie_icon
from companion.words import Throw
from rules import Event
from rules.mechanics.armour import ArmourRolled
from rules.mechanics.attacks.attack import AttackResolved, AttackRolled, WeaponBroken, WeaponEmpty
from rules.mechanics.attacks.rolls import BLANK
from rules.mechanics.danger import PointsGained
from rules.mechanics.kills import ZombiesKilled
from rules.mechanics.skill_reminders import LAST, LAST_HERE, reminders
from rules.mechanics.supply import ZombiesPlaced
from rules.packs.schema.base import DangerId

BROKEN_FACE = 1
TOLD_ELSEWHERE = (AttackRolled, ZombiesKilled, WeaponBroken, WeaponEmpty, PointsGained)
"""Facts that have places of their own in the result."""


class Die(NamedTuple):
    face: int
    kind: str
    """`hit`, `miss`, `broken` or `empty`."""
    icon: str


class KilledLine(NamedTuple):
    words: str
    icon: str


class Lost(NamedTuple):
    """A weapon that broke or is empty."""

    words: str
    icon: str


class Result(NamedTuple):
    weapon: str
    fallen: list[KilledLine]
    left: str
    dice: list[Die]
    all_out: list[Die]
    ammo: list[Die]
    accuracy: int
    hits: int
    damage: int
    points: int
    gained: int
    to_next: tuple[int, DangerId] | None
    """Points missing to the next danger level, and that level."""
    rises: str
    """Zombies that get up again and have to be put into the zone, in words."""
    hurt: list[str]
    """Survivors who were hit."""
    armour: list[Throw]
    """Throws of their armor."""
    notes: list[str]
    lost: list[Lost]
    free: str
    """The skill that gave the action for it, if one did."""


def last_attack(board: Board, key: str, seq: int = 0) -> tuple[int, AttackResolved] | None:
    """This survivor's newest attack that stands, or that of the entry `seq` if it does: others may
    have acted or attacked since."""
    entry = telling(board, '"attack.resolved"', tells=lambda entry: attack_in(entry, key), seq=seq)
    attack = attack_in(entry, key)
    return (entry.seq, attack) if entry and attack else None


def attack_in(entry: LogEntry | None, key: str) -> AttackResolved | None:
    """Return the attack of this survivor that an entry tells of."""
    for event in entry.events if entry else ():
        if isinstance(event, AttackResolved) and event.survivor == key:
            return event
    return None


def attack_result(board: Board, card: SurvivorCard, attack: AttackResolved) -> Result:
    teller = Teller(board.state, board.pack)
    icons = {zombie.id: zombie_icon(zombie) for zombie in board.pack.zombies}
    return Result(
        weapon=" + ".join(dict.fromkeys(teller.word(name) for name in attack.weapons)),
        fallen=[
            KilledLine(teller.zombies(zombie, count), icons[zombie])
            for zombie, count in attack.killed.items()
        ],
        left=teller.groups(attack.left),
        dice=[_die(face, attack.accuracy) for face in attack.faces],
        all_out=[_die(face, attack.accuracy, all_out=True) for face in attack.all_out],
        ammo=[_die(face, attack.accuracy) for face in attack.ammo],
        accuracy=attack.accuracy,
        hits=attack.hits,
        damage=attack.damage,
        points=card.points,
        gained=attack.points.get(attack.survivor, 0),
        to_next=card.to_next,
        rises=teller.groups(attack.arrival.came) if attack.arrival else "",
        hurt=narrate_all(
            [fact for fact in _of_hurt(attack) if not isinstance(fact, ArmourRolled)],
            board.state,
            board.pack,
        ),
        armour=armour_throws(attack.hurt, teller),
        notes=[*_notes(board, attack), *_reminders(board, attack)],
        lost=[
            Lost(words, "ammo" if isinstance(fact, WeaponEmpty) else "broken")
            for fact in attack.facts()
            if isinstance(fact, WeaponBroken | WeaponEmpty)
            for words in narrate_all([fact], board.state, board.pack)
        ],
        free=teller.skill(attack.free) if attack.free else "",
    )


def _of_hurt(attack: AttackResolved) -> list[Event]:
    return [fact for hurt in attack.hurt for fact in hurt.facts()]


def _notes(board: Board, attack: AttackResolved) -> list[str]:
    """Return the attack's other effects, and the facts that followed from it in the same step."""
    of_hurt = _of_hurt(attack)
    facts = [fact for fact in attack.facts() if fact not in of_hurt]
    entry = board.undoable
    if entry is not None and attack in entry.events:
        facts += [event for event in entry.events if event != attack]
    rest = [fact for fact in facts if not isinstance(fact, TOLD_ELSEWHERE)]
    if attack.arrival:
        risen = [fact for fact in attack.arrival.facts() if isinstance(fact, ZombiesPlaced)]
        rest = [fact for fact in rest if fact not in risen]
    return narrate_all(rest, board.state, board.pack)


def _reminders(board: Board, attack: AttackResolved) -> list[str]:
    """Skills that an attack which killed gives the attacker, on the board."""
    teller = Teller(board.state, board.pack)
    is_here = attack.mode == "melee" or attack.range == 0
    so = () if attack.left else (LAST, LAST_HERE) if is_here else (LAST,)
    due = reminders(board.state, board.pack, "after-attack", so=so) if attack.killed else []
    return [
        _("Remember: %(skills)s") % {"skills": teller.skill(each.skill.id)}
        for each in due
        if each.survivor == attack.survivor
    ]


def _die(face: int, accuracy: int, *, all_out: bool = False) -> Die:
    if face == BLANK:
        return Die(face, "empty", "ammo")
    if all_out and face == BROKEN_FACE:
        return Die(face, "broken", "broken")
    kind = "hit" if face >= accuracy else "miss"
    return Die(face, kind, f"{'dao' if all_out else 'die'}-{face}")
