"""The forms of a pack and of the parts of a mission. Each gives the fields of the draft it sets."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from companion.mechanics.missions.things import token_word
from companion.mechanics.missions.words import MOMENTS
from companion.setup.words import difficulty_word
from companion.setup.zones import FACES, uses_locators
from companion.words import value_word
from companion.workshop.models import NAME_LENGTH, HousePack
from companion.workshop.words import FIELD_WORDS, LANGUAGES, LENGTHS
from rules import Pack, load_packs, names
from rules.maps.given import is_counted, zombies_of, zones_of
from rules.mechanics.missions.goals import DANGER
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import MissionZone
from rules.workshop import DraftMission, DraftRule, Part, Pattern
from rules.workshop.draft import MOST_IN_ROW, OBJECTIVE, TILE_LENGTH, Said, plain_text

COLOURS = ("red", "blue", "green", "yellow", "violet", "pink")
LEVELS = ("blue", "yellow", "orange", "red")
NEUTRAL = "neutral"
ALWAYS_OFFERED = ("exit", "door", "open-door")
"""Tokens that any board may have."""
MORE_ZONES, MOST_ZONES = 3, 20
CARDS = 3
MOST = 999
TEXT_LENGTH = 600
Sent = QueryDict | None


def digest(value: Any) -> str:
    """Tells whether something has changed since a page was shown."""
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:16]


def _label(word: str, language: str) -> str:
    return f"{word} ({LANGUAGES[language]})"


def _number(label: Any, *, most: int = MOST, least: int = 0, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, **more)


def _text(label: str, *, lines: bool = False, length: int = NAME_LENGTH) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 3}) if lines else forms.TextInput()
    return forms.CharField(label=label, required=False, max_length=length, widget=widget)


def _choice(label: Any, words: Mapping[str, Any], none: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[("", none), *words.items()])


def _several(label: Any, words: Mapping[str, str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        required=False,
        choices=list(words.items()),
        widget=forms.CheckboxSelectMultiple,
    )


def colour_words(*more: Iterable[str]) -> dict[str, str]:
    """The usual colours, and whatever else stands there already."""
    keys = dict.fromkeys((*COLOURS, *(key for keys in more for key in keys)))
    neutral = pgettext("colour", "neutral")
    return {key: neutral if key == NEUTRAL else value_word(key) for key in keys}


# --- the pack itself ---


class PackForm(forms.Form):
    """What a pack is called, who wrote it and in which languages."""

    name = forms.CharField(label=gettext_lazy("Name of the pack"), max_length=NAME_LENGTH)
    author = forms.CharField(label=gettext_lazy("Author"), max_length=NAME_LENGTH, required=False)
    languages = forms.MultipleChoiceField(
        label=gettext_lazy("Languages"),
        choices=list(LANGUAGES.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_name(self) -> str:
        if not (name := names.tidy(self.cleaned_data["name"])):
            raise forms.ValidationError(_("Give it a name one can see."))
        return name

    def clean_author(self) -> str:
        return names.tidy(self.cleaned_data["author"])


class NewPackForm(PackForm):
    """The same, and for which game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = get_language() or "en"
        games = {slug: pack.short.in_language(language) for slug, pack in load_packs().items()}
        self.fields["game"] = forms.ChoiceField(label=_("Game"), choices=list(games.items()))
        self.order_fields(["game", "name", "author", "languages"])


# --- the parts of a mission ---


class PartForm(forms.Form):
    """One part. `seen` says what stood there when the page was shown."""

    part: Part
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=20)
    values: tuple[str, ...] = ()
    """The fields of the draft it sets."""

    def __init__(self, data: Sent, *, house: HousePack, pack: Pack, draft: DraftMission) -> None:
        super().__init__(data, initial={"seen": self.seen_of(draft)})
        self.house, self.pack, self.draft = house, pack, draft
        self.lay_out()

    @classmethod
    def seen_of(cls, draft: DraftMission) -> str:
        return digest([getattr(draft, name) for name in cls.values])

    def lay_out(self) -> None:
        """Add the fields."""
        raise NotImplementedError

    def fields_of(self) -> dict[str, Any]:
        """What the draft says then."""
        raise NotImplementedError

    def said(self, name: str) -> Said:
        """The words of a field in every language the pack is in; others keep theirs."""
        before: Said = getattr(self.draft, name)
        return msgspec.structs.replace(
            before,
            **{
                language: plain_text(self.cleaned_data[f"{name}_{language}"])
                for language in self.house.languages
            },
        )

    def number(self, name: str) -> int | None:
        """None for nought, too: nothing is said then."""
        return self.cleaned_data.get(name) or None

    def counts(self, prefix: str) -> dict[str, int]:
        """The fields with this beginning that count something."""
        return {
            name.removeprefix(prefix): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix) and value
        }


