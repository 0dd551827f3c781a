"""Missions: the form of each of their parts, and what a part says in a line."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from companion.setup.words import difficulty_word
from companion.setup.zones import NORMAL, uses_locators, zone_kinds
from companion.words import colour_word, token_word, value_word
from companion.workshop import fields
from companion.workshop.draft_forms import (
    TEXT,
    Control,
    CountInputs,
    DraftForm,
    FieldRow,
    Inputs,
    choice,
    count,
    digest,
    line,
    one_of,
    several,
    small_number,
    switch,
    ticks,
)
from companion.workshop.pieces.base import PieceRoom
from companion.workshop.reading import Reading
from companion.workshop.selectors import changed_fields
from companion.workshop.words import LENGTHS, PART_WORDS, draft_title
from rules import Pack, names
from rules.maps.given import is_counted, zombies_of, zones_of
from rules.mechanics.supply import LARGEST
from rules.mechanics.zones import FACES
from rules.packs.checks.missions import OBJECTIVES
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import MissionZone
from rules.workshop import DraftMission, Part
from rules.workshop.draft import MISSIONS, boxes_of
from rules.workshop.pieces.missions import MOST_IN_ROW, OBJECTIVE, TILE_LENGTH

ALWAYS_OFFERED = ("exit", "door", "open-door")
"""Tokens that any board may have."""
MORE_ZONES, MOST_ZONES = 3, 20
MOST_LAID, MOST_NEEDS = 99, 3
DIFFICULTIES = ("easy", "medium", "hard", "very-hard")
NOT_SAID = _("not said")


class PartForm(DraftForm):
    """A part of a mission. `seen` is of the fields that it sets."""

    part: Part
    template = "workshop/write.html"

    @classmethod
    def values(cls) -> tuple[str, ...]:
        """Return the fields of the draft that it sets."""
        return tuple(dict.fromkeys(name for row in cls.rows for name in row.fields))

    def seen_of(self, draft: Any) -> str:
        return digest([getattr(draft, name) for name in self.values()])

    @property
    def drawn(self) -> DrawnMap:
        return self.draft.map or DrawnMap()


# --- title ---


def _difficulties(form: DraftForm) -> dict[str, str]:
    return {key: difficulty_word(key) for key in DIFFICULTIES}


class TitleForm(PartForm):
    part = "title"
    rows = (
        FieldRow(
            title=_("Title"),
            code=line(_("Code"), hint=_("Short, as A0 or M12.")),
            difficulty=choice(_("Difficulty"), _difficulties, none=NOT_SAID),
            minutes=count(_("Minutes")),
            length=choice(_("Length"), LENGTHS, none=_("as many minutes as it says")),
            survivors=count(_("Survivors")),
            or_more=_("or more"),
            tutorial=_("It teaches the game"),
            page=_("Page of the book"),
        ),
    )


# --- board ---


class GridField(forms.CharField):
    """Tiles as they lie: a line for each row, `-` for a gap."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, tuple):
            return value
        return "\n".join(" ".join(tile or "-" for tile in row) for row in value)

    def clean(self, value: Any) -> Any:
        rows = [line.upper().split() for line in super().clean(value).splitlines()]
        grid = tuple(tuple("" if tile == "-" else tile for tile in row) for row in rows if row)
        longest = max(map(len, grid), default=0)
        names_fit = all(len(tile) <= TILE_LENGTH for row in grid for tile in row)
        if max(len(grid), longest) > MOST_IN_ROW or not names_fit:
            raise forms.ValidationError(_("At most 12 rows of 12 tiles, each with a name as 4V."))
        return grid


def _grid(form: DraftForm, draft: Any, field: str) -> forms.Field:
    return GridField(
        label=_("Tiles, row by row"),
        required=False,
        max_length=TEXT,
        widget=forms.Textarea(attrs={"rows": 3, "autocapitalize": "characters"}),
        help_text=_("As they lie, a line for each row: 9R 4V. Where no tile lies, write -."),
    )


class TokenInputs(Inputs):
    """Numbers of tokens that are not on the drawn map; others stay."""

    def __init__(self, words: Any) -> None:
        super().__init__()
        self.words = words

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        assert isinstance(form, PartForm)
        for token, word in self.words(form).items():
            if not is_counted(token, form.drawn):
                form.add(f"token_{token}", small_number(word, MOST_LAID), value.get(token))

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        unasked = {token: n for token, n in value.items() if f"token_{token}" not in form.fields}
        return {**unasked, **form.said_in("token_")}


