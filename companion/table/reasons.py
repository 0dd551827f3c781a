"""Nothing without its reason: card, line, danger level and whose, rule, book and page."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from companion.models import LogEntry
from companion.narration import Teller, narrate
from companion.terms import danger_word, line_word, why_word
from rules import Event, Pack, TableState, events, table_danger
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import SpawnCard
from rules.play import Play, zombie_type

DECK = "zombies"

RULES: dict[str, Promise] = {
    "danger": gettext_lazy("The survivor with most points sets the danger level"),
    "spawn-order": gettext_lazy("Starting zone first, then one card a zone"),
    "miniatures": gettext_lazy("Too few miniatures: that type activates once more, in all"),
    "rush": gettext_lazy("A rush: those just placed activate at once"),
    "extra-activation": gettext_lazy("Nobody comes: every zombie of that type activates"),
    "double-spawn": gettext_lazy("Double spawn: the next zone draws twice"),
    "necromancer": gettext_lazy("He brings a spawn token that draws from the next round on"),
    "building": gettext_lazy("One card for every zone of an opened building"),
    "board-places": gettext_lazy("On every such place on a tile with a survivor"),
    "night": gettext_lazy("Night from 19:00 to 6:00"),
    "night-shots": gettext_lazy("At night ranged attacks need a 6 unless the zone is lit"),
    "all-out": gettext_lazy("A broken symbol on an all-out die breaks the weapon"),
    "out-of-action": gettext_lazy("To be picked up before the end of the next round"),
    "light": gettext_lazy("Zombies that see a beam activate once more"),
    "crawlers": gettext_lazy("A natural 1 leaves a crawler of a killed skinner"),
    "friendly-fire": gettext_lazy("Ranged misses hit survivors in the zone"),
    "targets": gettext_lazy("Ranged hits are given out in the target order"),
    "sleepers": gettext_lazy("Sleepers wake in the number of their token"),
    "everyone": gettext_lazy("Its points go to every survivor"),
    "first-player": gettext_lazy("The first-player token passes to the left"),
}


class Reason(NamedTuple):
    """One line of a reason; `unsure` is said in a thin label beside it."""

    label: str
    text: str
    unsure: str = ""


class Group(NamedTuple):
    """So many of a type that came, and how many the card asked for."""

    zombie: str
    family: str
    came: int
    words: str
    missing: int

    @property
    def asked(self) -> int:
        return self.came + self.missing


class Line(NamedTuple):
    """What one card brought to one zone."""

    number: int
    zone: str
    card: str
    groups: list[Group]
    rush: list[str]
    extra: list[str]
    notes: list[str]
    reasons: list[Reason]


@cache
def _pages() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("rulebook.toml").read_text(encoding="utf-8"))


def rule(name: str, state: TableState, pack: Pack) -> list[Reason]:
    """A rule in our words, and where the book of this table has it."""
    pages = _pages()[name]
    language = get_language() or "en"
    for slug in (*state.expansions, state.game):
        if page := pages.get(slug):
            box = pack.expansions.get(slug, pack)
            where = _("%(book)s, p. %(page)s")
            book = where % {"book": box.short.in_language(language), "page": page}
            return [Reason(_("Rule"), str(RULES[name])), Reason(_("Book"), book)]
    unchecked = Reason(_("Book"), pack.short.in_language(language), _("page unchecked"))
    return [Reason(_("Rule"), str(RULES[name])), unchecked]


class Drawn:
    """One card of a spawn step while its events are read."""

    def __init__(self, zone: str | None, card: str, kind: str) -> None:
        self.zone, self.card, self.kind = zone, card, kind
        self.placed: list[events.ZombiesPlaced] = []
        self.short: dict[str, int] = {}
        self.rush: list[str] = []
        self.extra: list[events.ActivationExtra] = []
        self.notes: list[str] = []
        self.rules: list[str] = []
        self.is_done = False


def spawn_lines(entry: LogEntry, state: TableState, pack: Pack) -> list[Line]:
    """The cards of a spawn step in the order they were drawn; `state` is the one before."""
    teller = Teller(state, pack)
    drawn: list[Drawn] = []
    current: Drawn | None = None
    for event in entry.events:
        if isinstance(event, events.CardDrawn) and event.deck == DECK:
            drawn.append(Drawn(event.zone, event.card, _kind(event.card, state, pack)))
            continue
        named = getattr(event, "card", None)
        if named and not isinstance(event, events.CardDrawn):
            current = next((one for one in reversed(drawn) if one.card == named), current)
        elif isinstance(event, events.ActivationExtra) and event.why in ("card", "necromancer"):
            waiting = (one for one in drawn if not one.is_done and one.kind in _ACTIVATING)
            current = next(waiting, current)
        if current is not None:
            current.is_done = True
            _take(current, event, teller)
    before = dict(state.board)
    return [_line(number, one, before, teller) for number, one in enumerate(drawn, 1)]


_ACTIVATING = ("extra_activation", "necromancer")


def _kind(card: str, state: TableState, pack: Pack) -> str:
    if described := state.described.get(card):
        return described.kind
    found = deck_copies(pack, DECK)[card]
    return found.kind if isinstance(found, SpawnCard) else ""


def _note(event: Event, teller: Teller) -> str:
    return narrate(event, teller.state, teller.pack)


def _take(one: Drawn, event: Event, teller: Teller) -> None:
    if isinstance(event, events.ZombiesPlaced):
        one.placed.append(event)
    elif isinstance(event, events.ZombiesShort):
        one.short[event.zombie] = one.short.get(event.zombie, 0) + event.missing
        one.rules.append("miniatures")
    elif isinstance(event, events.ActivationExtra):
        if event.why == "rush":
            one.rush.append(event.zombie)
            one.rules.append("rush")
        else:
            one.extra.append(event)
            one.rules.append(
                {"card": "extra-activation", "necromancer": "necromancer"}.get(
                    event.why, "miniatures"
                )
            )
    elif isinstance(event, events.NothingSpawned):
        pass
    else:
        if isinstance(event, events.BoardAsked):
            one.rules.append("board-places")
        elif isinstance(event, events.ZoneAdded):
            one.rules.append("necromancer")
        elif isinstance(event, events.SpawnDoubled):
            one.rules.append("double-spawn")
        one.notes.append(_note(event, teller))


def _line(
    number: int,
    one: Drawn,
    before: dict[str, int],
    teller: Teller,
) -> Line:
    """Words for one card. `before` counts on: what stood on the board when it was drawn."""
    state, pack = teller.state, teller.pack
    level, who = table_danger(state, pack)
    words = {
        "level": line_word(level),
        "name": state.survivors[who].name,
        "points": state.survivors[who].points,
        "unit": teller.points_unit(),
    }
    said = _card_says(one, state, pack, teller)
    line = _("The %(level)s line (%(name)s, %(points)d %(unit)s): ") % words + said
    reasons = [Reason(_("Card %(card)s") % {"card": teller.card(one.card)}, line)]
    groups: dict[str, int] = {}
    for event in one.placed:
        groups[event.zombie] = groups.get(event.zombie, 0) + event.count
    for zombie, missing in one.short.items():
        groups.setdefault(zombie, 0)
        reserve = zombie_type(pack, zombie).miniatures - state.gone.get(zombie, 0)
        there = reserve - before.get(zombie, 0)
        text = _("There were %(there)d of %(all)d: %(came)d come, %(missing)d are missing")
        counts = {"there": there, "all": reserve, "came": groups[zombie], "missing": missing}
        reasons.append(Reason(_("Box"), text % counts))
    for name in dict.fromkeys(one.rules or ["spawn-order"]):
        reasons += rule(name, state, pack)
    for zombie, count in groups.items():
        before[zombie] = before.get(zombie, 0) + count
    return Line(
        number=number,
        zone=one.zone or "",
        card=teller.card(one.card),
        groups=[
            Group(
                zombie,
                zombie_type(pack, zombie).family,
                count,
                teller.zombies(zombie, count),
                one.short.get(zombie, 0),
            )
            for zombie, count in groups.items()
        ],
        rush=[_("Rush: those just placed activate")] if one.rush else [],
        extra=[activation_words(event, teller) for event in one.extra],
        notes=one.notes,
        reasons=reasons,
    )


def activation_words(event: events.ActivationExtra, teller: Teller) -> str:
    text = ngettext(
        "All %(zombies)s activate %(times)d time more",
        "All %(zombies)s activate %(times)d times more",
        event.times,
    )
    return text % {"zombies": teller.several(event.zombie), "times": event.times}


def _card_says(one: Drawn, state: TableState, pack: Pack, teller: Teller) -> str:
    level, _who = table_danger(state, pack)
    if described := state.described.get(one.card):
        zombies = described.levels.get(level, {})
    else:
        card = deck_copies(pack, DECK)[one.card]
        assert isinstance(card, SpawnCard)
        zombies = card.levels.at(level) if card.levels else {}
    if not zombies:
        return _("nobody")
    if one.kind == "extra_activation":
        return ", ".join(teller.several(zombie) for zombie in zombies)
    return ", ".join(teller.zombies(zombie, count) for zombie, count in zombies.items())


def reasons(entry: LogEntry, state: TableState, pack: Pack) -> list[Reason]:
    """Why an entry did what it did; `state` is the one before it."""
    teller = Teller(state, pack)
    found: list[Reason] = []
    lines = spawn_lines(entry, state, pack)
    for line in lines:
        came = ", ".join((*(group.words for group in line.groups), *line.rush, *line.extra))
        said = " · ".join(filter(None, (came or _("nobody"), *line.notes)))
        found.append(
            Reason(
                line.zone,
                _("Card %(card)s: %(what)s") % {"card": line.card, "what": said},
            )
        )
    if lines:
        found.append(_danger(state, pack, teller))
        deck = state.decks[DECK]
        left = ngettext("%(count)d card was left", "%(count)d cards were left", len(deck.draw))
        drew = _("The app") if deck.source == "app" else _("The table")
        found.append(Reason(_("Drew"), f"{drew} · {left % {'count': len(deck.draw)}}"))
    names: list[str] = []
    for event in entry.events:
        found += _event_reasons(event, state, teller, in_spawn=bool(lines))
        names += _rule_names(event, pack)
    for name in dict.fromkeys(names):
        found += rule(name, state, pack)
    return found


def _danger(state: TableState, pack: Pack, teller: Teller) -> Reason:
    level, who = table_danger(state, pack)
    words = {
        "level": danger_word(level),
        "name": state.survivors[who].name,
        "points": state.survivors[who].points,
        "unit": teller.points_unit(),
    }
    return Reason(_("Danger"), _("%(level)s, by %(name)s (%(points)d %(unit)s)") % words)


def _event_reasons(
    event: Event, state: TableState, teller: Teller, *, in_spawn: bool
) -> list[Reason]:
    if isinstance(event, events.PointsGained):
        change = f"{event.before} → {event.after} {teller.points_unit()}"
        return [Reason(teller.survivor(event.survivor), change)]
    if isinstance(event, events.AttackRolled):
        faces = teller.faces(event.faces + event.all_out + event.ammo)
        weapons = ", ".join(teller.weapon(one) for one in event.weapons)
        needs = _("%(accuracy)d or more, damage %(damage)d") % {
            "accuracy": event.accuracy,
            "damage": event.damage,
        }
        return [Reason(weapons, needs), Reason(_("Dice"), faces)]
    if isinstance(event, events.ActivationExtra) and not in_spawn:
        return [Reason(teller.several(event.zombie), why_word(event.why))]
    if isinstance(event, events.ZombiesPlaced) and not in_spawn:
        play = Play(state, teller.pack)
        text = _("%(count)d of %(left)d left in the box")
        counts = {"count": event.count, "left": max(play.reserve(event.zombie), 0)}
        return [Reason(teller.zombie(event.zombie), text % counts)]
    if isinstance(event, events.ZombiesCorrected):
        return [Reason(teller.several(event.zombie), f"{event.before} → {event.after}")]
    return []


def _rule_names(event: Event, pack: Pack) -> list[str]:
    """The rules an event rests on."""
    simple: dict[type, str] = {
        events.DangerRaised: "danger",
        events.NightFell: "night",
        events.DayBroke: "night",
        events.WeaponBroken: "all-out",
        events.KnockedOut: "out-of-action",
        events.Rescued: "out-of-action",
        events.FriendlyFire: "friendly-fire",
        events.SleepersWoke: "sleepers",
        events.SleepersKilled: "sleepers",
        events.NecromancerEscaped: "necromancer",
        events.FirstPlayerPassed: "first-player",
        events.HitWasted: "targets",
        events.ZombiesShort: "miniatures",
        events.SpawnDoubled: "double-spawn",
        events.BoardAsked: "board-places",
    }
    if isinstance(event, events.ActivationExtra):
        by_why = {"rush": "rush", "light": "light", "card": "extra-activation"}
        return [by_why.get(event.why, "miniatures")]
    if isinstance(event, events.ZombiesKilled):
        kind = zombie_type(pack, event.zombie)
        return ["everyone"] if kind.points_to == "everyone" else []
    if isinstance(event, events.ZombiesPlaced) and event.why == "crawlers":
        return ["crawlers"]
    return [simple[type(event)]] if type(event) in simple else []
