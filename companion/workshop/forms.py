"""The forms of a pack and of the parts of a mission. Each gives the fields of the draft it sets."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from companion.mechanics.missions import MOMENTS
from companion.setup.words import difficulty_word
from companion.setup.zones import FACES, NORMAL, uses_locators, zone_kinds
from companion.words import token_word, value_word
from companion.workshop.fields import (
    TEXT_LENGTH,
    Sent,
    SkillField,
    choice_field,
    colour_words,
    digest,
    in_language,
    number_field,
    several_field,
    skill_names,
    switch_field,
    text_field,
    with_value,
)
from companion.workshop.models import NAME_LENGTH, HousePack
from companion.workshop.words import FIELD_WORDS, LANGUAGES, LENGTHS
from rules import Pack, load_packs, names
from rules.maps.given import is_counted, zombies_of, zones_of
from rules.mechanics.missions.goals import DANGER
from rules.mechanics.supply import LARGEST
from rules.packs.checks.missions import OBJECTIVES
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import MissionZone
from rules.workshop import DraftMission, DraftRule, Part, Pattern
from rules.workshop.draft import MOST_IN_ROW, OBJECTIVE, TILE_LENGTH, Said, plain_text
from rules.workshop.pieces import DraftDeck

LEVELS = ("blue", "yellow", "orange", "red")
ALWAYS_OFFERED = ("exit", "door", "open-door")
"""Tokens that any board may have."""
MORE_ZONES, MOST_ZONES = 3, 20
CARDS = 3
MOST_NEEDS = 3


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

    is_whole = False
    """Its rows move when one goes, so that it is saved as a whole."""

    def __init__(
        self,
        data: Sent,
        *,
        house: HousePack,
        pack: Pack,
        draft: DraftMission,
        decks: Iterable[DraftDeck] = (),
    ) -> None:
        super().__init__(data, initial={"seen": self.seen_of(draft)})
        self.house, self.pack, self.draft, self.decks = house, pack, draft, tuple(decks)
        self.lay_out()

    @classmethod
    def seen_of(cls, draft: DraftMission) -> str:
        return digest([getattr(draft, name) for name in cls.values])

    @property
    def seen_now(self) -> str:
        return self.seen_of(self.draft)

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
    values = (
        *("code", "title", "difficulty", "minutes", "length", "survivors", "or_more"),
        *("tutorial", "page"),
    )

    def lay_out(self) -> None:
        draft = self.draft
        for language in self.house.languages:
            self.fields[f"title_{language}"] = text_field(in_language(_("Title"), language))
            self.initial[f"title_{language}"] = getattr(draft.title, language)
        self.fields["code"] = text_field(_("Code"), length=8)
        self.fields["code"].help_text = _("Short, as A0 or M12.")
        difficulties = ("easy", "medium", "hard", "very-hard")
        self.fields["difficulty"] = choice_field(
            _("Difficulty"),
            {key: difficulty_word(key) for key in difficulties},
            _("not said"),
        )
        self.fields["minutes"] = number_field(_("Minutes"))
        self.fields["length"] = choice_field(_("Length"), LENGTHS, _("as many minutes as it says"))
        self.fields["survivors"] = number_field(_("Survivors"), most=12)
        self.fields["or_more"] = switch_field(_("or more"))
        self.fields["tutorial"] = switch_field(_("It teaches the game"))
        self.fields["page"] = text_field(_("Page of the book"), length=12)
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
            "tutorial": cleaned["tutorial"],
            "page": names.tidy(cleaned["page"]),
        }


class BoardForm(PartForm):
    part = "board"
    values = ("boxes", "grid", "tokens", "door_colours", "tile_count", "other_tokens")

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
            self.fields["boxes"] = several_field(_("Boxes it is played with"), boxes)
            self.initial["boxes"] = draft.boxes
        if not drawn.tiles:
            self._ask_grid()
        if not is_counted(OBJECTIVE.rstrip("-"), drawn):
            for colour, word in colour_words(draft.objective_colours).items():
                self._count(f"{OBJECTIVE}{colour}", word)
        if not drawn.doors:
            colours = colour_words(draft.door_colours)
            self.fields["door_colours"] = several_field(_("Coloured doors"), colours)
            self.initial["door_colours"] = draft.door_colours
        for token in self._tokens():
            if not is_counted(token, drawn):
                self._count(token, token_word(token, self.house.game))
        words = {token: token_word(token, self.house.game) for token in self._tokens()}
        self.fields["other_tokens"] = several_field(
            _("On the map as well, nobody knows how many"), words
        )
        self.initial["other_tokens"] = draft.other_tokens

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
        self.fields["tile_count"] = number_field(
            _("How many tiles"), most=99, help_text=_("Where you do not know which.")
        )
        self.initial["tile_count"] = self.draft.tile_count

    def _count(self, token: str, label: str) -> None:
        self.fields[f"token_{token}"] = number_field(label, most=99)
        self.initial[f"token_{token}"] = self.draft.tokens.get(token)

    def _tokens(self) -> list[str]:
        """Tokens that the missions of this game lay out, and those that any board may have."""
        missions = load_packs()[self.house.game].missions
        boxes = load_packs()[self.house.game].expansions.values()
        laid = [
            token
            for mission in (*missions, *(printed for box in boxes for printed in box.missions))
            for token in (*mission.tokens, *mission.other_tokens)
        ]
        own = ("spawn", OBJECTIVE, "objectives", "permanent-noise")
        offered = dict.fromkeys(
            (*ALWAYS_OFFERED, *laid, *self.draft.tokens, *self.draft.other_tokens)
        )
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
            "tile_count": cleaned.get("tile_count", draft.tile_count) or None,
            "other_tokens": tuple(cleaned["other_tokens"]),
        }


class ZonesForm(PartForm):
    """A row for each zone and some more; a row without a name is no zone."""

    part = "zones"
    is_whole = True
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
        self.fields[f"{name}_id"] = text_field(_("Number or name"), length=20)
        self.fields[f"{name}_colour"] = choice_field(_("Colour"), colours, _("no colour"))
        self.fields[f"{name}_tokens"] = number_field(pgettext("spawn zone", "Tokens"), most=12)
        self.fields[f"{name}_start"] = forms.BooleanField(label=_("Starting zone"), required=False)
        self.fields[f"{name}_asleep"] = forms.BooleanField(label=_("Asleep"), required=False)
        kinds = zone_kinds(self.pack)
        if len(kinds) > 1:
            words = {kind: value_word(kind, self.pack.game) for kind in kinds if kind != NORMAL}
            self.fields[f"{name}_kind"] = choice_field(
                _("Whose tokens lie there"), words, value_word(NORMAL, self.pack.game)
            )
        if uses_locators(self.pack):
            faces = {str(face): str(face) for face in FACES}
            self.fields[f"{name}_locators"] = several_field(_("Locators"), faces)
        if zone:
            values = {
                "id": zone.id,
                "colour": zone.colour or "",
                "tokens": zone.tokens,
                "start": zone.start,
                "asleep": zone.asleep,
                "locators": [str(face) for face in zone.locators],
                "kind": "" if zone.kind == NORMAL else zone.kind,
            }
            for field, value in values.items():
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
            cleaned = {
                name.removeprefix(f"zone{number}_"): value
                for name, value in self.cleaned_data.items()
                if name.startswith(f"zone{number}_")
            }
            # The dot parts the words of a zone in the address of a set-up.
            key = names.tidy(cleaned["id"].replace(".", ""))
            if key:
                zones.append(
                    MissionZone(
                        id=key,
                        start=cleaned["start"],
                        colour=cleaned["colour"] or None,
                        asleep=cleaned["asleep"],
                        tokens=cleaned["tokens"] or 1,
                        locators=tuple(int(face) for face in cleaned.get("locators", ())),
                        kind=cleaned.get("kind") or NORMAL,
                    )
                )
        return {"zones": tuple(zones)}


class StartForm(PartForm):
    part = "start"
    values = ("zombies", "start_hour", "time_track", "boss", "needs")

    def lay_out(self) -> None:
        language, draft = get_language() or "en", self.draft
        words = {zombie.id: zombie.name.in_language(language) for zombie in self.pack.zombies}
        words |= {key: key for key in draft.zombies if key not in words}
        self.on_map = zombies_of(draft.map) if draft.map else {}
        for key, word in words.items() if not self.on_map else ():
            self.fields[f"zombie_{key}"] = number_field(word, most=99)
            self.initial[f"zombie_{key}"] = draft.zombies.get(key)
        hours = {str(hour): f"{hour}:00" for hour in range(24)}
        self.fields["start_hour"] = choice_field(_("Clock"), hours, _("No clock"))
        self.fields["time_track"] = number_field(_("Time meter: how many boxes"), most=60)
        hour = draft.start_hour
        self.initial["start_hour"] = "" if hour is None else str(hour)
        self.initial["time_track"] = draft.time_track
        self._ask_boss(language)
        self._ask_needs(language)

    def _ask_boss(self, language: str) -> None:
        """The largest ones, and whoever leads it already."""
        words = {
            zombie.id: zombie.name.in_language(language)
            for zombie in self.pack.zombies
            if zombie.family == LARGEST
        }
        if words:
            words = with_value(words, self.draft.boss)
            self.fields["boss"] = choice_field(_("Who leads it"), words, _("nobody"))
            self.initial["boss"] = self.draft.boss or ""

    def _ask_needs(self, language: str) -> None:
        """Skills by name; specialties, which are few, to tick."""
        draft, specialties = self.draft, self.pack.specialties
        if specialties:
            words = {key: word.in_language(language) for key, word in specialties.items()}
            self.fields["specialties"] = several_field(_("Specialties somebody must have"), words)
            self.initial["specialties"] = [need for need in draft.needs if need in specialties]
        self.skills = skill_names(self.pack)
        skills = [need for need in draft.needs if need not in specialties]
        for number in range(max(MOST_NEEDS, len(skills))):
            known = skills[number] if number < len(skills) else ""
            label = _("Skill %(n)d") % {"n": number + 1}
            self.fields[f"need{number}"] = SkillField(self.skills, label=label, initial=known)

    @property
    def needs(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("need")]

    @property
    def zombies(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("zombie_")]

    def fields_of(self) -> dict[str, Any]:
        hour = self.cleaned_data["start_hour"]
        return {
            "zombies": self.draft.zombies if self.on_map else self.counts("zombie_"),
            "start_hour": int(hour) if hour else None,
            "time_track": self.number("time_track"),
            "boss": self.cleaned_data.get("boss") or None,
            "needs": tuple(dict.fromkeys(self._needed())),
        }

    def _needed(self) -> Iterable[str]:
        yield from self.cleaned_data.get("specialties", ())
        for bound in self.needs:
            if need := self.cleaned_data.get(bound.name):
                yield need


class DecksForm(PartForm):
    """Which of the pack's decks it is played with, and the cards it has of its own."""

    part = "decks"
    values = ("decks", "objective_cards", "notes")

    def lay_out(self) -> None:
        language, draft = get_language() or "en", self.draft
        self.offered: dict[str, list[DraftDeck]] = {}
        for deck in self.decks:
            self.offered.setdefault(deck.deck, []).append(deck)
        for key, decks in self.offered.items():
            printed = self.pack.decks.get(key)
            label = printed.name.in_language(language) if printed else key
            words = {deck.id: deck.name.in_language(language) or deck.id for deck in decks}
            self.fields[f"deck_{key}"] = choice_field(label, words, _("as in the box"))
            chosen = [deck.id for deck in decks if deck.id in draft.decks]
            self.initial[f"deck_{key}"] = chosen[0] if chosen else ""
        if OBJECTIVES in self.pack.decks:
            self.fields["objective_cards"] = number_field(_("Objective cards"), most=99)
            self.fields["notes"] = number_field(_("Notes"), most=99)
            self.initial["objective_cards"] = draft.objective_cards
            self.initial["notes"] = draft.notes

    def fields_of(self) -> dict[str, Any]:
        chosen = tuple(
            value for key in self.offered if (value := self.cleaned_data.get(f"deck_{key}"))
        )
        if OBJECTIVES not in self.pack.decks:
            return {"decks": chosen}
        numbers = {name: self.number(name) for name in ("objective_cards", "notes")}
        return {"decks": chosen, **numbers}