def _objectives(form: DraftForm) -> dict[str, str]:
    colours = fields.colour_words(form.draft.objective_colours)
    return {f"{OBJECTIVE}{colour}": word for colour, word in colours.items()}


def _tokens(form: DraftForm) -> dict[str, str]:
    """Return the tokens of this game's missions, and those that any board may have."""
    game, draft = form.reading.game, form.draft
    missions = (mission for _name, box in boxes_of(game) for mission in box.missions)
    laid = (token for printed in missions for token in (*printed.tokens, *printed.other_tokens))
    own = ("spawn", OBJECTIVE, "objectives", "permanent-noise")
    offered = dict.fromkeys((*ALWAYS_OFFERED, *laid, *draft.tokens, *draft.other_tokens))
    return {token: token_word(token, game.game) for token in offered if not token.startswith(own)}


class OtherTokens(Inputs):
    """Tokens in unknown numbers; those that are not offered stay."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        words = _tokens(form)
        form.add(name, ticks(self.label, words), [token for token in value if token in words])

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        words = _tokens(form)
        return (*form.cleaned_data[name], *(token for token in value if token not in words))


def _boxes(form: DraftForm) -> dict[str, str]:
    boxes = form.reading.game.expansions.items()
    return {key: box.short.in_language(form.language) for key, box in boxes}


def _colours(form: DraftForm, draft: Any, field: str) -> forms.Field:
    return ticks(_("Colored doors"), fields.colour_words(draft.door_colours))


OTHERS = _("On the map as well, nobody knows how many")


class BoardForm(PartForm):
    """The board, without what the drawn map shows."""

    part = "board"
    template = "workshop/parts/board.html"
    rows = (
        FieldRow(
            boxes=several(_("Boxes it is played with"), _boxes),
            grid=_grid,
            tile_count=count(
                _("How many tiles"), most=MOST_LAID, hint=_("Where you do not know which.")
            ),
        ),
        FieldRow(
            "grid",
            legend=_("Objectives, by color"),
            hint=_("Those that lie face down among the red ones count as red, too."),
            tokens=TokenInputs(_objectives),
        ),
        FieldRow(door_colours=_colours),
        FieldRow("grid", legend=_("Other tokens"), tokens=TokenInputs(_tokens)),
        FieldRow("fold", legend=OTHERS, other_tokens=OtherTokens(OTHERS)),
    )

    def asks(self, name: str) -> bool:
        match name:
            case "boxes":
                return bool(self.reading.game.expansions or self.draft.boxes)
            case "grid" | "tile_count":
                return not self.drawn.tiles
            case "door_colours":
                return not self.drawn.doors
        return True


# --- spawn zones ---


def _zone_colours(form: DraftForm) -> dict[str, str]:
    words = fields.colour_words(zone.colour for zone in form.draft.zones if zone.colour)
    return {colour: word for colour, word in words.items() if colour != "red"}


def _kinds(form: DraftForm) -> dict[str, str]:
    game = form.pack.game
    return {kind: value_word(kind, game) for kind in zone_kinds(form.pack) if kind != NORMAL}


def _whose(form: DraftForm, zone: Any, field: str) -> forms.Field:
    usual = value_word(NORMAL, form.pack.game)
    return choice(_("Whose tokens lie there"), _kinds, none=usual)(form, zone, field)


def _locators(form: DraftForm, zone: Any, field: str) -> forms.Field:
    return ticks(_("Locators"), {str(face): str(face) for face in FACES})


ZONE: dict[str, Control] = {
    "id": line(_("Number or name"), most=20),
    "colour": choice(_("Color"), _zone_colours, none=_("no color")),
    "tokens": count(pgettext_lazy("spawn zone", "Tokens"), most=12),
    "start": switch(_("Starting zone")),
    "asleep": switch(_("Asleep")),
    "kind": _whose,
    "locators": _locators,
}


class Zones(Inputs):
    """A row for each zone and some more; a row without a name is no zone."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        for number in range(_rows_for(value)):
            zone = value[number] if number < len(value) else None
            group = form.begin("zone", legend=number + 1)
            blank, asked = MissionZone(id=""), _asked(form)
            bound = form.add_all(f"zone{number}_", zone or blank, asked, is_blank=zone is None)
            group.parts = [bound]

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        zones = []
        for number in range(_rows_for(value)):
            said = form.said_of(f"zone{number}_", _asked(form))
            # The dot parts the words of a zone in the address of a set-up.
            said["id"] = names.tidy(said["id"].replace(".", ""))
            said["locators"] = tuple(map(int, said.get("locators", ())))
            zones.append(MissionZone(**said))
        return tuple(zone for zone in zones if zone.id)


