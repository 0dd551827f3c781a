"""The spawn step and the kinds of cards that every game has."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from companion.plurals import agreeing
from companion.reasoning import rule, rule_reasons
from companion.rooms import Room
from companion.teller import Teller, room_mark
from companion.terms import danger_word, line_word, zombie_icon
from companion.words import (
    Occasion,
    Reason,
    Words,
    all_words,
    card_kind_word,
    card_place,
    note_words,
    occasion_of,
)
from rules.mechanics.activation import Activation
from rules.mechanics.spawn.distributing import DISTRIBUTION
from rules.mechanics.spawn.drawing import (
    CardDescribed,
    CardGiven,
    CardsLaidOut,
    DiceRolled,
    Draw,
    NothingSpawned,
    SpawnDoubled,
    SpawnPaused,
    SpawnResolved,
    SpawnSkipped,
)
from rules.mechanics.spawn.step import (
    ACTIVATION,
    BUILDING,
    DOUBLE,
    EXTRA_TURN,
    REST,
    STEP,
    STRIKES,
    TURN,
)
from rules.play import zombie_type


class ArrivedGroup(NamedTuple):
    """The zombies of one type that came, and the number the card asked for."""

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
    """A note under a line: a rush, a shortage, an extra activation or another effect of a card."""

    look: str
    """`rush`, `extra` or `note`."""
    icon: str
    title: str
    text: str = ""


class CardLine(NamedTuple):
    """The effect of one card on one zone."""

    number: int
    mark: str
    """The zone or room as it is shown."""
    card: str
    is_start: bool
    draw: Draw
    groups: list[ArrivedGroup]
    kind: str
    """The kind of card, or the words that nobody comes."""
    also: str
    """The kind of card, where nothing else on the line says it."""
    faces: list[str]
    """The special zombies that came, where the card leaves open which."""
    rush: list[str]
    extra: list[str]
    notes: list[str]
    bands: list[Band]
    reasons: list[Reason]

    @property
    def die(self) -> int | None:
        """Return the face of the die that chose the zone."""
        return self.draw.die

    @property
    def is_doubled(self) -> bool:
        """Check if several cards were drawn together because of a double spawn."""
        return self.draw.together > 1

    @property
    def is_named(self) -> bool:
        """Check if the zone's mark is a word, which takes a line of its own."""
        return len(self.mark) > MARK_LETTERS

    @property
    def came(self) -> int:
        return sum(group.came for group in self.groups)


MARK_LETTERS = 3


SAY_IT_THEMSELVES = ("spawn", "rush", "extra_activation", DOUBLE)
"""Kinds of cards that need no name beside what they did."""


def place_mark(place: str | None, why: str, teller: Teller) -> str:
    """Return the mark of the spawn zone, room or tent a card was drawn for."""
    if why == BUILDING and place is not None:
        return room_mark(place)
    return teller.mark(place)


def step_lines(step: SpawnResolved, teller: Teller, first: int = 1) -> list[CardLine]:
    """Return the cards of a step in the order drawn; `teller` knows the table before it."""
    return [_line(number, draw, step.why, teller) for number, draw in enumerate(step.draws, first)]


def _line(number: int, draw: Draw, why: str, teller: Teller) -> CardLine:
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
    kind, notes = card_kind_word(draw.does, teller.game), _notes(draw, why, teller)
    return CardLine(
        number=number,
        mark=_where(draw, why, teller),
        card=teller.card(draw.card),
        is_start=why == STEP
        and any(zone.start and zone.id == draw.zone for zone in teller.state.zones),
        draw=draw,
        groups=groups,
        kind=kind if says_more else _("Nobody comes"),
        also="" if notes or draw.does in SAY_IT_THEMSELVES else kind,
        faces=faces,
        rush=rush,
        extra=extra,
        notes=notes,
        bands=[
            *(Band("note", "abom", face) for face in faces),
            *(Band("rush", "fast", words) for words in rush),
            *_short_or_extra(groups, extra),
            *_more(draw, why, teller),
        ],
        reasons=_reasons(draw, why, teller),
    )


