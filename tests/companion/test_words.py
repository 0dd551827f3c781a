"""Every code and event has its words, in both languages."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.template.loader import get_template
from django.utils import translation

from companion.narration import narrate, narrate_all
from companion.reasoning import rule
from companion.rooms import question_put, questions_of, rooms_of
from companion.words import Words, all_words, command_word, error_message, words_of
from companion.workshop.maps.glyphs import glyph
from rules import (
    Event,
    IllegalCommand,
    Survivor,
    apply,
    games,
    load_packs,
    new_table,
    played_pack,
    rulesets,
)
from rules.events import BaseEvent
from rules.mechanics.danger import DangerRaised, PointsAward, PointsGained
from rules.mechanics.rounds import FirstPlayerPassed, PhaseBegan
from rules.mechanics.supply import ZombiesShort
from rules.mechanics.wounds.wound import ZombiesAttacked
from rules.packs.vocabulary import ICONS, MAP_ICONS
from rules.state import Pending
from rules.systems.city_of_horror.pack import ICONS_OF_PLACES
from tests.rules.golden import folder_of, load_cases, played_states

ROOT = Path(__file__).resolve().parent.parent.parent
RAISED = re.compile(
    r"(?:UnreadableCommand|IllegalCommand|StaleCommand|UnknownId|RuleError|NotAllowed"
    r"|checked\([a-z_.]+,)[(\s]\s*f?\"([a-z_.{}]+)\""
)
PILES = ("discard", "aside")
ACTIVATED = re.compile(r'(?:Activation|ActivationExtra|activate)\([^()]*?why="([\w-]+)"')
OF_TEXTS = (
    *("commands", "refusals", "rules", "whys", "losses", "fields", "hints", "values"),
    *("card_kinds", "card_lines", "card_meanings", "phase_lines", "tokens"),
)
"""Words that are texts, not functions that make some."""


def codes_in_the_source() -> set[str]:
    codes: set[str] = set()
    for room in ("rules", "companion", "campaigns", "api"):
        for path in (ROOT / room).rglob("*.py"):
            codes |= set(RAISED.findall(path.read_text(encoding="utf-8")))
    filled = {code.format(pile=pile) for code in codes if "{" in code for pile in PILES}
    return {code for code in codes if "{" not in code} | filled


def test_every_code_that_is_raised_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert codes_in_the_source() == set(all_words().refusals)


def test_every_event_has_a_sentence() -> None:
    """A whole step may leave it to its facts; a single fact has one of its own."""
    events = {event for game in games.values() for event in game.events}
    silent = events - set(all_words().sentences)
    assert all("facts" in vars(event) for event in silent), silent


def test_what_has_no_words_shows_its_id_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    class Silent(BaseEvent, tag="nobody.said", frozen=True):
        """An event nobody has a sentence for."""

    pack = load_packs()["zombicide-2e"]
    state = new_table(pack=pack, survivors=[("ned", Survivor(name="Ned", player="Luis"))])
    assert narrate(Silent(), state, pack) == ["nobody.said"]
    assert error_message(IllegalCommand("no.such", survivor="Ned")) == "no.such"
    assert [record.key for record in caplog.records] == ["nobody.said", "no.such"]  # type: ignore[attr-defined]


def test_an_error_speaks_the_readers_language() -> None:
    error = IllegalCommand("points.below_zero", survivor="Ned", points=0)
    with translation.override("es"):
        spanish = error_message(error)
    with translation.override("en"):
        english = error_message(error)
    assert spanish != english
    assert "Ned" in spanish
    assert "Ned" in english


@pytest.mark.parametrize("language", ["es", "en"])
def test_one_log_reads_in_both_languages(language: str) -> None:
    pack = load_packs()["zombicide-2e"]
    state = new_table(pack=pack, survivors=[("ned", Survivor(name="Ned", player="Luis"))])
    events: list[Event] = [
        PointsGained(survivor="ned", before=6, after=7),
        DangerRaised(survivor="ned", before="blue", after="yellow"),
        FirstPlayerPassed(player="Luis"),
        PhaseBegan(round=2, phase="players"),
    ]
    with translation.override(language):
        lines = narrate_all(events, state, pack)
    assert (
        lines
        == {
            "en": ["Ned +1 AP", "Ned reaches Yellow", "Luis goes first", "round 2, Players"],
            "es": ["Ned +1 PA", "Ned llega a Amarillo", "Empieza Luis", "ronda 2, Jugadores"],
        }[language]
    )


def test_every_house_rule_has_a_name_and_what_it_changes() -> None:
    options = {name for game in rulesets.values() for name in game.vocabulary.options}
    words = all_words().options
    assert options == set(words)
    assert all(name and effect for name, effect in words.values())


def test_everything_that_can_be_corrected_has_a_word() -> None:
    paths = {path for game in rulesets.values() for path in game.corrections if path != "board.*"}
    fields = {path.rpartition(".")[2] for path in paths}
    assert fields <= set(all_words().fields)


def test_every_kind_of_card_has_a_word() -> None:
    kinds = {kind for game in rulesets.values() for kind in game.card_resolvers}
    kinds |= {own.card for game in rulesets.values() for own in game.zone_decks.values()}
    assert kinds <= set(all_words().card_kinds)


def test_every_printed_kind_of_card_is_explained_on_the_sheet_of_rules() -> None:
    printed = {card.kind for pack in load_packs().values() for card in getattr(pack, "spawns", ())}
    assert printed - {"spawn", "unknown"} == set(all_words().card_meanings)


def test_every_reason_why_zombies_act_once_more_has_a_word() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "rules").rglob("*.py"))
    whys = {why for source in sources for why in ACTIVATED.findall(source)}
    assert whys
    assert whys <= set(all_words().whys)


def test_every_command_of_the_family_has_a_name_for_its_button() -> None:
    for game in rulesets.values():
        assert set(game.commands) <= set(all_words(game.game).commands), game.game


def test_what_a_mechanic_says_waits_for_its_reader() -> None:
    """A text that is translated when its module is loaded stays in the language of that moment."""
    plain = [
        (mechanic.name, name, key)
        for game in games.values()
        for mechanic in game.mechanics
        for name in OF_TEXTS
        for key, text in getattr(words_of(mechanic) or Words(), name).items()
        if isinstance(text, str)
    ]
    assert plain == []


@translation.override("en")
def test_two_games_may_use_the_same_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its own table each says what it means by it."""
    theirs = Words(
        commands={"vault.help": "Guard the coffin"},
        refusals={"vault.help": "There is no coffin."},
        rules={"orders": "The bishop gives orders"},
    )
    monkeypatch.setattr("companion.systems.black_plague.bile.WORDS", theirs)
    error = IllegalCommand("vault.help")
    all_words.cache_clear()
    try:
        assert command_word("vault.help", "black-plague") == "Guard the coffin"
        with translation.override("en"):
            assert command_word("vault.help", "army-of-the-dead") == "Help at the vault"
            of_the_army = "Help cannot change the dice like that."
            assert error_message(error, "army-of-the-dead") == error_message(error) == of_the_army
        pack = load_packs()["black-plague"]
        state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player="Luis"))])
        error.state = state
        assert error_message(error) == "There is no coffin."
        assert rule("orders", state, pack)[0].text == "The bishop gives orders"
    finally:
        monkeypatch.undo()
        all_words.cache_clear()