def _asked(form: DraftForm) -> dict[str, Control]:
    return {field: control for field, control in ZONE.items() if form.asks(field)}


def _rows_for(zones: tuple[MissionZone, ...]) -> int:
    return min(len(zones) + MORE_ZONES, MOST_ZONES)


class ZonesForm(PartForm):
    part = "zones"
    template = "workshop/parts/zones.html"
    is_whole = True
    rows = (FieldRow(zones=Zones()),)

    @property
    def on_map(self) -> tuple[MissionZone, ...]:
        return zones_of(self.drawn)

    def asks(self, name: str) -> bool:
        match name:
            case "zones":
                return not self.on_map
            case "kind":
                return len(zone_kinds(self.pack)) > 1
            case "locators":
                return uses_locators(self.pack)
        return True


# --- beginning ---


def _leaders(form: DraftForm) -> dict[str, str]:
    """Return the largest zombies."""
    largest = {zombie.id for zombie in form.pack.zombies if zombie.family == LARGEST}
    return {key: word for key, word in fields.zombies(form).items() if key in largest}


class Needs(Inputs):
    """Needs of which one survivor must have each: specialties to tick, skills by name."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        known = fields.specialties(form)
        if known:
            label = _("Specialties somebody must have")
            form.add("specialties", ticks(label, known), [need for need in value if need in known])
        form.begin("grid", legend=_("Skills somebody must have"))
        there = tuple(need for need in value if need not in known)
        label = _("Skill %(n)d")
        form.add_skills("need", lambda n: label % {"n": n}, there, MOST_NEEDS, first=0)

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        needs = (*form.cleaned_data.get("specialties", ()), *form.said_in("need").values())
        return tuple(dict.fromkeys(needs))


class StartForm(PartForm):
    part = "start"
    template = "workshop/parts/start.html"
    rows = (
        FieldRow(
            "grid",
            legend=_("Zombies on the board"),
            zombies=CountInputs(fields.zombies, most=MOST_LAID, name="zombie"),
        ),
        FieldRow(
            boss=choice(_("Who leads it"), _leaders, none=_("nobody")),
            start_hour=choice(_("Clock"), fields.HOURS, none=_("No clock")),
            time_track=count(_("Time meter: how many boxes"), most=60),
            needs=Needs(),
        ),
    )

    @property
    def on_map(self) -> bool:
        return bool(zombies_of(self.drawn))

    def asks(self, name: str) -> bool:
        match name:
            case "zombies":
                return not self.on_map
            case "boss":
                return bool(_leaders(self))
        return True


# --- decks ---


class Decks(Inputs):
    """One of the pack's decks, or none, for each deck of the game."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        printed = fields.decks(form)
        offered: dict[str, dict[str, str]] = {}
        for deck in form.reading.content.pieces("decks"):
            title = deck.name.in_language(form.language) or deck.id
            offered.setdefault(deck.deck, {})[deck.id] = title
        for key, words in offered.items():
            made = one_of(printed.get(key, key), _("as in the box"), words)
            form.add(f"deck_{key}", made, next((deck for deck in words if deck in value), ""))

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        return tuple(form.said_in("deck_").values())


class DecksForm(PartForm):
    """The pack's decks it is played with, and the cards it has of its own."""

    part = "decks"
    template = "workshop/parts/decks.html"
    rows = (
        FieldRow(
            decks=Decks(),
            objective_cards=count(_("Objective cards"), most=MOST_LAID),
            notes=count(_("Notes"), most=MOST_LAID),
        ),
    )

    def asks(self, name: str) -> bool:
        return name == "decks" or OBJECTIVES in self.pack.decks

    @property
    def offered(self) -> bool:
        return bool(self.reading.content.pieces("decks"))


PART_FORMS: dict[str, type[PartForm]] = {
    form.part: form for form in (TitleForm, BoardForm, ZonesForm, StartForm, DecksForm)
}


# --- in words ---