def _where(draw: Draw, why: str, teller: Teller) -> str:
    """Return the zone that drew, or the kind of card where zombies come elsewhere."""
    if draw.came and card_place(draw.does, teller.game):
        return card_kind_word(draw.does, teller.game)
    return place_mark(draw.zone, why, teller)


def _short_or_extra(groups: list[ArrivedGroup], extra: list[str]) -> list[Band]:
    """Return shortages with the activations they cause, or a card's extra activation."""
    lacks = [
        ngettext(
            "%(missing)d missing (%(came)d of %(asked)d)",
            "%(missing)d missing (%(came)d of %(asked)d)",
            group.missing,
        )
        % {"missing": group.missing, "came": group.came, "asked": group.asked}
        for group in groups
        if group.missing
    ]
    if not lacks and not extra:
        return []
    title = ", ".join(lacks) if lacks else _("Extra activation")
    return [Band("extra", "siren", title, "; ".join(extra))]


def _more(draw: Draw, why: str, teller: Teller) -> list[Band]:
    """Return the other effects of a card, under the name of its kind."""
    if draw.doubles is not None:
        words = {"zone": place_mark(draw.doubles, why, teller), "draws": draw.draws}
        text = _("%(zone)s draws %(draws)d cards") % words
        return [Band("extra", "cards", card_kind_word(draw.does, teller.game), text)]
    kind = card_kind_word(draw.does, teller.game)
    return [Band("note", "info", kind, text) for text in _notes(draw, why, teller)]


def _rushes(activations: tuple[Activation, ...]) -> bool:
    return any(activation.why == "rush" for activation in activations)


