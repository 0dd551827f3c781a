"""A spawn step as its sheet and its log show it: one line a draw, in drawing order."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.plurals import agreeing
from companion.reasoning import rule, rule_reasons
from companion.teller import Teller, room_mark, zone_mark
from companion.terms import danger_word, line_word, zombie_icon
from companion.words import Reason, all_words, card_kind_word, card_place, note_words
from rules.mechanics.activation.events import Activation
from rules.mechanics.spawn.events import Draw, SpawnResolved
from rules.mechanics.spawn.play import BUILDING, DOUBLE, STEP
from rules.play import zombie_type


class Group(NamedTuple):
    """So many of a type that came, and how many the card asked for."""

    zombie: str
    icon: str
    came: int
    name: str
    words: str
    missing: int

    @property
    def asked(self) -> int:
        return self.came + self.missing


class Band(NamedTuple):
    """What hangs under a line: a rush, a shortage, who acts once more, what else a card does."""

    look: str
    """`rush`, `extra` or `note`."""
    icon: str
    title: str
    text: str = ""


class Line(NamedTuple):
    """What one card brought to one zone."""

    number: int
    mark: str
    """The zone or room as it is shown."""
    card: str
    is_start: bool
    draw: Draw
    groups: list[Group]
    kind: str
    """What it is where it brings nobody."""
    faces: list[str]
    """Who has come, where a card says which of several."""
    rush: list[str]
    extra: list[str]
    notes: list[str]
    bands: list[Band]
    reasons: list[Reason]

    @property
    def die(self) -> int | None:
        """The face that chose the zone."""
        return self.draw.die

    @property
    def is_doubled(self) -> bool:
        """One of several cards drawn together because of a double spawn."""
        return self.draw.together > 1

    @property
    def is_named(self) -> bool:
        """A zone with a word for its name has a line of its own for it."""
        return len(self.mark) > MARK_LETTERS

    @property
    def came(self) -> int:
        return sum(group.came for group in self.groups)


MARK_LETTERS = 3
SAY_IT_THEMSELVES = ("spawn", "rush", "extra_activation", DOUBLE)
"""Kinds of cards that need no name beside what they did."""


def place_mark(place: str | None, why: str, teller: Teller) -> str:
    """Where a card was drawn for, as it is shown: a spawn zone, a room or a tent."""
    if why == BUILDING and place is not None:
        return room_mark(place)
    return zone_mark(teller.zone(place))


def step_lines(step: SpawnResolved, teller: Teller, first: int = 1) -> list[Line]:
    """The cards of a step in the order they were drawn; `teller` knows the table before it."""
    return [_line(number, draw, step.why, teller) for number, draw in enumerate(step.draws, first)]


def _line(number: int, draw: Draw, why: str, teller: Teller) -> Line:
    activations = draw.all_activations()
    groups = _groups(draw, teller)
    faces = [teller.special(face.card) for arrival in draw.arrivals for face in arrival.faces]
    rush = [_("Rush: those just placed activate")] if _rushes(activations) else []
    extra = [
        activation_words(activation, teller, why)
        for activation in activations
        if activation.why != "rush"
    ]
    says_more = draw.asked or draw.token or draw.notes
    return Line(
        number=number,
        mark=_where(draw, why, teller),
        card=teller.card(draw.card),
        is_start=why == STEP
        and any(zone.start and zone.id == draw.zone for zone in teller.state.zones),
        draw=draw,
        groups=groups,
        kind=card_kind_word(draw.does, teller.game) if says_more else _("Nobody comes"),
        faces=faces,
        rush=rush,
        extra=extra,
        notes=_notes(draw, why, teller),
        bands=[
            *(Band("note", "abom", face) for face in faces),
            *(Band("rush", "fast", words) for words in rush),
            *_short_or_extra(groups, extra),
            *_more(draw, why, teller),
        ],
        reasons=_reasons(draw, why, teller),
    )


def _where(draw: Draw, why: str, teller: Teller) -> str:
    """The zone that drew, or what those who came stand on instead."""
    if draw.came and card_place(draw.does, teller.game):
        return card_kind_word(draw.does, teller.game)
    return place_mark(draw.zone, why, teller)


def _short_or_extra(groups: list[Group], extra: list[str]) -> list[Band]:
    """Too few miniatures and what that causes are one thing; a card's own activation another."""
    lacks = [
        _("%(missing)d missing (%(came)d of %(asked)d)")
        % {"missing": group.missing, "came": group.came, "asked": group.asked}
        for group in groups
        if group.missing
    ]
    if not lacks and not extra:
        return []
    title = ", ".join(lacks) if lacks else _("Extra activation")
    return [Band("extra", "siren", title, "; ".join(extra))]


def _more(draw: Draw, why: str, teller: Teller) -> list[Band]:
    """What else a card does, under the name of its kind."""
    if draw.doubles is not None:
        words = {"zone": place_mark(draw.doubles, why, teller), "draws": draw.draws}
        text = _("%(zone)s draws %(draws)d cards") % words
        return [Band("extra", "cards", card_kind_word(draw.does, teller.game), text)]
    kind = card_kind_word(draw.does, teller.game)
    notes = [Band("note", "info", kind, text) for text in _notes(draw, why, teller)]
    return notes or ([] if draw.does in SAY_IT_THEMSELVES else [Band("note", "info", kind)])


def _rushes(activations: tuple[Activation, ...]) -> bool:
    return any(activation.why == "rush" for activation in activations)