@pytest.mark.parametrize("game", sorted(games))
def test_a_table_is_told_nothing_by_mechanics_its_game_does_not_have(game: str) -> None:
    own = [words_of(each) or Words() for each in games[game].mechanics]
    house = all_words("no-such-game")
    for name in Words._fields:
        known = {*getattr(house, name), *(key for words in own for key in getattr(words, name))}
        assert set(getattr(all_words(game), name)) == known, name
    assert not house.sentences


@pytest.mark.parametrize("game", sorted(games))
def test_every_refusal_of_a_golden_case_has_a_sentence_in_its_game(game: str) -> None:
    files = folder_of(game).glob("*.toml")
    cases = [case for path in files for case in tomllib.loads(path.read_text("utf-8"))["case"]]
    refused = {case["then"]["error"] for case in cases if "error" in case["then"]}
    assert refused, "no case shows what the game refuses"
    assert refused - set(all_words(game).refusals) == set()


def test_the_table_that_refuses_a_command_is_known() -> None:
    pack = load_packs()["black-plague"]
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player="Luis"))])
    with pytest.raises(IllegalCommand) as refused:
        apply(state, PointsAward(id="00000001", seen=0, survivor="nobody", amount=1), pack)
    assert refused.value.state is state


def test_every_question_that_a_golden_case_raises_is_put_in_words() -> None:
    """Those for the whole table; one for a survivor stands on their card."""
    raised = {
        (state.game, pending.what)
        for case in load_cases().values()
        for state in played_states(case)
        for pending in state.pending
        if pending.survivor is None
    }
    assert len(raised) > len(rulesets)
    assert [each for each in raised if each[1] not in questions_of(each[0])] == []


def test_a_question_without_words_shows_its_name_and_where_to_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    template = question_put("rue-morgue", "ghosts")
    assert [record.key for record in caplog.records] == ["ghosts"]  # type: ignore[attr-defined]
    pack = load_packs()["rue-morgue"]
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player="Luis"))])
    board = SimpleNamespace(state=state, pack=pack, table=SimpleNamespace(pk=uuid4()))
    context = {
        "question": Pending(id="q", what="ghosts"),
        "board": board,
        "seat": SimpleNamespace(may_play=True),
    }
    page = get_template(template).render(context)
    assert "ghosts" in page
    assert "/sheets/board/" in page


