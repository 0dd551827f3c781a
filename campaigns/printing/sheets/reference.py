"""Reference sheets: a round at a glance, target priority, zombies, spawning, skills.

Everything follows from the pack and from what the mechanics of its game say; the sentences are
ours.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import GameSubject, TableSubject
from campaigns.printing.words import DASH
from companion.odds.outlook import PLAIN
from companion.terms import damage_needed, danger_word, phase_word
from companion.words import card_kind_word, card_meaning, cases_of, phase_line
from rules import Pack, pack_of, played_pack
from rules.packs.schema import Zombie
from rules.packs.schema.cards import UNKNOWN

TEMPLATE, SKILLS = "print/reference.html", "print/skills.html"


class ZombieRow(NamedTuple):
    """A line of the target priority; rank None is never a target of its own."""

    rank: int | None
    zombie: Zombie | None
    needs: str
    remark: str


class SpawnCase(NamedTuple):
    """A special case of spawning, and how many cards bring it."""

    name: str
    cards: int
    text: str


class ReferenceLevel(NamedTuple):
    danger: str
    word: str
    points: str
    gives: str


class QuickReference(Content, frozen=True, kw_only=True):
    game: str
    expansions: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    """Skills used at this table."""
    holders: dict[str, tuple[tuple[str, str], ...]] | UnsetType = UNSET
    """Holders by skill: danger level, or nothing for one they have besides, and name."""
    url: str = ""


def content_of_game(subject: GameSubject, chosen: PrintChoices) -> QuickReference:
    return QuickReference(game=subject.cover.game)


def content_of_table(subject: TableSubject, chosen: PrintChoices) -> QuickReference:
    state = subject.seat.table.state
    pack = pack_of(state)
    trees = {survivor.id: survivor.skills for survivor in pack.survivors}
    holders: dict[str, list[tuple[str, str]]] = {}
    for key, survivor in state.survivors.items():
        tree = trees.get(key)
        for level in pack.danger if tree else ():
            for skill in getattr(tree, level.id) or ():
                holders.setdefault(skill, []).append((level.id, survivor.name))
        for skill in survivor.skills:
            if survivor.name not in (name for _level, name in holders.get(skill, ())):
                holders.setdefault(skill, []).append(("", survivor.name))
    known = {skill: tuple(who) for skill, who in holders.items() if skill in pack.skills}
    return QuickReference(
        game=state.game,
        expansions=state.expansions,
        skills=tuple(known),
        holders=known,
        url=subject.join_url,
    )


def title(content: QuickReference) -> str:
    pack = played_pack(content.game, content.expansions)
    name = pack.short.in_language(get_language() or "en")
    return _("Reference sheet: %(game)s") % {"game": name}


def pieces(content: QuickReference) -> list[PrintedSheet]:
    pack = played_pack(content.game, content.expansions)
    language = get_language() or "en"
    skills = sorted(
        (pack.skills[key] for key in content.skills if key in pack.skills),
        key=lambda skill: skill.name.in_language(language),
    )
    common = {"pack": pack, "content": content, "foot": "Safehouse"}
    name = pack.short.in_language(language)
    sheets = [PrintedSheet(title(content), TEMPLATE, common | _context(pack) | {"mark": name})]
    if skills:
        mark = _("Skills at this table")
        holders = content.holders or {}
        rows = [(skill, holders.get(skill.id, ())) for skill in skills]
        context = common | {"skills": rows, "mark": mark}
        sheets.append(PrintedSheet(mark, SKILLS, context, one_page=False))
    return sheets


def _context(pack: Pack) -> dict[str, Any]:
    return {
        "phases": _phases(pack),
        "zombies": list(_zombie_rows(pack)),
        "cases": list(_cases(pack)),
        "cards": len(pack.spawns),
        "levels": list(_levels(pack)),
        "crowd": _crowd(pack),
        "hitting": _hitting(pack),
    }


def _phases(pack: Pack) -> list[tuple[str, list[str]]]:
    is_by_dice = any(row.spawn_dice for row in pack.crowd)
    has_two_actions = any(zombie.actions > 1 for zombie in pack.zombies)
    players = [
        _("From the first player, leftwards; each player activates their survivors one by one."),
        _("3 actions each; a fourth from Yellow."),
        _("Leaving a zone costs one more action for each zombie in it."),
        _("One search a turn, in a building zone without zombies."),
        phase_line("players.noise", pack.game),
    ]
    zombies = [
        _("Activate: all attacks first, then all moves. An attack never misses; share the wounds."),
        _("Who attacked nobody moves one zone: to survivors in sight, else to the loudest noise."),
    ]
    if has_two_actions:
        zombies.append(_("Those with two actions do it all again after everyone's first."))
    zombies.append(
        _("Spawn: roll the dice; each goes to the zone with its number, one card a die.")
        if is_by_dice
        else _("Spawn: starting zone first, then clockwise, one card for each token.")
    )
    zombies.append(_("Read the line of the highest danger level among those in play."))
    end = [phase_line("end.noise", pack.game)]
    if any(card.reload for card in pack.equipment):
        end.append(_("Weapons that must be reloaded are loaded again."))
    if any(box.campaign for box in pack.expansions.values()) or _has_clock(pack):
        end.append(_("With the clock: it moves on one hour."))
    end.append(_("The first player token goes one seat to the left."))
    return [
        (phase_word("players"), players),
        (phase_word("zombies"), zombies),
        (phase_word("end"), end),
    ]


def _has_clock(pack: Pack) -> bool:
    return any(mission.start_hour is not None for mission in pack.missions)


def _zombie_rows(pack: Pack) -> Any:
    by_id = {other.id: other for other in pack.zombies}
    for rank, kinds in enumerate(pack.targets.order, 1):
        for kind in kinds:
            if zombie := by_id.pop(kind, None):
                yield ZombieRow(
                    rank, zombie, damage_needed(zombie), _remark(zombie, pack, len(kinds))
                )
            else:
                yield ZombieRow(
                    rank, None, DASH, _("everyone in the zone but the shooter takes hits first")
                )
    for zombie in by_id.values():
        yield ZombieRow(None, zombie, damage_needed(zombie), _remark(zombie, pack, 1))


def _remark(zombie: Zombie, pack: Pack, rank_size: int) -> str:
    language = get_language() or "en"
    names = {other.id: other.name.in_language(language) for other in pack.zombies}
    remarks = []
    if rank_size > 1:
        remarks.append(_("shares its rank: the shooter chooses"))
    if zombie.escort:
        escort = ", ".join(f"{n} {names.get(key, key)}" for key, n in zombie.escort.items())
        remarks.append(_("arrives with %(who)s") % {"who": escort})
    if zombie.leaves:
        remarks.append(_("each 1 of the attack may leave: %(who)s") % {"who": names[zombie.leaves]})
    if zombie.on_board:
        remarks.append(
            _("at most %(n)s on the board; another one: it activates") % {"n": zombie.on_board}
        )
    if zombie.unique:
        remarks.append(_("once killed it never comes back"))
    if zombie.ignores_armour:
        remarks.append(_("no armor roll against it"))
    if zombie.wounds > 1:
        remarks.append(_("%(n)s wounds each attack") % {"n": zombie.wounds})
    if zombie.points_to == "everyone":
        remarks.append(_("points to every survivor"))
    if "flees" in zombie.traits:
        remarks.append(_("runs for the nearest spawn zone that is not his own"))
    if "grabs" in zombie.traits:
        remarks.append(_("grabs survivors in the next zones"))
    return "; ".join(remarks)


def _cases(pack: Pack) -> Iterator[SpawnCase]:
    """Cards that do not just bring zombies, then what else may happen."""
    for kind, count in Counter(card.kind for card in pack.spawns).items():
        if kind == UNKNOWN:
            name = _("Cards we have not seen")
            yield SpawnCase(name, count, _("Read them from the printed card."))
        elif kind != PLAIN:
            yield SpawnCase(card_kind_word(kind, pack.game), count, card_meaning(kind, pack.game))
    for name, text in cases_of(pack):
        yield SpawnCase(name, 0, text)


def _levels(pack: Pack) -> Any:
    gives = {
        "blue": _("3 actions"),
        "yellow": _("+1 action"),
        "orange": _("pick 1 of 2 skills"),
        "red": _("pick 1 of 3 skills"),
    }
    for level, after in zip(pack.danger, [*pack.danger[1:], None], strict=True):
        points = f"{level.points}-{after.points - 1}" if after else f"{level.points}+"
        yield ReferenceLevel(level.id, danger_word(level.id), points, gives[level.id])


def _crowd(pack: Pack) -> list[tuple[str, list[str]]]:
    """Return the changes for more survivors: heads and lines of a small table."""
    if not pack.crowd:
        return []
    uses_dice = any(row.spawn_dice for row in pack.crowd)
    heads = [_("spawn dice")] if uses_dice else [_("more spawn tokens"), _("lost with him at")]
    rows = [(_("Survivors"), heads)]
    low = 1
    for row in pack.crowd:
        who = f"{low}-{row.up_to}"
        cells = (
            [str(row.spawn_dice)]
            if uses_dice
            else [f"+{row.spawn_tokens}" if row.spawn_tokens else DASH, str(row.token_limit)]
        )
        rows.append((who, cells))
        low = row.up_to + 1
    return rows


def _hitting(pack: Pack) -> list[str]:
    lines = [
        _("Each die at or above the accuracy hits. A hit kills if its damage reaches the number "
          "needed; less is wasted, more is lost."),
        _("Melee: the player picks the targets; misses harm nobody."),
        _("Ranged and magic, also at range 0: hits go in the order of the numbers above; the next "
          "rank only when the one before is gone."),
        _("Misses of a ranged attack hit survivors in that zone, never the shooter.")
        if pack.targets.misses_hit_survivors
        else _("Survivors in the zone take the hits first, never the shooter; misses harm nobody."),
    ]  # fmt: skip
    if any(card.dual for card in pack.equipment):
        lines.append(_("Two dual weapons of one name: both roll, one action, same zone."))
    if any(card.armour for card in pack.equipment):
        lines.append(
            _("Armor: one die for each wound, at or above its value cancels it. A shield with "
              "body armor allows one reroll.")
        )  # fmt: skip
    if any(card.all_out for card in pack.equipment):
        lines.append(
            _("All-out: say it before rolling; all its extra dice are added. A broken symbol: the "
              "hits count, the weapon is discarded.")
        )  # fmt: skip
    if any(profile.ammo_dice for card in pack.equipment for profile in card.profiles):
        lines.append(_("Ammo dice hit like the others; an empty symbol turns the weapon over."))
    return lines


KINDS = (
    PrintKind(
        name="reference",
        content=QuickReference,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE, SKILLS),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=gettext_lazy("Reference sheets"),
                about=gettext_lazy("a round at a glance, zombies, skills"),
                content=content_of_table,
                rank=40,
                may=lambda subject: subject.is_of_family,
            ),
            PrintOffer(
                of=GameSubject,
                name=gettext_lazy("Reference sheet"),
                about=gettext_lazy("a round at a glance, zombies, spawning"),
                content=content_of_game,
                rank=10,
                may=lambda subject: subject.pack is not None,
            ),
        ),
    ),
)
