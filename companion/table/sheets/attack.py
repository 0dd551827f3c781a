"""An attack before the roll: with what, at whom, and its odds; after it, what to take off."""

from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urlencode

from msgspec.structs import replace

from companion.odds.outlook import HIDDEN, per_cent
from companion.posted import Posted
from companion.selectors import Board, MiniatureCount
from companion.table.asking import SheetRequest, Shown, sheet_url
from companion.table.attack_result import attack_in, attack_result, last_attack
from companion.table.items import CarriedCard, item
from companion.table.weapons import ATTACK, WeaponUse, typed_weapon, weapons_of
from companion.teller import Teller
from companion.terms import mode_word
from companion.words import error_message
from rules import AttackOdds, RuleError, UnreadableCommand, attack_odds, look
from rules.mechanics.attacks.attack import AttackResolve, AttackResolved
from rules.mechanics.inventory import in_hand
from rules.mechanics.looking import keys_in_reach
from rules.mechanics.wounds.wound import lost_with
from rules.packs.schema.people import Zombie

DIE = 6
DONE = "done"
"""The entry whose result is shown; 0, the newest. Once it is undone the form is back."""
OF_THE_SHEET = ("weapon", "typed", DONE)
"""Parameters of the sheet's address that are no fields of the attack."""
NOT_FOR_ODDS = ("dice", "ammo_dice", "rerolls", "saved")
"""Fields of the attack that are known only after the roll."""


class KillChance(NamedTuple):
    """A number of kills, and its probability."""

    kills: int
    words: str
    width: int
    """Of its bar, out of a hundred."""


class Friend(NamedTuple):
    """The risk for a survivor who stands in the zone."""

    name: str
    wounds: float
    wounded: str
    falls: str
    """Empty where that cannot be."""


class Odds(NamedTuple):
    """The rules' odds in words, or why there are none."""

    any_kill: str = ""
    """Empty where nobody can fall."""
    all_fall: str = ""
    """Empty where it cannot be, or where one stands there alone."""
    rows: list[KillChance] = []
    """The most first."""
    standing: int = 0
    dice: int = 0
    noisy: bool = False
    first: str = ""
    breaks: str = ""
    spends: str = ""
    empties: str = ""
    must_reload: bool = False
    again: str = ""
    """The rule that lets the dice be rolled once more."""
    any_kill_again: str = ""
    all_fall_again: str = ""
    friends: list[Friend] = []
    why_not: str = ""

    @property
    def most(self) -> int:
        return self.rows[0].kills


def sheet(ask: SheetRequest) -> Shown:
    card, board = ask.survivor(), ask.board
    if DONE in ask.query and (done := last_attack(board, card.key, ask.number(DONE))):
        seq, attack = done
        context = {
            "card": card,
            "result": attack_result(board, card, attack),
            "sheet": ask.with_number(DONE, seq),
        }
        return Shown("companion/sheets/attack/done.html", context)
    last = attack_in(board.undoable, card.key)
    weapons = weapons_of(board, card.key)
    is_typed = "typed" in ask.query
    weapon = None if is_typed else _chosen(weapons, ask, last)
    targets = _targets(ask, last)
    teller = Teller(board.state, board.pack)
    all_out = weapon.all_out(teller) if weapon else []
    modes = _modes(board)
    mode = ask.query.get("mode", modes[0][0])
    way = typed_weapon(board, card.key, mode) if is_typed else weapon
    there = keys_in_reach(look(board.state, board.pack))
    return Shown(
        "companion/sheets/attack.html",
        {
            "card": card,
            "own": [choice for choice in weapons if choice.is_own],
            "box": [choice for choice in weapons if not choice.is_own],
            "untold": _untold(board, card.key),
            "weapon": weapon,
            "is_typed": is_typed,
            "all_out": all_out,
            "way": way,
            "rerolls": [(key, teller.word(key)) for key in way.rerolls] if way else [],
            "lying": [(copy, teller.weapon(copy)) for copy in way.lying] if way else [],
            "aims": _aims(way, targets) if way and way.can_concentrate else [],
            "modes": modes,
            "has_ammo_dice": any(
                profile.ammo_dice for each in board.pack.equipment for profile in each.profiles
            ),
            "has_all_out": any(each.all_out for each in board.pack.equipment),
            "targets": targets,
            "has_targets": any(count for _supply, count in targets),
            "others": [
                survivor
                for survivor in board.survivors
                if survivor.key != card.key and survivor.key in there
            ],
            "said": ask.query,
            # At night the beam of whoever shoots lies on what they aim at (Washington Z.C., p. 8).
            "is_lit": "lit" in ask.query if ask.query else board.state.is_night and card.light,
            "friends": ask.query.getlist("survivors_in_zone"),
            "set_off": ask.query.getlist("also"),
            "faces": range(1, DIE + 1),
            "odds": _odds(ask, weapon, targets),
            "wild": _odds(ask, weapon, targets, all_out=True) if weapon and all_out else None,
            "at_stake": _at_stake(ask, weapon, targets),
            "hides_odds": HIDDEN in board.state.options,
        },
    )


def _untold(board: Board, key: str) -> list[tuple[CarriedCard, str]]:
    """Weapons in hand whose values nobody has told us, and where to type them."""
    weapons = []
    for copy in in_hand(board.state, key, board.pack):
        held = item(board.pack, copy)
        if "profiles" in held.card.unknown:
            typed = urlencode({"typed": 1, "profile.name": held.name, "mode": held.card.kind})
            weapons.append((held, sheet_url(board, f"attack/{key}?{typed}")))
    return weapons