class TitleForm(PartForm):
    part = "title"
    values = ("code", "title", "difficulty", "minutes", "length", "survivors", "or_more")

    def lay_out(self) -> None:
        draft = self.draft
        for language in self.house.languages:
            self.fields[f"title_{language}"] = _text(_label(_("Title"), language))
            self.initial[f"title_{language}"] = getattr(draft.title, language)
        self.fields["code"] = _text(_("Code"), length=8)
        self.fields["code"].help_text = _("Short, as A0 or M12.")
        difficulties = ("easy", "medium", "hard", "very-hard")
        self.fields["difficulty"] = _choice(
            _("Difficulty"),
            {key: difficulty_word(key) for key in difficulties},
            _("not said"),
        )
        self.fields["minutes"] = _number(_("Minutes"))
        self.fields["length"] = _choice(_("Length"), LENGTHS, _("as many minutes as it says"))
        self.fields["survivors"] = _number(_("Survivors"), most=12)
        self.fields["or_more"] = forms.BooleanField(label=_("or more"), required=False)
        for name in self.values:
            self.initial.setdefault(name, getattr(draft, name))

    def fields_of(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return {
            "title": self.said("title"),
            "code": names.tidy(cleaned["code"]),
            "difficulty": cleaned["difficulty"] or None,
            "minutes": self.number("minutes"),
            "length": cleaned["length"] or None,
            "survivors": self.number("survivors"),
            "or_more": cleaned["or_more"],
        }


class BoardForm(PartForm):
    part = "board"
    values = ("boxes", "grid", "tokens", "door_colours")

    def lay_out(self) -> None:
        """What lies on the drawn map is not asked again."""
        draft, language = self.draft, get_language() or "en"
        drawn = self.drawn
        boxes = {
            key: box.short.in_language(language)
            for key, box in load_packs()[self.house.game].expansions.items()
        }
        boxes |= {key: key for key in draft.boxes if key not in boxes}
        if boxes:
            self.fields["boxes"] = _several(_("Boxes it is played with"), boxes)
            self.initial["boxes"] = draft.boxes
        if not drawn.tiles:
            self._ask_grid()
        if not is_counted(OBJECTIVE.rstrip("-"), drawn):
            for colour, word in colour_words(draft.objective_colours).items():
                self._count(f"{OBJECTIVE}{colour}", word)
        if not drawn.doors:
            colours = colour_words(draft.door_colours)
            self.fields["door_colours"] = _several(_("Coloured doors"), colours)
            self.initial["door_colours"] = draft.door_colours
        for token in self._tokens():
            if not is_counted(token, drawn):
                self._count(token, token_word(token))

    @property
    def drawn(self) -> DrawnMap:
        return self.draft.map or DrawnMap()

    def _ask_grid(self) -> None:
        self.fields["grid"] = forms.CharField(
            label=_("Tiles, row by row"),
            required=False,
            max_length=TEXT_LENGTH,
            widget=forms.Textarea(attrs={"rows": 3, "autocapitalize": "characters"}),
            help_text=_("As they lie, a line for each row: 9R 4V. Where no tile lies, write -."),
        )
        self.initial["grid"] = "\n".join(
            " ".join(tile or "-" for tile in row) for row in self.draft.grid
        )

    def _count(self, token: str, label: str) -> None:
        self.fields[f"token_{token}"] = _number(label, most=99)
        self.initial[f"token_{token}"] = self.draft.tokens.get(token)

    def _tokens(self) -> list[str]:
        """What the missions of this game lay out, and what any board may have."""
        missions = load_packs()[self.house.game].missions
        boxes = load_packs()[self.house.game].expansions.values()
        laid = [
            token
            for mission in (*missions, *(each for box in boxes for each in box.missions))
            for token in (*mission.tokens, *mission.other_tokens)
        ]
        own = ("spawn", OBJECTIVE, "objectives", "permanent-noise")
        offered = dict.fromkeys((*ALWAYS_OFFERED, *laid, *self.draft.tokens))
        return [token for token in offered if not token.startswith(own)]

    @property
    def objectives(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(f"token_{OBJECTIVE}")]

    @property
    def others(self) -> list[forms.BoundField]:
        return [
            self[name]
            for name in self.fields
            if name.startswith("token_") and not name.startswith(f"token_{OBJECTIVE}")
        ]

    def clean_grid(self) -> tuple[tuple[str, ...], ...]:
        rows = [line.upper().split() for line in self.cleaned_data["grid"].splitlines()]
        grid = tuple(tuple("" if tile == "-" else tile for tile in row) for row in rows if row)
        longest = max(map(len, grid), default=0)
        names_fit = all(len(tile) <= TILE_LENGTH for row in grid for tile in row)
        if max(len(grid), longest) > MOST_IN_ROW or not names_fit:
            raise forms.ValidationError(_("At most 12 rows of 12 tiles, each with a name as 4V."))
        return grid

    def fields_of(self) -> dict[str, Any]:
        draft, cleaned = self.draft, self.cleaned_data
        asked = {name.removeprefix("token_") for name in self.fields}
        unasked = {token: n for token, n in draft.tokens.items() if token not in asked}
        return {
            "boxes": tuple(cleaned.get("boxes", ())),
            "grid": cleaned.get("grid", draft.grid),
            "tokens": {**unasked, **self.counts("token_")},
            "door_colours": tuple(cleaned.get("door_colours", draft.door_colours)),
        }


class ZonesForm(PartForm):
    """A row for each zone and some more; a row without a name is no zone."""

    part = "zones"
    values = ("zones",)

    def lay_out(self) -> None:
        self.on_map = zones_of(self.draft.map) if self.draft.map else ()
        if self.on_map:
            self.size = 0
            return
        laid = self.draft.zones
        self.size = min(len(laid) + MORE_ZONES, MOST_ZONES)
        colours = colour_words(zone.colour for zone in laid if zone.colour)
        colours.pop("red", None)
        for number in range(self.size):
            zone = laid[number] if number < len(laid) else None
            self._row(f"zone{number}", zone, colours)

    def _row(self, name: str, zone: MissionZone | None, colours: dict[str, str]) -> None:
        self.fields[f"{name}_id"] = _text(_("Number or name"), length=20)
        self.fields[f"{name}_colour"] = _choice(_("Colour"), colours, _("no colour"))
        self.fields[f"{name}_tokens"] = _number(pgettext("spawn zone", "Tokens"), most=12)
        self.fields[f"{name}_start"] = forms.BooleanField(label=_("Starting zone"), required=False)
        self.fields[f"{name}_asleep"] = forms.BooleanField(label=_("Asleep"), required=False)
        if uses_locators(self.pack):
            faces = {str(face): str(face) for face in FACES}
            self.fields[f"{name}_locators"] = _several(_("Locators"), faces)
        if zone:
            said = {
                "id": zone.id,
                "colour": zone.colour or "",
                "tokens": zone.tokens,
                "start": zone.start,
                "asleep": zone.asleep,
                "locators": [str(face) for face in zone.locators],
            }
            for field, value in said.items():
                self.initial[f"{name}_{field}"] = value

    @property
    def rows(self) -> list[dict[str, forms.BoundField]]:
        return [
            {
                name.removeprefix(f"zone{number}_"): self[name]
                for name in self.fields
                if name.startswith(f"zone{number}_")
            }
            for number in range(self.size)
        ]

    def fields_of(self) -> dict[str, Any]:
        if self.on_map:
            return {}
        zones = []
        for number in range(self.size):
            said = {
                name.removeprefix(f"zone{number}_"): value
                for name, value in self.cleaned_data.items()
                if name.startswith(f"zone{number}_")
            }
            # The dot parts the words of a zone in the address of a set-up.
            key = names.tidy(said["id"].replace(".", ""))
            if key:
                zones.append(
                    MissionZone(
                        id=key,
                        start=said["start"],
                        colour=said["colour"] or None,
                        asleep=said["asleep"],
                        tokens=said["tokens"] or 1,
                        locators=tuple(int(face) for face in said.get("locators", ())),
                    )
                )
        return {"zones": tuple(zones)}


class StartForm(PartForm):
    part = "start"
    values = ("zombies", "start_hour", "time_track")

    def lay_out(self) -> None:
        language, draft = get_language() or "en", self.draft
        words = {zombie.id: zombie.name.in_language(language) for zombie in self.pack.zombies}
        words |= {key: key for key in draft.zombies if key not in words}
        self.on_map = zombies_of(draft.map) if draft.map else {}
        for key, word in words.items() if not self.on_map else ():
            self.fields[f"zombie_{key}"] = _number(word, most=99)
            self.initial[f"zombie_{key}"] = draft.zombies.get(key)
        hours = {str(hour): f"{hour}:00" for hour in range(24)}
        self.fields["start_hour"] = _choice(_("Clock"), hours, _("No clock"))
        self.fields["time_track"] = _number(_("Time meter: how many boxes"), most=60)
        hour = draft.start_hour
        self.initial["start_hour"] = "" if hour is None else str(hour)
        self.initial["time_track"] = draft.time_track

    @property
    def zombies(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("zombie_")]

    def fields_of(self) -> dict[str, Any]:
        hour = self.cleaned_data["start_hour"]
        return {
            "zombies": self.draft.zombies if self.on_map else self.counts("zombie_"),
            "start_hour": int(hour) if hour else None,
            "time_track": self.number("time_track"),
        }


PART_FORMS: dict[str, type[PartForm]] = {
    form.part: form for form in (TitleForm, BoardForm, ZonesForm, StartForm)
}


# --- one goal or rule ---


class RuleForm(forms.Form):
    """A goal or a rule: its sentence, and the numbers its effect asks for."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=20)

    def __init__(
        self,
        data: Sent,
        *,
        house: HousePack,
        pack: Pack,
        rule: DraftRule,
        pattern: Pattern | None,
    ) -> None:
        super().__init__(data, initial={"seen": digest(rule)})
        self.house, self.pack, self.rule, self.pattern = house, pack, rule, pattern
        for language in house.languages:
            label = _label(_("In a sentence"), language)
            self.fields[f"text_{language}"] = _text(label, lines=True, length=TEXT_LENGTH)
            self.initial[f"text_{language}"] = getattr(rule, language)
        for field in pattern.allowed if pattern else ():
            self._ask(field)
        if pattern is None or not pattern.is_carried_out:
            self.fields["when"] = _choice(
                _("Remind the players"), MOMENTS, _("never: they see it on the board")
            )
            self.initial["when"] = rule.when or ""

    def _ask(self, field: str) -> None:
        language = get_language() or "en"
        label, value = FIELD_WORDS[field], getattr(self.rule, field)
        if field in ("points", "count"):
            self.fields[field] = _number(label)
        elif field == "hour":
            hours = {str(hour): f"{hour}:00" for hour in range(24)}
            self.fields[field] = _choice(label, hours, "")
            value = "" if value is None else str(value)
        elif field in ("colours", "needs"):
            self.fields[field] = _several(label, self._colours(value))
        elif field == "zombie":
            words = {each.id: each.name.in_language(language) for each in self.pack.zombies}
            self.fields[field] = _choice(label, _with(words, value), _("not said"))
        elif field == "deck":
            words = {key: deck.name.in_language(language) for key, deck in self.pack.decks.items()}
            self.fields[field] = _choice(label, _with(words, value), _("not said"))
        else:
            self._ask_cards(language)
            return
        self.initial[field] = value

    def _colours(self, value: Iterable[str]) -> dict[str, str]:
        if self.pattern and self.pattern.do == DANGER:
            return {level: value_word(level) for level in LEVELS}
        return colour_words(value)

    def _ask_cards(self, language: str) -> None:
        words = {card.id: card.name.in_language(language) for card in self.pack.equipment}
        words = dict(sorted(words.items(), key=lambda each: each[1]))
        have = list(self.rule.equipment.items())
        for number in range(max(CARDS, len(have))):
            card, count = have[number] if number < len(have) else ("", None)
            label = f"{FIELD_WORDS['equipment']} {number + 1}"
            self.fields[f"card{number}"] = _choice(label, _with(words, card), _("none"))
            self.fields[f"copies{number}"] = _number(FIELD_WORDS["count"], most=60)
            self.initial[f"card{number}"] = card
            self.initial[f"copies{number}"] = count

    def said(self) -> DraftRule:
        """The rule as it is now."""
        cleaned = self.cleaned_data
        words = {
            language: plain_text(cleaned[f"text_{language}"]) for language in self.house.languages
        }
        values: dict[str, Any] = {}
        for field in self.pattern.allowed if self.pattern else ():
            if field == "equipment":
                values[field] = {
                    card: cleaned.get(f"copies{number}") or 1
                    for number in range(max(CARDS, len(self.rule.equipment)))
                    if (card := cleaned.get(f"card{number}"))
                }
            elif field in ("colours", "needs"):
                values[field] = tuple(cleaned[field])
            elif field == "hour":
                values[field] = int(cleaned[field]) if cleaned[field] else None
            else:
                values[field] = cleaned[field] or None
        if "when" in self.fields:
            values["when"] = cleaned["when"] or None
        return msgspec.structs.replace(self.rule, **words, **values)


def _with(words: dict[str, str], value: str | None) -> dict[str, str]:
    """With what stands there, though nothing in the box has that name."""
    return words if not value or value in words else {**words, value: value}


def begun_rule(pattern: Pattern | None, languages: Iterable[str]) -> DraftRule:
    """A new rule: blank, or with the sentence of the mission that has it."""
    if pattern is None:
        return DraftRule()
    words = {language: getattr(pattern.example, language) for language in languages}
    return DraftRule(do=pattern.do, when=pattern.example.when, **words)