def _title(draft: DraftMission, pack: Pack) -> str:
    words = [draft.code]
    words += [difficulty_word(draft.difficulty)] if draft.difficulty else []
    words += [_("%(n)s min") % {"n": draft.minutes}] if draft.minutes else []
    if draft.survivors:
        words.append(
            ngettext("%(n)s survivor", "%(n)s survivors", draft.survivors)
            % {"n": f"{draft.survivors}{'+' if draft.or_more else ''}"}
        )
    return " · ".join(word for word in words if word)


def _board(draft: DraftMission, pack: Pack) -> str:
    words = [" ".join(draft.tiles)] if draft.tiles else []
    if count := sum(draft.tokens.values()):
        words.append(ngettext("%(n)d token", "%(n)d tokens", count) % {"n": count})
    return " · ".join(words)


def _goals(draft: DraftMission, pack: Pack) -> str:
    count = len(draft.goals)
    return ngettext("%(n)d goal", "%(n)d goals", count) % {"n": count} if count else ""


def _rules(draft: DraftMission, pack: Pack) -> str:
    count = len(draft.rules)
    return ngettext("%(n)d rule", "%(n)d rules", count) % {"n": count} if count else ""


def _zones(draft: DraftMission, pack: Pack) -> str:
    lines = []
    for zone in draft.zones:
        words = [zone.id]
        words += [colour_word(zone.colour)] if zone.colour else []
        words += [gettext("asleep")] if zone.asleep else []
        lines.append(" ".join(words))
    return "; ".join(lines)


def _start(draft: DraftMission, pack: Pack) -> str:
    words = []
    if count := sum(draft.zombies.values()):
        words.append(ngettext("%(n)d zombie", "%(n)d zombies", count) % {"n": count})
    words += [f"{draft.start_hour}:00"] if draft.start_hour is not None else []
    words += [gettext("Time meter")] if draft.time_track else []
    language = get_language() or "en"
    leader = next((zombie for zombie in pack.zombies if zombie.id == draft.boss), None)
    words += [leader.name.in_language(language)] if leader else []
    names = {**pack.specialties, **{key: skill.name for key, skill in pack.skills.items()}}
    words += [names[need].in_language(language) for need in draft.needs if need in names]
    return " · ".join(words)


def _decks(draft: DraftMission, pack: Pack) -> str:
    words = []
    if count := len(draft.decks):
        words.append(ngettext("%(n)d deck of ours", "%(n)d decks of ours", count) % {"n": count})
    if draft.objective_cards:
        words.append(_("%(n)d objective cards") % {"n": draft.objective_cards})
    if draft.notes:
        words.append(_("%(n)d notes") % {"n": draft.notes})
    return " · ".join(words)


SUMMARIES: dict[Part, Callable[[DraftMission, Pack], str]] = {
    "title": _title,
    "board": _board,
    "goals": _goals,
    "rules": _rules,
    "zones": _zones,
    "start": _start,
    "decks": _decks,
}
"""Functions that tell what a part says so far; nothing while it is empty."""


_PART_OF: dict[str, Part] = {
    **{field: form.part for form in PART_FORMS.values() for field in form.values()},
    "goals": "goals",
    "rules": "rules",
}


def _changed(before: DraftMission, after: DraftMission, reading: Reading) -> str:
    """Return the parts in which a mission is another one."""
    fields = sorted(changed_fields(before, after))
    parts = list(dict.fromkeys(_PART_OF.get(field, "board") for field in fields))
    names = [str(PART_WORDS[part]) for part in parts]
    match parts:
        case ["title"]:
            return f"{names[0]}: {draft_title(after)}"
        case ["goals" | "rules" as side]:
            old, new = len(getattr(before, side)), len(getattr(after, side))
            return f"{names[0]}: {old} → {new}" if old != new else names[0]
    return ", ".join(names)


def _shown(draft: DraftMission, reading: Reading) -> dict[str, Any]:
    """Return the mission as its sheet shows it."""
    return {"mission": reading.shown(draft), "played": reading.pack_of(draft)}


ROOM = PieceRoom(
    kind=MISSIONS,
    name=_("Missions"),
    single=pgettext_lazy("what a pack holds", "Mission"),
    about=_("and its map"),
    icon="flag",
    form=TitleForm,
    title=lambda draft, reading: draft_title(draft),
    summary=lambda draft, reading: draft.code,
    beside="workshop/_sheet.html",
    shown=_shown,
    changed=_changed,
)
