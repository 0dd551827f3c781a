"""The engine's promises, for every game and any sequence of legal commands."""

import os

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import IllegalCommand, Survivor, UnknownId, UnreadableCommand, Zone
from rules.chance import Chance
from rules.mechanics.attacks.attack import AttackResolve
from rules.mechanics.attacks.weapons import WeaponProfile
from rules.mechanics.danger import PointsAward, chosen_by_level
from rules.mechanics.missions.mission import TokenPass
from rules.mechanics.rounds import PhaseNext
from rules.mechanics.wounds.wound import health_of
from rules.packs.copies import deck_copies
from rules.simulation import taken_up
from rules.state import Source
from rules.systems.rue_morgue.state import Helicopter
from tests.rules.golden import given_table

SOAK = int(os.environ.get("SOAK", "1"))
ZONES = (
    Zone(id="a", locators=(1, 4)),
    Zone(id="start", start=True, locators=(2,)),
    Zone(id="blue", colour="blue", active_from=None),
    Zone(id="b", tokens=2, locators=(5, 6)),
)


def fresh(game: str, *, seed: str = "seed", **fields: object) -> rules.TableState:
    """The first three of the box, and a zone of each kind that draws from a deck of its own."""
    people = rules.load_packs()[game].survivors[:3]
    own = [Zone(id=kind, kind=kind) for kind in rules.rulesets[game].zone_decks]
    return rules.new_table(
        pack=rules.played_pack(game, fields.get("expansions", ())),  # type: ignore[arg-type]
        survivors=[(each.id, Survivor(name=each.name, player=each.name[0])) for each in people],
        zones=(*ZONES, *own),
        seed=seed,
        **fields,  # type: ignore[arg-type]
    )


def tap(survivor: str = "cathy", amount: int = 1) -> PointsAward:
    return PointsAward(id="a" * 8, seen=0, survivor=survivor, amount=amount)


def check_invariants(state: rules.TableState, pack: rules.Pack) -> None:
    """Assert what must always hold, whatever was played."""
    held = [
        copy
        for holder in state.survivors.values()
        for copy in (*holder.inventory.values(), *holder.found, *holder.under)
    ]
    held += [each.card for each in getattr(state, "objectives", ())]
    held += [copy for copies in getattr(state, "team_actions", {}).values() for copy in copies]
    held += [each.card for each in getattr(state, "laid", ())]
    if hasattr(state, "helicopter"):
        held += state.helicopter.cargo
    if state.spawning is not None:
        held += state.spawning.hand
        held += [
            point.card for point in state.spawning.points[state.spawning.index :] if point.card
        ]
        assert state.spawning.question in {question.id for question in state.pending}
    for name, deck in state.decks.items():
        copies = deck_copies(pack, name)
        piles = (*deck.draw, *deck.discard, *deck.aside, *(copy for copy in held if copy in copies))
        assert sorted(piles) == sorted(copies), "every copy is in exactly one place"
    for zombie, count in rules.supply(state, pack).items():
        assert count.board >= 0
        assert count.reserve >= 0, f"{zombie}: board and reserve are the box"
    assert all(survivor.points >= 0 for survivor in state.survivors.values())
    for key, survivor in state.survivors.items():
        # A crowbar in hand gives one more (Army of the Dead); wounds outlast it.
        assert 0 <= survivor.wounds <= health_of(state, key, pack) + 1
        for level, skills in chosen_by_level(state, pack, key, survivor).items():
            assert len(set(skills)) == len(skills), f"{key}: nothing twice at {level}"
        assert (survivor.down_since is None) or survivor.status == "out_of_action"
    assert len({question.id for question in state.pending}) == len(state.pending)
    assert len({zone.id for zone in state.zones}) == len(state.zones)
    assert rules.decode_state(rules.encode(state)) == state