def _groups(draw: Draw, teller: Teller) -> list[Group]:
    came, missing = draw.came, draw.missing
    return [
        Group(
            zombie=zombie,
            icon=zombie_icon(zombie_type(teller.pack, zombie)),
            came=came.get(zombie, 0),
            name=agreeing(came.get(zombie, 0), teller.zombie(zombie), teller.language),
            words=teller.zombies(zombie, came.get(zombie, 0)),
            missing=missing.get(zombie, 0),
        )
        for zombie in dict.fromkeys((*came, *missing))
    ]


def activation_words(activation: Activation, teller: Teller, why: str = STEP) -> str:
    """Who acts once more: all of a type, or those of a zone."""
    words = {
        "zombies": teller.several(activation.zombie),
        "times": activation.times,
        "zone": place_mark(activation.zone, why, teller),
    }
    if activation.zone is not None:
        text = ngettext(
            "%(zombies)s of %(zone)s activate %(times)d time more",
            "%(zombies)s of %(zone)s activate %(times)d times more",
            activation.times,
        )
    else:
        text = ngettext(
            "All %(zombies)s activate %(times)d time more",
            "All %(zombies)s activate %(times)d times more",
            activation.times,
        )
    return text % words


def _notes(draw: Draw, why: str, teller: Teller) -> list[str]:
    """What a card does beside bringing zombies and moving them."""
    notes = []
    if draw.doubles is not None:
        words = {"zone": place_mark(draw.doubles, why, teller), "draws": draw.draws}
        notes.append(_("Double spawn: %(zone)s draws %(draws)d cards") % words)
    if draw.token is not None:
        notes.append(_("His token lies in %(zone)s") % {"zone": place_mark(draw.zone, why, teller)})
    if (draw.came or draw.asked) and (elsewhere := card_place(draw.does, teller.game)):
        notes.append(elsewhere)
    return [*notes, *(note_words(note.what, note.said, teller) for note in draw.notes)]


# --- reasons ---


def level_words(draw: Draw, teller: Teller) -> dict[str, object]:
    survivor = teller.state.survivors[draw.by]
    return {
        "level": line_word(draw.level),
        "name": survivor.name,
        "points": survivor.points,
        "unit": teller.points_unit(),
    }


def _reasons(draw: Draw, why: str, teller: Teller) -> list[Reason]:
    line = _("The %(level)s line (%(name)s, %(points)d %(unit)s): ") % level_words(draw, teller)
    reasons = [
        Reason(
            _("Card %(card)s") % {"card": teller.card(draw.card)}, line + _card_says(draw, teller)
        )
    ]
    if draw.die is not None:
        reasons.append(Reason(_("Die"), str(draw.die)))
    for arrival in draw.arrivals:
        for lack in arrival.missing:
            text = _("There were %(there)d: %(missing)d are missing")
            words = {"there": lack.there, "missing": lack.count}
            reasons.append(Reason(_("Box"), f"{teller.several(lack.zombie)}: {text % words}"))
    rules = [reason for fact in draw.facts() for reason in rule_reasons(fact, teller)]
    if kind := all_words(teller.game).card_rules.get(draw.does):
        rules += rule(kind, teller.state, teller.pack)
    rules = rules or rule(drawn_because(why), teller.state, teller.pack)
    return list(dict.fromkeys((*reasons, *rules)))


def zombies_of(step: SpawnResolved) -> str:
    """All who came in it."""
    came = sum(sum(draw.came.values()) for draw in step.draws)
    return ngettext("%(n)d zombie", "%(n)d zombies", came) % {"n": came}


def drawn_because(why: str) -> str:
    """The rule by which cards are drawn there."""
    return "spawn-order" if why == STEP else why


def _card_says(draw: Draw, teller: Teller) -> str:
    if draw.draws:
        return _("double spawn")
    if not draw.line:
        return _("nobody")
    if draw.does == "extra_activation":
        return ", ".join(teller.several(zombie) for zombie in draw.line)
    return teller.groups(draw.line)


# --- in the log ---


def step_sentences(step: SpawnResolved, teller: Teller) -> list[str]:
    """A line for each draw: zone, who came, and what else the card did."""
    sentences = []
    if step.dice:
        sentences.append(_("dice: %(faces)s") % {"faces": teller.faces(step.dice)})
    for line in step_lines(step, teller):
        words = {"zone": line.mark, "card": line.card, "what": line_summary(line)}
        sentences.append(_("%(zone)s: %(what)s (card %(card)s)") % words)
    if step.waits is not None:
        sentences.append(_("the spawn step waits for the table"))
    return sentences


def line_summary(line: Line) -> str:
    """`3 Walkers, 1 missing, all Walkers activate`."""
    groups = [group.words for group in line.groups if group.came]
    lacks = [
        ngettext("%(count)d missing", "%(count)d missing", group.missing) % {"count": group.missing}
        for group in line.groups
        if group.missing
    ]
    parts = [*groups, *line.faces, *lacks, *line.rush, *line.extra, *line.notes]
    return " · ".join(parts) or _("nobody comes")


def step_reasons(step: SpawnResolved, teller: Teller) -> list[Reason]:
    """Who set the danger level, who drew, and how many cards were left."""
    reasons = []
    if step.draws:
        words = level_words(step.draws[0], teller)
        words["level"] = danger_word(step.draws[0].level)
        text = _("%(level)s, by %(name)s (%(points)d %(unit)s)") % words
        reasons.append(Reason(_("Danger"), text))
    left = ngettext("%(count)d card was left", "%(count)d cards were left", step.left)
    drew = _("The app") if step.source == "app" else _("The table")
    reasons.append(Reason(_("Drew"), f"{drew} · {left % {'count': step.left}}"))
    return reasons