def _groups(draw: Draw, teller: Teller) -> list[ArrivedGroup]:
    came, missing = draw.came, draw.missing
    return [
        ArrivedGroup(
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
    """Return who acts once more: all zombies of a type, or those of a zone."""
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
    """Return what a card does besides bringing zombies and activating them."""
    notes = []
    if draw.doubles is not None:
        words = {"zone": place_mark(draw.doubles, why, teller), "draws": draw.draws}
        notes.append(_("Double spawn: %(zone)s draws %(draws)d cards") % words)
    if draw.token is not None:
        notes.append(_("His token lies in %(zone)s") % {"zone": place_mark(draw.zone, why, teller)})
    if (draw.came or draw.asked) and (elsewhere := card_place(draw.does, teller.game)):
        notes.append(elsewhere)
    return [*notes, *(note_words(note.what, note.said, teller) for note in draw.notes)]


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
            text = ngettext(
                "%(there)d there, %(missing)d missing",
                "%(there)d there, %(missing)d missing",
                lack.count,
            )
            words = {"there": lack.there, "missing": lack.count}
            reasons.append(Reason(_("Box"), f"{teller.several(lack.zombie)}: {text % words}"))
    rules = [reason for fact in draw.facts() for reason in rule_reasons(fact, teller)]
    if kind := all_words(teller.game).card_rules.get(draw.does):
        rules += rule(kind, teller.state, teller.pack)
    rules = rules or rule(drawn_because(why), teller.state, teller.pack)
    return list(dict.fromkeys((*reasons, *rules)))


def zombies_of(step: SpawnResolved) -> str:
    """Return all zombies that came in the step, in words."""
    came = sum(sum(draw.came.values()) for draw in step.draws)
    return ngettext("%(n)d zombie", "%(n)d zombies", came) % {"n": came}


def drawn_because(why: str) -> str:
    """Return the rule by which cards are drawn there."""
    return "spawn-order" if why == STEP else why


def _card_says(draw: Draw, teller: Teller) -> str:
    if draw.draws:
        return _("double spawn")
    if not draw.line:
        return _("nobody")
    if draw.does == "extra_activation":
        return ", ".join(teller.several(zombie) for zombie in draw.line)
    return teller.groups(draw.line)


def step_sentences(step: SpawnResolved, teller: Teller) -> list[str]:
    """Return a line for each draw: zone, zombies that came, and other effects of the card."""
    sentences = []
    if step.dice:
        sentences.append(_("dice: %(faces)s") % {"faces": teller.faces(step.dice)})
    for line in step_lines(step, teller):
        words = {"zone": line.mark, "card": line.card, "what": line_summary(line)}
        sentences.append(_("%(zone)s: %(what)s (card %(card)s)") % words)
    if step.waits is not None:
        sentences.append(_("the spawn step waits for the table"))
    return sentences


def line_summary(line: CardLine) -> str:
    """Return a line such as `3 Walkers, 1 missing, all Walkers activate`."""
    groups = [group.words for group in line.groups if group.came]
    lacks = [
        ngettext("%(count)d missing", "%(count)d missing", group.missing) % {"count": group.missing}
        for group in line.groups
        if group.missing
    ]
    parts = [*groups, *line.faces, *lacks, *line.rush, *line.extra, *line.notes]
    return " · ".join(parts) or _("nobody comes")


def step_reasons(step: SpawnResolved, teller: Teller) -> list[Reason]:
    """Return who set the danger level, who drew, and how many cards were left."""
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


def _spawned(step: SpawnResolved) -> str:
    count = len(step.draws)
    return ngettext("spawn, %(count)d card", "spawn, %(count)d cards", count) % {"count": count}


def _building_opened(step: SpawnResolved) -> str:
    rooms = len({draw.zone for draw in step.draws})
    opened = ngettext(
        "building opened, %(rooms)d room: %(zombies)s",
        "building opened, %(rooms)d rooms: %(zombies)s",
        rooms,
    )
    return opened % {"rooms": rooms, "zombies": zombies_of(step)}


WORDS = Words(
    headlines={SpawnResolved: lambda e, t: occasion_of(e.why, t.game).headline(e)},
    icons={SpawnResolved: "grave"},
    sentences={
        SpawnResolved: step_sentences,
        CardDescribed: lambda e, t: _("card %(card)s is described") % {"card": t.card(e.card)},
        DiceRolled: lambda e, t: _("dice: %(faces)s") % {"faces": t.faces(e.faces)},
        NothingSpawned: lambda e, t: _("%(zone)s: nobody comes") % {"zone": t.zone(e.zone)},
        SpawnPaused: lambda e, t: _("the spawn step waits for the table"),
        CardsLaidOut: lambda e, t: (
            _("cards to give out: %(cards)s") % {"cards": ", ".join(map(t.card, e.cards))}
        ),
        CardGiven: lambda e, t: (
            _("%(zone)s gets card %(card)s") % {"zone": t.zone(e.zone), "card": t.card(e.card)}
        ),
        SpawnSkipped: lambda e, t: (
            ngettext(
                "%(count)d draw of the spawn step was left out",
                "%(count)d draws of the spawn step were left out",
                e.draws,
            )
            % {"count": e.draws}
        ),
        SpawnDoubled: lambda e, t: (
            _("%(zone)s draws %(draws)d cards") % {"zone": t.zone(e.zone), "draws": e.draws}
        ),
    },
    refusals={
        "card.kind": gettext_lazy("This game has no such kind of card."),
        "card.known": gettext_lazy("Card %(card_name)s is known already."),
        "card.undescribed": gettext_lazy(
            "Nobody has told us yet what card %(card)s says. Describe it once."
        ),
        "spawn.done": gettext_lazy("The zombies of this round have spawned already."),
        "spawn.due": gettext_lazy("The zombies of this round have not spawned yet."),
        "spawn.waits": gettext_lazy("The spawn step waits for an answer from the table."),
        "spawn.endless": gettext_lazy(
            "The cards left in this deck would spawn without end. Shuffle it or bring cards back."
        ),
        "spawn.no_distributor": gettext_lazy("Nobody at this table distributes the cards."),
        "spawn.no_zones": gettext_lazy("No spawn zone is active. Add one first."),
        "spawn.not_now": gettext_lazy("Zombies spawn in the zombie phase."),
        "spawn.not_laid_out": gettext_lazy("That card is not among those laid out."),
        "spawn.order": ngettext_lazy(
            "%(count)s card must be given out once.",
            "Each of the %(count)s cards must be given out once.",
            "count",
        ),
    },
    rules={
        "spawn-order": gettext_lazy("Starting zone first, then one card a zone"),
        "rush": gettext_lazy("A rush: those just placed activate at once"),
        "extra-activation": gettext_lazy("Nobody comes: every zombie of that type activates"),
        "double-spawn": gettext_lazy("Double spawn: the next zone draws twice"),
        "building": gettext_lazy("One card for every zone of an opened building"),
    },
    because={
        SpawnDoubled: lambda e, t: ["double-spawn"],
        SpawnResolved: lambda e, t: [drawn_because(e.why)],
    },
    reasons={SpawnResolved: step_reasons},
    occasions={
        STEP: Occasion(
            title=gettext_lazy("Spawn"),
            places=lambda n: ngettext("%(n)d zone", "%(n)d zones", n) % {"n": n},
            headline=_spawned,
        ),
        BUILDING: Occasion(
            title=gettext_lazy("Building"),
            places=lambda n: ngettext("%(n)d room", "%(n)d rooms", n) % {"n": n},
            headline=_building_opened,
        ),
    },
    notes={
        EXTRA_TURN: lambda params, t: (
            _("%(survivor)s has a whole turn first") % {"survivor": t.survivor(params["survivor"])}
        ),
    },
    whys={
        "card": pgettext_lazy("why they activate", "card"),
        "rush": pgettext_lazy("why they activate", "rush"),
    },
    behind={"card": "extra-activation", "rush": "rush"},
    fields={
        "does": pgettext_lazy("what is asked", "what it does"),
        "levels": pgettext_lazy("what is asked", "at each danger level"),
        "brings": pgettext_lazy("what is asked", "whom it brings"),
        "activates": pgettext_lazy("what is asked", "whom it activates"),
        "order": pgettext_lazy("what is asked", "order of the cards"),
        "spawned": pgettext_lazy("what is set", "spawn step done"),
    },
    card_kinds={
        "spawn": pgettext_lazy("kind of card", "Zombies come"),
        "rush": pgettext_lazy("kind of card", "Rush"),
        "extra_activation": pgettext_lazy("kind of card", "Extra activation"),
        "double_spawn": pgettext_lazy("kind of card", "Double spawn"),
    },
    card_meanings={
        "extra_activation": gettext_lazy(
            "Nobody appears in this zone; every zombie of the named kind acts once more. "
            "At Blue nothing happens."
        ),
        "rush": gettext_lazy("Place them; those just placed act at once."),
        "double_spawn": gettext_lazy(
            "Nobody appears here; the next zone draws 2 cards. A double among them waits until "
            "last; two doubles: the next zone draws 4. After the last zone comes the first."
        ),
    },
    card_rules={"double_spawn": "double-spawn"},
    card_lines={
        "rush": gettext_lazy("Rush: %(who)s"),
        "extra_activation": gettext_lazy("Extra activation: %(who)s"),
    },
    commands={
        "spawn.resolve": pgettext_lazy("command", "Spawn"),
        "spawn.deal": pgettext_lazy("command", "Lay the zombie cards out"),
        "spawn.give": pgettext_lazy("command", "Give a zombie card out"),
        "spawn.go_on": pgettext_lazy("command", "Go on spawning"),
        "card.describe": pgettext_lazy("command", "Describe a card"),
    },
)


ROOM = Room(
    questions={
        ACTIVATION: "mechanics/spawn/activation.html",
        DISTRIBUTION: "mechanics/spawn/distribution.html",
        REST: "mechanics/spawn/rest.html",
        STRIKES: "mechanics/spawn/strikes.html",
        TURN: "mechanics/spawn/turn.html",
    }
)