@pytest.mark.parametrize("game", sorted(rules.rulesets))
@settings(max_examples=60 * SOAK)
@given(
    choices=st.lists(st.integers(min_value=0, max_value=1_000_000), max_size=40),
    seed=st.text(alphabet="abcdef", max_size=4),
    is_campaign=st.booleans(),
    dice=st.sampled_from(["app", "table"]),
)
def test_what_is_offered_is_accepted_and_replays_to_the_same_state(
    game: str, choices: list[int], seed: str, is_campaign: bool, dice: Source
) -> None:
    box = rules.load_packs()[game]
    start = fresh(
        game,
        seed=seed,
        hour=17,
        dice=dice,
        options={"out-of-action"} & {*box.options} if is_campaign else (),
        expansions=tuple(box.expansions) if is_campaign else (),
    )
    pack = rules.pack_of(start)
    state, played = start, []
    for choice in choices:
        command = taken(state, pack, choice)
        before = rules.encode(state)
        assert rules.refusal(state, command, pack) is None, command
        outcome = rules.apply(state, command, pack)
        assert rules.encode(state) == before, "a state is never changed in place"
        assert outcome.events, "something happened, so the log says what"
        assert rules.decode_events(game, rules.encode(outcome.events)) == outcome.events
        state = outcome.state
        played.append(command)
        check_invariants(state, pack)
        if state.result is not None:
            break
    again = start
    for command in played:
        again = rules.carry_out(again, command, pack).state
    assert again == state


def test_what_nothing_offers_is_refused_and_a_stored_one_is_carried_out() -> None:
    """With zombies on the board an attack names some; an older version took it without."""
    start = msgspec.structs.replace(fresh("rue-morgue", dice="table"), board={"walker": 1})
    pack, given = rules.pack_of(start), {"id": "attack-001", "seen": 0, "survivor": "cathy"}
    shot = {"mode": "ranged", "weapons": ("mp5",), "targets": {}, "dice": (5, 2, 2)}
    command = AttackResolve(**given, **shot, survivors_in_zone=("dan",))
    with pytest.raises(IllegalCommand) as refused:
        rules.apply(start, command, pack)
    assert refused.value.code == "choice.missing"
    assert rules.carry_out(start, command, pack).events


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ("black-plague", {"all_out": 3}),
        ("black-plague", {"ammo_dice": 2}),
        ("rue-morgue", {"all_out": 1}),
        ("zombicide-2e", {"ammo_dice": 1}),
        ("army-of-the-dead", {"all_out": 1}),
    ],
)
def test_printed_values_that_no_card_of_the_box_has_are_refused(
    game: str, named: dict[str, int]
) -> None:
    start = fresh(game)
    pack, zombie = rules.pack_of(start), rules.pack_of(start).zombies[0].id
    start = msgspec.structs.replace(start, board={zombie: 1})

    def attack(**values: int) -> AttackResolve:
        profile = WeaponProfile(name="club", dice=1, accuracy=4, damage=1, **values)
        return AttackResolve(
            id="attack-001",
            seen=0,
            survivor=next(iter(start.survivors)),
            mode="melee",
            targets={zombie: 1},
            profile=profile,
        )

    assert rules.apply(start, attack(), pack).events
    assert rules.apply(start, attack(**dict.fromkeys(named, 0)), pack).events
    with pytest.raises(IllegalCommand) as refused:
        rules.apply(start, attack(**named), pack)
    assert refused.value.code == "choice.not_asked"
    assert refused.value.params == {"field": f"profile.{next(iter(named))}"}


def test_to_insist_where_nobody_objects_is_no_harm() -> None:
    state = fresh("black-plague")
    pack = rules.pack_of(state)
    insisting = PhaseNext(id="a" * 8, seen=0, overrule=True)
    bare = PhaseNext(id="a" * 8, seen=0)
    assert rules.apply(state, insisting, pack).state == rules.apply(state, bare, pack).state