def test_what_a_room_names_is_there() -> None:
    """Commands it offers, and templates."""
    for game in games.values():
        for mechanic, room in rooms_of(game.game):
            assert set(room.commands) <= set(game.commands), mechanic.name
            for template in room.templates:
                assert get_template(template), mechanic.name


def test_every_rule_has_words_and_stands_in_a_book_we_name() -> None:
    known = set(all_words().rules)
    for pack in load_packs().values():
        for box in (pack, *pack.expansions.values()):
            assert set(box.rulebook) <= known, box.short


def test_every_entry_of_the_log_has_an_icon_that_is_drawn() -> None:
    sheets = (ROOT / "static" / "css").rglob("*.css")
    drawn = "".join(path.read_text(encoding="utf-8") for path in sheets)
    named = set(all_words().icons.values())
    assert {name for name in named if not re.search(rf"\.i-{name}\s*{{", drawn)} == set()


def test_every_icon_a_pack_may_name_is_drawn() -> None:
    """On every page, for a game and its zombies; on a map, for what lies there."""
    shell = (ROOT / "static" / "css" / "icons.css").read_text(encoding="utf-8")
    assert {name for name in ICONS if f"\n.i-{name}{{" not in shell} == set()
    assert {name for name in MAP_ICONS if glyph(name) == glyph("question")} == {"question"}
    city = (ROOT / "static" / "css" / "city" / "icons.css").read_text(encoding="utf-8")
    assert {name for name in ICONS_OF_PLACES - ICONS if f".i-{name} {{" not in city} == set()


@pytest.mark.parametrize(
    ("code", "params", "english", "spanish"),
    [
        (
            "wounds.shared",
            {"total": 1, "shared": 2},
            "1 wound must be shared out; shared out now: 2.",
            "Hay que repartir 1 Herida; repartidas ahora: 2.",
        ),
        (
            "wounds.shared",
            {"total": 2, "shared": 1},
            "2 wounds must be shared out; shared out now: 1.",
            "Hay que repartir 2 Heridas; repartidas ahora: 1.",
        ),
        ("dice.missing", {"missing": 1}, "1 die is missing.", "Falta 1 dado."),
        ("dice.missing", {"missing": 3}, "3 dice are missing.", "Faltan 3 dados."),
        (
            "cards.too_many",
            {"surplus": 1},
            "1 card more than the rules ask for.",
            "Sobra 1 carta: las reglas no la piden.",
        ),
        (
            "noise.none",
            {"there": 1},
            "There is 1 noise token on the board.",
            "Hay 1 ficha de Ruido en el tablero.",
        ),
        (
            "zombies.not_in_box",
            {"left": 1},
            "Only 1 of them is left in the box.",
            "Solo queda 1 en la caja.",
        ),
    ],
)
def test_a_refusal_agrees_with_its_number(
    code: str, params: dict[str, object], english: str, spanish: str
) -> None:
    error = IllegalCommand(code, **params)
    for language, said in (("en", english), ("es", spanish)):
        with translation.override(language):
            assert error_message(error, "black-plague") == said


def test_a_refusal_of_a_typed_field_names_it() -> None:
    pack = load_packs()["army-of-the-dead"]
    error = IllegalCommand("choice.exactly", field="ammo_dice", count=2)
    error.state = new_table(pack=pack, survivors=[("ned", Survivor(name="Ned", player="Luis"))])
    for language, said in (
        ("en", "Ammo dice: type exactly 2 numbers."),
        ("es", "Dados de munición: escribid exactamente 2 números."),
    ):
        with translation.override(language):
            assert error_message(error) == said


@pytest.mark.parametrize(
    ("event", "english", "spanish"),
    [
        (
            ZombiesAttacked(zombies={"walker": 1}, wounds=1),
            "1 Walker attacks: 1 wound",
            "1 Caminante ataca: 1 Herida",
        ),
        (
            ZombiesAttacked(zombies={"walker": 2}, wounds=2),
            "2 Walkers attack: 2 wounds",
            "2 Caminantes atacan: 2 Heridas",
        ),
        (
            ZombiesAttacked(zombies={"walker": 1, "runner": 1}, wounds=2),
            "1 Walker, 1 Runner attack: 2 wounds",
            "1 Caminante, 1 Corredor atacan: 2 Heridas",
        ),
        (
            ZombiesShort(zone=None, zombie="necromancer", missing=1, card=None),
            "1 Necromancer missing in the box",
            "falta 1 Nigromante en la caja",
        ),
        (
            ZombiesShort(zone=None, zombie="necromancer", missing=2, card=None),
            "2 Necromancers missing in the box",
            "faltan 2 Nigromantes en la caja",
        ),
    ],
)
def test_a_sentence_agrees_with_its_numbers(event: Event, english: str, spanish: str) -> None:
    pack = played_pack("black-plague", ())
    state = new_table(pack=pack, survivors=[("ann", Survivor(name="Ann", player="Luis"))])
    for language, said in (("en", english), ("es", spanish)):
        with translation.override(language):
            assert narrate(event, state, pack) == [said]