def _modes(board: Board) -> list[tuple[str, str]]:
    """Return the kinds of attack this game has, for values that are typed."""
    modes = [profile.mode for card in board.pack.equipment for profile in card.profiles]
    return [(mode, mode_word(mode)) for mode in dict.fromkeys(modes) if mode != "ram"]


def _chosen(
    weapons: list[WeaponUse], ask: SheetRequest, last: AttackResolved | None
) -> WeaponUse | None:
    """Return the one the address names, else that of the last attack, else the first in hand."""
    wanted = [ask.query.get("weapon", "")]
    if last is not None:
        wanted.append(f"{last.mode}:{'+'.join(last.weapons)}")
    named = (weapon for use in wanted for weapon in weapons if weapon.use == use)
    ready = (weapon for weapon in weapons if weapon.is_own)
    return next((weapon for weapon in (*named, *ready) if not weapon.why_not), None)


def _targets(ask: SheetRequest, last: AttackResolved | None) -> list[tuple[MiniatureCount, int]]:
    """Return possible targets, first to be hit first; after an attack, with the count left."""
    board = ask.board
    order = [zombie for rank in board.pack.targets.order for zombie in rank]
    place = {zombie: number for number, zombie in enumerate(order)}
    left = last.left if last else {}
    shown = sorted(board.supply, key=lambda supply: place.get(supply.zombie.id, len(place)))
    return [
        (
            supply,
            min(
                supply.board,
                ask.number(f"targets.{supply.zombie.id}", left.get(supply.zombie.id, 0)),
            ),
        )
        for supply in shown
        if supply.board
    ]


def _aims(way: WeaponUse, targets: list[tuple[MiniatureCount, int]]) -> list[tuple[Zombie, bool]]:
    """Return each zombie there, or on the board until any is entered, and if it may be aimed at."""
    standing = {supply.zombie.id: count for supply, count in targets if count}
    return [
        (supply.zombie, not standing or way.may_be_aimed_at(supply.zombie.id, standing))
        for supply, count in targets
        if count or not standing
    ]


# --- odds ---


def _odds(
    ask: SheetRequest,
    weapon: WeaponUse | None,
    targets: list[tuple[MiniatureCount, int]],
    *,
    all_out: bool = False,
) -> Odds | None:
    """Return the odds; None without a weapon, without targets, or where odds are hidden."""
    board, standing = ask.board, sum(count for _one, count in targets)
    if HIDDEN in board.state.options or not standing:
        return None
    command = _command(ask, weapon, targets)
    if command is None:
        return None
    if all_out:
        command = replace(command, all_out=True)
    try:
        odds = attack_odds(board.state, board.pack, command)
    except RuleError as error:
        return Odds(why_not=error_message(error, board.state.game))
    if odds is None:
        return None
    return _in_words(odds, standing, board)


def _at_stake(
    ask: SheetRequest, weapon: WeaponUse | None, targets: list[tuple[MiniatureCount, int]]
) -> str:
    """Return the names of those in the zone who may fall and lose the mission with it."""
    board, command = ask.board, _command(ask, weapon, targets)
    if command is None or not command.survivors_in_zone or board.state.result is not None:
        return ""
    try:
        odds = attack_odds(board.state, board.pack, command)
    except RuleError:
        return ""
    falling = list(dict.fromkeys(command.survivors_in_zone))
    if odds is not None:
        falling = [stray.survivor for stray in odds.friends if stray.falls]
    vital = [key for key in falling if (card := board.survivor(key)) and card.is_vital]
    if not vital and lost_with(look(board.state, board.pack), *falling):
        vital = falling  # none of them alone, but all together
    return ", ".join(board.state.survivors[key].name for key in vital)


def _in_words(odds: AttackOdds, standing: int, board: Board) -> Odds:
    teller = Teller(board.state, board.pack)
    is_one = standing == 1
    return Odds(
        any_kill=_if_possible(odds.any_kill),
        all_fall="" if is_one else _if_possible(odds.all_fall),
        rows=[
            KillChance(kills, per_cent(chance), round(100 * chance))
            for kills, chance in reversed(list(enumerate(odds.kills)))
            if chance
        ],
        standing=standing,
        dice=odds.dice,
        noisy=odds.noisy,
        first=teller.zombie(odds.first) if odds.first else "",
        breaks=_if_possible(odds.breaks),
        spends=_if_possible(odds.spends),
        empties=_if_possible(odds.empties),
        must_reload=odds.empties == 1,
        again=", ".join(map(teller.word, odds.rerolls)),
        any_kill_again=_if_possible(odds.any_kill_rerolled),
        all_fall_again="" if is_one else _if_possible(odds.all_fall_rerolled),
        friends=[
            Friend(
                board.state.survivors[stray.survivor].name,
                float(stray.wounds),
                per_cent(stray.wounded),
                _if_possible(stray.falls),
            )
            for stray in odds.friends
        ],
    )


def _if_possible(chance: Fraction) -> str:
    return per_cent(chance) if chance else ""


def _command(
    ask: SheetRequest, weapon: WeaponUse | None, targets: list[tuple[MiniatureCount, int]]
) -> AttackResolve | None:
    """Return the attack as far as it is said; None while its weapon is not."""
    data = ask.query.copy()
    for name in (*OF_THE_SHEET, *NOT_FOR_ODDS):
        data.pop(name, None)
    fixed = {"kind": ATTACK, "id": "00000000", "seen": "0", "survivor": ask.key}
    if weapon is not None:
        fixed["with-weapon"] = weapon.piece
    for target, count in targets:
        fixed[f"targets.{target.zombie.id}"] = str(count)
    for name, value in fixed.items():
        data[name] = value
    try:
        command: AttackResolve = Posted(data).typed(AttackResolve)
    except UnreadableCommand:
        return None
    return command if command.weapons or command.profile else None