LEAN = ("phase.next", "spawn.resolve", "deck.draw", "attack.resolve")
"""Tables get old only if rounds pass, and hands full only if somebody searches."""


def taken(state: rules.TableState, pack: rules.Pack, choice: int) -> rules.Command:
    """One of the offers, with choices by chance."""
    chance = Chance(seed=str(choice), cursor=0, entered=None)
    kinds = [kind for kind in rules.games[state.game].commands if kind != "mission.end"]
    kind = LEAN[chance.below(len(LEAN))] if choice % 3 == 0 else kinds[chance.below(len(kinds))]
    for name in (kind, "points.award", "deck.reshuffle"):
        open_ones = [offer for offer in rules.offers(state, pack, name) if offer.is_open]
        if open_ones:
            return taken_up(state, pack, open_ones[chance.below(len(open_ones))], chance)
    raise AssertionError("a deck can always be shuffled")


def test_a_round_has_three_phases_and_the_token_goes_round_the_players() -> None:
    pack, state = rules.load_packs()["black-plague"], fresh("black-plague")
    seen = []
    for _ in range(4):
        state = rules.apply(state, PhaseNext(id="a" * 8, seen=0, overrule=True), pack).state
        seen.append((state.round, state.phase, state.players[state.first_player]))
    assert seen == [
        (1, "zombies", "A"),
        (1, "end", "A"),
        (2, "players", "B"),
        (2, "zombies", "B"),
    ]


def test_the_highest_survivor_sets_the_level_of_the_table() -> None:
    pack, state = rules.load_packs()["zombicide-2e"], fresh("zombicide-2e")
    first, second, _third = state.survivors
    assert rules.table_danger(state, pack) == ("blue", first)
    state = rules.apply(state, tap(second, 19), pack).state
    assert rules.table_danger(state, pack) == ("orange", second)


@pytest.mark.parametrize(
    ("command", "error", "code"),
    [
        (tap("nobody"), UnknownId, "survivor.unknown"),
        (tap(amount=-1), IllegalCommand, "points.below_zero"),
        (tap(amount=0), IllegalCommand, "points.nothing"),
    ],
)
def test_what_the_rules_refuse(command: PointsAward, error: type, code: str) -> None:
    with pytest.raises(error) as caught:
        rules.apply(fresh("rue-morgue"), command, rules.load_packs()["rue-morgue"])
    assert caught.value.code == code


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"kind":"no.such","id":"aaaaaaaa","seen":0}',
        b'{"kind":"phase.next","id":"aaaaaaaa"}',
        b'{"kind":"phase.next","id":"a","seen":0}',
        b'{"kind":"phase.next","id":"aaaaaaaa","seen":-1}',
        b'{"kind":"phase.next","id":"aaaaaaaa","seen":0,"extra":1}',
        b'{"kind":"points.award","id":"aaaaaaaa","seen":0,"survivor":"x","amount":"1"}',
        b'{"kind":"points.award","id":"aaaaaaaa","seen":0,"survivor":"x","amount":1000}',
        b"[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_refused(body: bytes) -> None:
    with pytest.raises(UnreadableCommand):
        rules.decode_command("black-plague", body)


