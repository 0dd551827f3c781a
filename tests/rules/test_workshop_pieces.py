"""Pieces of a pack: copied from printed ones, checked as packs are, played in their own box."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import IllegalCommand, Survivor, Zone, apply, load_packs, new_table, played_pack
from rules.mechanics.equipment import DeckDraw
from rules.mechanics.inventory import carried
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.packs.copies import deck_copies
from rules.packs.played import joined, pack_with
from rules.packs.schema.cards import Effect
from rules.packs.schema.own import OwnBox
from rules.state import TableState
from rules.workshop import PackContent, PackHead, read_file, write_file
from rules.workshop.box import Wanted, brought, piece_problems, setting_of, together
from rules.workshop.draft import Printed, Said
from rules.workshop.pieces import (
    PIECES,
    DraftCard,
    DraftDeck,
    DraftEquipment,
    DraftSpawn,
    DraftSurvivor,
    DraftZombie,
)
from rules.workshop.pieces.spawns import next_number

BOTH = ("es", "en")
GAME = "black-plague"
NOT_COPIED = {
    *("id", "number", "sure", "unknown", "inferred", "conflicts", "figure"),
    *("name", "name_en", "text", "no_upkeep"),
}
KINDS = [kind for kind in PIECES if kind not in ("missions", "decks")]
PRINTED = [
    (game, kind, printed)
    for game, pack in load_packs().items()
    for kind in KINDS
    for printed in PIECES[kind].printed(pack)
]


def copied(kind: str, printed: Printed) -> Any:
    """As the pages copy it: a zombie card gets a number."""
    draft = PIECES[kind].copied(printed, "x1", BOTH)
    return replace(draft, number="C-01") if kind == "spawns" else draft


@pytest.mark.parametrize("game", list(load_packs()))
def test_every_printed_record_can_be_copied_checked_and_played(game: str) -> None:
    """What is known of it comes out as it went in."""
    for _game, kind, printed in [each for each in PRINTED if each[0] == game]:
        draft = copied(kind, printed)
        setting = setting_of(PackContent(), game, BOTH)
        faults = piece_problems(kind, draft, setting)
        if not printed.is_open and printed.record.sure != "unknown":
            assert faults == [], (kind, printed.id)
        record = PIECES[kind].finished(draft, setting)
        if record is None:
            continue
        for field in set(record.__struct_fields__) - NOT_COPIED:
            before, after = getattr(printed.record, field), getattr(record, field)
            if not printed.is_open and not getattr(printed.record, "figure", None):
                assert before == after or not (before or after), (kind, printed.id, field)


@pytest.mark.parametrize("game", list(load_packs()))
def test_a_pack_of_copies_survives_its_file(game: str) -> None:
    content = PackContent()
    for _game, kind, printed in [each for each in PRINTED if each[0] == game][::3]:
        draft = copied(kind, printed)
        content = content.with_piece(kind, replace(draft, id=content.free_key(kind)))
    content = content.with_piece("decks", DraftDeck(id="d1", without=("kind:spawn",)))
    head = PackHead(game=game, name="Ours", languages=BOTH)
    assert read_file(write_file(head, content)).content == content


# --- what is wrong ---

SETTING = setting_of(
    PackContent(spawns=(DraftSpawn(id="c7", number="C-07"),), zombies=(DraftZombie(id="z1"),)),
    GAME,
    BOTH,
)
CARD = DraftSpawn(id="c1", number="C-01", levels={"red": {"walker": 3}})


def like(kind: str, number: int, key: str) -> Any:
    printed = list(PIECES[kind].printed(load_packs()[GAME]))[number]
    return PIECES[kind].copied(printed, key, BOTH)


ANN, SWORD, BEAST = like("survivors", 0, "s1"), like("equipment", 1, "e1"), like("zombies", 3, "z2")


@pytest.mark.parametrize(
    ("kind", "piece", "code", "field"),
    [
        ("spawns", replace(CARD, number=""), "spawn.number", "number"),
        ("spawns", replace(CARD, number="07"), "spawn.number_printed", "number"),
        ("spawns", replace(CARD, number="C-07"), "spawn.number_twice", "number"),
        ("spawns", replace(CARD, fills="99"), "piece.fills", ""),
        ("spawns", replace(CARD, kind="flood"), "spawn.kind", "kind"),
        ("spawns", replace(CARD, levels={}), "spawn.empty", "levels"),
        ("spawns", replace(CARD, levels={"red": {"fat": 1}}), "zombie.unknown", "levels"),
        ("survivors", replace(ANN, name=" "), "survivor.name", "name"),
        ("survivors", replace(ANN, red=ANN.red[:2]), "survivor.level", "red_1"),
        ("survivors", replace(ANN, yellow=("flies",)), "survivor.skill", "yellow_1"),
        ("survivors", replace(ANN, body="moon"), "card.unknown", "body"),
        ("survivors", replace(ANN, specialties=("pilot",)), "survivor.specialty", "specialties"),
        ("survivors", replace(ANN, fills="nobody"), "piece.fills", ""),
        ("equipment", replace(SWORD, name=Said(es="Hoz")), "piece.words", "name_en"),
        ("equipment", replace(SWORD, profiles=()), "equipment.value", "melee_dice"),
        ("equipment", replace(SWORD, kind="armour"), "equipment.armour", "armour"),
        ("equipment", replace(SWORD, copies={}), "equipment.deck", "copies"),
        ("equipment", replace(SWORD, copies={"moon": 1}), "deck.unknown", "copies"),
        ("equipment", replace(SWORD, fills="moon"), "piece.fills", ""),
        (
            "equipment",
            replace(SWORD, effects=(Effect(do="spawn"),)),
            "effect.missing",
            "effect1_zombie",
        ),
        ("zombies", replace(BEAST, like="moon"), "zombie.like", "like"),
        ("zombies", replace(BEAST, name=Said()), "piece.words", "name_es"),
        ("cards", DraftCard(id="k1", deck="moon"), "deck.unknown", "deck"),
        ("decks", DraftDeck(id="d1"), "piece.words", "name_es"),
        ("decks", DraftDeck(id="d1", deck="moon"), "deck.unknown", "deck"),
    ],
)
def test_a_problem_names_its_field(kind: str, piece: Any, code: str, field: str) -> None:
    faults = {(problem.code, problem.field) for problem in piece_problems(kind, piece, SETTING)}
    assert (code, field) in faults


def test_pieces_without_a_problem_have_none() -> None:
    for kind, piece in (
        ("spawns", CARD),
        ("spawns", replace(CARD, levels={"blue": {"own-z1": 1}})),
        ("survivors", ANN),
        ("equipment", SWORD),
        ("zombies", BEAST),
    ):
        assert piece_problems(kind, piece, SETTING) == []


@pytest.mark.parametrize(
    ("number", "later"), [("C-09", "C-10"), ("", "1"), ("C-99", "C-100"), ("007", "008")]
)
def test_numbers_go_on(number: str, later: str) -> None:
    assert next_number(number) == later


# --- at a table ---

BERTA = replace(ANN, id="s1", name="Berta", body="own-e1")
HOZ = replace(SWORD, id="e1", name=Said(es="Hoz", en="Sickle"), copies={"equipment": 2})
GIANT = replace(BEAST, id="z1", name=Said(es="Gigante", en="Giant"), miniatures=2, toughness=4)
CONTENT = PackContent(
    survivors=(BERTA, replace(ANN, id="s2", name="Tomé")),
    spawns=(
        replace(CARD, copies=2),
        DraftSpawn(id="c2", number="C-02", levels={"blue": {"own-z1": 1}}),
        DraftSpawn(id="c3", number="C-03", kind="double_spawn", binned=True),
    ),
    equipment=(HOZ,),
    zombies=(GIANT,),
)
OURS = setting_of(CONTENT, GAME, BOTH, tag="habc")


def opened(wanted: Wanted, **said: Any) -> TableState:
    pack = played_pack(GAME)
    own = brought(CONTENT, OURS, pack, wanted)
    box = together([own.box])
    return new_table(
        pack=pack_with(GAME, (), box),
        survivors=[("ann", Survivor(name="Ann", player=""))],
        zones=[Zone(id="1")],
        own_box=box,
        left_out=own.left_out,
        seed="seed",
        **said,
    )


def test_nothing_is_wanted_nothing_is_there() -> None:
    assert brought(CONTENT, OURS, played_pack(GAME), Wanted()).box == OwnBox()
    assert together([OwnBox()]) is None


def test_the_core_without_abominations_plus_ours() -> None:
    deck = DraftDeck(id="d1", without=("zombie:abomination", "kind:double_spawn"))
    state = opened(Wanted(decks=(deck,)))
    cards = deck_copies(pack_with(GAME, (), state.own_box), "zombies")
    drawn = {cards[copy].number for copy in state.decks["zombies"].draw}  # type: ignore[union-attr]
    assert {"C-01", "C-02"} <= drawn
    assert "C-03" not in drawn, "it was thrown away"
    assert sum(copy.startswith("zombies-C-01") for copy in state.decks["zombies"].draw) == 2
    assert len(state.decks["zombies"].aside) == 8 + 8, "8 abominations and 8 double spawns"
    named = [cards[copy].levels for copy in state.decks["zombies"].draw]  # type: ignore[union-attr]
    assert not any("abomination" in str(levels) for levels in named)
    assert [zombie.id for zombie in state.own_box.zombies] == ["habc-z1"], "a card names it"


def test_a_deck_may_hold_ours_alone_and_any_number_of_each() -> None:
    deck = DraftDeck(id="d1", without=("box:all",), adds_all=False, adds={"c1": 3})
    state = opened(Wanted(decks=(deck,)))
    assert sorted(state.decks["zombies"].draw) == [
        "zombies-C-01",
        "zombies-C-01.2",
        "zombies-C-01.3",
    ]
    assert len(state.decks["zombies"].aside) == 54


def test_a_survivor_brings_what_they_wear_but_not_into_a_deck() -> None:
    state = opened(Wanted(survivors=("s1",)))
    assert [survivor.name for survivor in state.own_box.survivors] == ["Berta"]
    assert state.own_box.survivors[0].body == "habc-e1"
    assert {"habc-e1-1", "habc-e1-2"} <= set(state.decks["equipment"].aside)
    assert state.own_box.spawns == ()


def test_cards_printed_alike_are_told_by_their_number() -> None:
    """The table reads C-01 twice, and then there is none left."""
    deck = DraftDeck(id="d1", without=("box:all",), adds={"c1": 2, "c2": 1})
    state = opened(Wanted(decks=(deck,)), sources={"zombies": "table"})
    pack = pack_with(GAME, (), state.own_box)
    for seen in range(2):
        state = replace(state, phase="zombies", spawned=False)
        spawn = SpawnResolve(id=f"spawn-{seen:04}", seen=seen, cards=("C-01",))
        state = apply(state, spawn, pack).state
    assert sorted(state.decks["zombies"].discard) == ["zombies-C-01", "zombies-C-01.2"]
    state = replace(state, phase="zombies", spawned=False)
    with pytest.raises(IllegalCommand, match=r"card\.in_discard"):
        apply(state, SpawnResolve(id="spawn-0003", seen=2, cards=("C-01",)), pack)


def test_a_card_that_does_not_say_who_comes_is_found_like_any_other() -> None:
    trap = replace(SWORD, id="e1", effects=(Effect(do="spawn"),), copies={"equipment": 1})
    content = PackContent(equipment=(trap,))
    deck = DraftDeck(id="d1", deck="equipment", without=("box:all",))
    setting = setting_of(content, GAME, BOTH)
    own = brought(content, setting, played_pack(GAME), Wanted(decks=(deck,)))
    pack = pack_with(GAME, (), own.box)
    state = new_table(
        pack=pack,
        survivors=[("ann", Survivor(name="Ann", player=""))],
        zones=[Zone(id="1")],
        own_box=own.box,
        left_out=own.left_out,
        seed="seed",
    )
    draw = DeckDraw(id="draw-0001", seen=0, deck="equipment", survivor="ann")
    assert "own-e1-1" in carried(apply(state, draw, pack).state.survivors["ann"])


def test_an_own_abomination_comes_and_stands_beside_the_printed_one() -> None:
    deck = DraftDeck(id="d1", without=("box:all",), adds_all=False, adds={"c2": 1})
    state = replace(opened(Wanted(decks=(deck,))), phase="zombies")
    pack = pack_with(GAME, (), state.own_box)
    after = apply(state, SpawnResolve(id="spawn-0001", seen=0), pack).state
    assert after.board == {"habc-z1": 1}
    assert ("fatty", "abomination", "habc-z1") in pack.targets.order


def test_what_was_copied_from_a_printed_card_is_known_at_every_table() -> None:
    """Army of the Dead: an order and a zombie card that nobody had told us."""
    game = "army-of-the-dead"
    unknown = next(card for card in load_packs()[game].spawns if card.kind == "unknown")
    content = PackContent(
        spawns=(DraftSpawn(id="c1", fills=unknown.number, levels={"blue": {"alpha": 2}}),),
        survivors=(DraftSurvivor(id="s1", fills="chambers", name="Chambers", health=3),),
    )
    own = brought(content, setting_of(content, game, BOTH), played_pack(game), Wanted())
    pack = pack_with(game, (), own.box)
    card = next(card for card in pack.spawns if card.number == unknown.number)
    assert card.levels is not None
    assert card.levels.blue == {"alpha": 2}
    assert len(pack.spawns) == len(load_packs()[game].spawns)
    chambers = next(each for each in pack.survivors if each.id == "chambers")
    assert (chambers.health, chambers.skills.blue) == (3, None)


def test_what_does_not_fit_a_table_is_left_out() -> None:
    """A card of ours that names somebody of a box which is not played with."""
    game = "zombicide-2e"
    content = PackContent(
        survivors=(replace(ANN, id="s1", blue=("nonsense",)),),
        cards=(DraftCard(id="k1", deck="objectives", name=Said(en="Map")),),
        decks=(),
    )
    deck = DraftDeck(id="d1", deck="objectives")
    wanted = Wanted(survivors=("s1",), decks=(deck,))
    own = brought(content, setting_of(content, game, BOTH), played_pack(game), wanted)
    assert own.box.is_empty


def test_boxes_of_two_packs_are_one() -> None:
    wanted = Wanted(decks=(DraftDeck(id="d1"),))
    pack = played_pack(GAME)
    ours = brought(CONTENT, OURS, pack, wanted).box
    theirs = brought(CONTENT, setting_of(CONTENT, GAME, BOTH, "hdef"), pack, wanted).box
    box = together([ours, theirs])
    assert box is not None
    assert {zombie.id for zombie in box.zombies} == {"habc-z1", "hdef-z1"}
    assert len(box.spawns) == 2, "a number is there once"
    assert joined(pack, box).spawns[-1].number == "C-02"


def test_a_box_has_an_end() -> None:
    """Whoever writes a file by hand cannot make a deck of millions."""
    card = brought(CONTENT, OURS, played_pack(GAME), Wanted(decks=(DraftDeck(id="d1"),)))
    plain = msgspec.to_builtins(card.box)
    plain["spawns"][0]["copies"] = 10**9
    with pytest.raises(msgspec.ValidationError, match="too many copies"):
        msgspec.convert(plain, OwnBox)


def test_an_equipment_card_of_ours_says_what_it_does_not_know() -> None:
    draft = DraftEquipment(id="e1", name=Said(en="Sickle"), kind="melee", copies={"equipment": 1})
    card = PIECES["equipment"].finished(draft, SETTING)
    assert card.unknown == ("profiles",)
    assert card.by == "players"