PART_FORMS: dict[str, type[PartForm]] = {
    form.part: form for form in (TitleForm, BoardForm, ZonesForm, StartForm, DecksForm)
}


# --- one goal or rule ---


class RuleForm(forms.Form):
    """A goal or a rule: its sentence, and the numbers its effect asks for."""

    part: Part = "rules"
    number = 0

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
            label = in_language(_("In a sentence"), language)
            self.fields[f"text_{language}"] = text_field(label, lines=True, length=TEXT_LENGTH)
            self.initial[f"text_{language}"] = getattr(rule, language)
        for field in pattern.allowed if pattern else ():
            self._ask(field)
        if pattern is None or not pattern.is_carried_out:
            self.fields["when"] = choice_field(
                _("Remind the players"), MOMENTS, _("never: they see it on the board")
            )
            self.initial["when"] = rule.when or ""

    @property
    def seen_now(self) -> str:
        return digest(self.rule)

    def _ask(self, field: str) -> None:
        language = get_language() or "en"
        label, value = FIELD_WORDS[field], getattr(self.rule, field)
        if field in ("points", "count"):
            self.fields[field] = number_field(label)
        elif field == "hour":
            hours = {str(hour): f"{hour}:00" for hour in range(24)}
            self.fields[field] = choice_field(label, hours, "")
            value = "" if value is None else str(value)
        elif field in ("colours", "needs"):
            self.fields[field] = several_field(label, self._colours(value))
        elif field == "zombie":
            words = {zombie.id: zombie.name.in_language(language) for zombie in self.pack.zombies}
            self.fields[field] = choice_field(label, with_value(words, value), _("not said"))
        elif field in ("deck", "specialty", "achievement", "on_board"):
            words = self._named(field, language)
            self.fields[field] = choice_field(label, with_value(words, value), _("not said"))
        elif field == "survivors":
            self.fields[field] = number_field(label, most=12)
        elif field == "cards":
            self.fields[field] = several_field(label, self._special_cards(value, language))
        elif field == "tiles":
            self.fields[field] = text_field(label, length=80)
            value = " ".join(value)
        else:
            self._ask_cards(language)
            return
        self.initial[field] = value

    def _named(self, field: str, language: str) -> dict[str, str]:
        """What a rule may name, by id."""
        pack = self.pack
        if field == "deck":
            return {key: deck.name.in_language(language) for key, deck in pack.decks.items()}
        if field == "specialty":
            return {key: word.in_language(language) for key, word in pack.specialties.items()}
        if field == "on_board":
            return {zombie.id: zombie.name.in_language(language) for zombie in pack.zombies}
        campaigns = [box.campaign for box in pack.expansions.values() if box.campaign]
        return {
            achievement.id: achievement.name.in_language(language)
            for campaign in campaigns
            for achievement in campaign.achievements
        }

    def _special_cards(self, value: Iterable[str], language: str) -> dict[str, str]:
        words = {
            card.id: card.name.in_language(language) if card.name else card.id
            for deck in self.pack.decks.values()
            for card in deck.cards
        }
        return {**words, **{key: key for key in value if key not in words}}

    def clean_tiles(self) -> tuple[str, ...]:
        tiles = tuple(self.cleaned_data["tiles"].upper().replace(",", " ").split())
        if len(tiles) > MOST_IN_ROW or any(len(tile) > TILE_LENGTH for tile in tiles):
            raise forms.ValidationError(_("At most 12 tiles, each with a name as 4V."))
        return tiles

    def _colours(self, value: Iterable[str]) -> dict[str, str]:
        if self.pattern and self.pattern.do == DANGER:
            return {level: value_word(level, self.pack.game) for level in LEVELS}
        return colour_words(value)

    def _ask_cards(self, language: str) -> None:
        words = {card.id: card.name.in_language(language) for card in self.pack.equipment}
        words = dict(sorted(words.items(), key=lambda pair: pair[1]))
        have = list(self.rule.equipment.items())
        for number in range(max(CARDS, len(have))):
            card, count = have[number] if number < len(have) else ("", None)
            label = f"{FIELD_WORDS['equipment']} {number + 1}"
            self.fields[f"card{number}"] = choice_field(label, with_value(words, card), _("none"))
            self.fields[f"copies{number}"] = number_field(FIELD_WORDS["count"], most=60)
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
            elif field in ("colours", "needs", "cards", "tiles"):
                values[field] = tuple(cleaned[field])
            elif field == "hour":
                values[field] = int(cleaned[field]) if cleaned[field] else None
            else:
                values[field] = cleaned[field] or None
        if "when" in self.fields:
            values["when"] = cleaned["when"] or None
        return msgspec.structs.replace(self.rule, **words, **values)


def begun_rule(pattern: Pattern | None, languages: Iterable[str]) -> DraftRule:
    """A new rule: blank, or with the sentence of the mission that has it."""
    if pattern is None:
        return DraftRule()
    words = {language: getattr(pattern.example, language) for language in languages}
    return DraftRule(do=pattern.do, when=pattern.example.when, **words)