@pytest.mark.parametrize(
    ("survivors", "code"),
    [
        ([], "survivors.none"),
        ([(str(n), Survivor(name="x", player="p")) for n in range(13)], "survivors.too_many"),
        ([("a", Survivor(name="x", player="p"))] * 2, "survivors.twice"),
        ([("a", Survivor(name="x" * 61, player="p"))], "survivor.name"),
        ([("a", Survivor(name="", player="p"))], "survivor.name"),
    ],
)
def test_a_table_that_cannot_be_set_up(survivors: list, code: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        rules.new_table(pack=rules.load_packs()["zombicide-2e"], survivors=survivors)
    assert caught.value.code == code


def test_states_are_frozen() -> None:
    with pytest.raises(AttributeError):
        fresh("zombicide-2e").round = 2  # type: ignore[misc]
    assert msgspec.structs.replace(fresh("zombicide-2e"), round=2).round == 2


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_tables_from_before_survivors_were_of_their_game_are_read(game: str) -> None:
    """They name what other games have, and nobody has any of it."""
    state = fresh(game)
    plain = msgspec.to_builtins(state)
    for survivor in plain["survivors"].values():
        survivor |= {"light": False, "team": None}
    assert rules.decode_state(msgspec.json.encode(plain)) == state
    for survivor in plain["survivors"].values():
        survivor |= {"wings": True}
    with pytest.raises(msgspec.ValidationError):
        rules.decode_state(msgspec.json.encode(plain))


def test_whoever_flies_is_offered_what_lies_outside_with_the_reason_why_not() -> None:
    state = fresh("rue-morgue")
    pilot = next(iter(state.survivors))
    flying = msgspec.structs.replace(state, helicopter=Helicopter(pilot=pilot, flies=True))
    pack = rules.pack_of(flying)
    made = list(rules.offers(flying, pack))
    for kind in ("attack.resolve", "survivor.escape", "door.open", "deck.draw"):
        deeds = [each for each in made if each.kind == kind and each.fixed.get("search", True)]
        theirs = [each for each in deeds if each.fixed["survivor"] == pilot]
        codes = {each.why_not.code for each in theirs if each.why_not}
        assert codes == {"helicopter.in_the_air"}, kind
        assert not any(each.is_open for each in theirs), kind
        assert any(each.is_open for each in deeds), kind


def test_no_abomination_is_offered_to_split() -> None:
    state = msgspec.structs.replace(fresh("black-plague"), board={"abomination": 1, "walker": 2})
    pack = rules.pack_of(state)
    (split,) = [each for each in rules.offers(state, pack) if each.kind == "zombies.split"]
    assert set(split.fields["zombies"].most) == {"walker"}  # type: ignore[attr-defined]
    alone = msgspec.structs.replace(state, board={"abomination": 1})
    assert all(each.kind != "zombies.split" for each in rules.offers(alone, pack))


def test_nobody_in_the_air_is_offered_to_those_below_nor_they_to_them() -> None:
    """Rue Morgue, p. 18; an objective that is carried about is handed over by its carrier."""
    printed = rules.mission_of("rue-morgue", "rue-morgue:M00-2")
    elsewhere = rules.mission_of("army-of-the-dead", "army-of-the-dead:M1")
    assert printed
    assert elsewhere
    carried = [rule for rule in elsewhere.rules if rule.do == "objective-inventory-slots"]
    mission = msgspec.structs.replace(printed, rules=(*printed.rules, *carried))
    flying = {"pilot": "cathy", "passengers": ("dan",), "flies": True}
    given = {
        "survivors": {"cathy": 0, "dan": 0, "oso": 0, "joe": 0},
        "board": {"skinner-walker": 1},
    }
    given |= {"mission": "rue-morgue:M00-2", "helicopter": flying, "taken": ("blue",)}
    taker = {"survivor": "oso", "round": 1}
    state = given_table("rue-morgue", {**given, "takers": (taker,)}, mission=mission)
    pack = rules.pack_of(state)
    made = [each for each in rules.offers(state, pack) if each.is_open]
    there = {"attack.resolve": 0, "blast.resolve": 0}
    for each in made:
        if each.kind in there:
            assert each.fields["survivors_in_zone"].values == ("oso", "joe")  # type: ignore[union-attr]
            there[each.kind] += 1
    assert all(there.values())
    (passing,) = [each for each in made if each.kind == "token.pass"]
    assert passing.fields["to"].values == ("joe",)  # type: ignore[union-attr]
    handed = TokenPass(id="a" * 8, seen=0, colour="blue", to="dan")
    with pytest.raises(IllegalCommand) as refused:
        rules.apply(state, handed, pack)
    assert refused.value.code == "helicopter.in_the_air"
