"""Golden cases: TOML files that read like the rulebook, with source, given, when and then.

given   survivors = { name = points }, and whatever differs from a fresh table: zones, draw (the
        next zombie cards), stack (the next cards of other decks), only (all cards of a deck),
        off (zones that are not active), mission (`box:code`), earned (what a campaign's group has
        achieved), table_draws, dice, options, wounds, skills, expansions, any field of the game's
        state by its name (phase, hour, board, bile), and `have`: any field of a survivor (what
        they carry is taken from its deck)
when    commands; `id` and `seen` are filled in
then    events as single facts (see `BaseEvent.facts`), those of a kind in their order, each
        `kind key=value ...`; or `error` with its code, the state unchanged;
        board, points, danger, zones, active, result, status, left (cards left to draw), night,
        have, taken, reminders (names of the rules due now), skills_due (`survivor skill` of the
        skills to think of in this phase), companions (how each stands), lent (skills that
        survivors have of those they lead), or any field of the game's state
"""

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

import rules
from companion.outside.joining import joined
from rules import RuleError, Survivor, Zone
from rules.mechanics.accompanied import companions_of, lent_skills, standing_of
from rules.mechanics.skill_reminders import phase_reminders
from rules.mechanics.wounds.wound import health_of
from rules.packs.schema import Mission, Pack
from rules.state import Deck
from rules.systems.rue_morgue.state import MorgueState
from rules.systems.rue_morgue.teams import team_scores

SAID_OTHERWISE = {
    *("survivors", "zones", "draw", "stack", "only", "off", "mission", "earned", "table_draws"),
    *("dice", "options", "wounds", "skills", "expansions", "have"),
}
"""Words of `given` that are no fields of the state."""
FOLDER = Path(__file__).parent.parent / "golden"


def folder_of(game: str) -> Path:
    """Return where the cases of a game are; one from outside brings them in its package."""
    brought = {each.game: each.folder / "golden" for each in joined}
    return brought.get(game, FOLDER / game)


def load_cases() -> dict[str, dict[str, Any]]:
    """Return every case of the Zombicide family by `game/file: name`; see others in their tests."""
    cases = {}
    for game in sorted(rules.rulesets):
        for path in sorted(folder_of(game).glob("*.toml")):
            file = tomllib.loads(path.read_text(encoding="utf-8"))
            for number, case in enumerate(file["case"], 1):
                name = f"{game}/{path.stem}: {case.get('name', number)}"
                cases[name] = {"game": game, "source": file["source"], **case}
    return cases


def given_table(
    game: str,
    given: dict[str, Any],
    *,
    pack: Pack | None = None,
    mission: Mission | None = None,
) -> rules.TableState:
    """A fresh table with everything the case says; with another pack or mission than printed."""
    expansions = tuple(given.get("expansions", ()))
    pack = pack or rules.played_pack(game, expansions)
    seated = [
        (key, Survivor(name=key.title(), player="Marta", points=points))
        for key, points in given["survivors"].items()
    ]
    zones = [
        Zone(id=zone) if isinstance(zone, str) else msgspec.convert(zone, Zone)
        for zone in given.get("zones", [])
    ]
    zones = [
        replace(zone, active_from=None) if zone.id in given.get("off", ()) else zone
        for zone in zones
    ]
    source = "table" if given.get("table_draws") else "app"
    has_unknown = any(card.sure == "unknown" for card in pack.spawns)
    printed = rules.mission_of(game, given["mission"]) if "mission" in given else None
    state = rules.new_table(
        pack=pack,
        expansions=expansions,
        survivors=seated,
        zones=zones,
        sources={"zombies": "table" if has_unknown else source},  # type: ignore[dict-item]
        dice=given.get("dice", "app"),
        hour=given.get("hour"),
        options=given.get("options", ()),
        mission=mission or printed,
        own_as=given["mission"] if mission else "",
        earned=tuple(given["earned"]) if "earned" in given else None,
        seed="golden",
    )
    if "draw" in given:
        state = stack_deck(state, "zombies", [f"zombies-{number}" for number in given["draw"]])
    for name, cards in given.get("stack", {}).items():
        state = stack_deck(state, name, cards)
    for name, cards in given.get("only", {}).items():
        deck = state.decks[name]
        rest = tuple(card for card in deck.draw if card not in cards)
        left = replace(deck, draw=tuple(cards), aside=(*deck.aside, *rest))
        state = replace(state, decks={**state.decks, name: left})
    for key, count in given.get("wounds", {}).items():
        survivors = {**state.survivors, key: replace(state.survivors[key], wounds=count)}
        state = replace(state, survivors=survivors)
    for key, skills in given.get("skills", {}).items():
        survivors = {**state.survivors, key: replace(state.survivors[key], skills=tuple(skills))}
        state = replace(state, survivors=survivors)
    laid = {item["card"] for item in given.get("laid", ())}
    laid |= {*given.get("helicopter", {}).get("cargo", ())}
    state = replace(state, decks={key: without(deck, laid) for key, deck in state.decks.items()})
    for key, fields in given.get("have", {}).items():
        before = state.survivors[key]
        survivor = msgspec.convert({**msgspec.to_builtins(before), **fields}, type(before))
        carried = {*survivor.inventory.values(), *survivor.found}
        decks = {name: without(deck, carried) for name, deck in state.decks.items()}
        state = replace(state, survivors={**state.survivors, key: survivor}, decks=decks)
    types = {field.name: field.type for field in msgspec.structs.fields(state)}
    unknown = given.keys() - SAID_OTHERWISE - types.keys()
    assert not unknown, f"`given` says {sorted(unknown)}, which a table of {game} does not have"
    plain = {
        name: msgspec.convert(value, types[name])
        for name, value in given.items()
        if name not in SAID_OTHERWISE
    }
    if "objectives" in plain:
        drawn = {objective.card for objective in plain["objectives"]}
        deck = without(state.decks["personal-objectives"], drawn)
        state = replace(state, decks={**state.decks, "personal-objectives": deck})
    return replace(state, **plain)


def without(deck: Deck, cards: set[str]) -> Deck:
    """Return the deck without cards that survivors carry."""
    piles = {
        pile: tuple(card for card in getattr(deck, pile) if card not in cards)
        for pile in ("draw", "discard", "aside")
    }
    return replace(deck, **piles)


def stack_deck(state: rules.TableState, name: str, top: list[str]) -> rules.TableState:
    """The named cards lie on top of that deck, in that order."""
    deck = state.decks[name]
    rest = tuple(card for card in deck.draw if card not in top)
    return replace(state, decks={**state.decks, name: replace(deck, draw=(*top, *rest))})


def matches(event: object, wanted: str) -> bool:
    """`zombies.placed zombie=walker count=2` against an event."""
    kind, *parts = wanted.split()
    plain = msgspec.to_builtins(event)
    return plain["kind"] == kind and all(
        str(plain[name]) == value for name, value in (part.split("=", 1) for part in parts)
    )


def play_case(
    case: dict[str, Any], *, pack: Pack | None = None, mission: Mission | None = None
) -> None:
    """Play a case and assert that all of it comes as it says."""
    assert case["source"], "a golden case names its book and page"
    state = given_table(case["game"], case["given"], pack=pack, mission=mission)
    pack = pack or rules.pack_of(state)
    then, events, error = case["then"], [], None
    try:
        for outcome in _outcomes(case, state, pack):
            state = outcome.state
            events += rules.facts_of(outcome.events)
    except RuleError as refused:
        error = refused.code
    assert error == then.get("error")
    if "events" in then:
        _assert_events(events, then["events"])
    expected = {name: value for name, value in then.items() if name not in ("events", "error")}
    facts = _facts(state, pack, then)
    unknown = expected.keys() - facts.keys()
    assert not unknown, f"`then` asks for {sorted(unknown)}, which nobody can say of a table"
    assert {name: facts[name] for name in expected} == expected


def played_states(case: dict[str, Any]) -> Iterator[rules.TableState]:
    """The table after each command of a case that was taken."""
    state = given_table(case["game"], case["given"])
    with suppress(RuleError):
        for outcome in _outcomes(case, state, rules.pack_of(state)):
            yield outcome.state


def _outcomes(case: dict[str, Any], state: rules.TableState, pack: Pack) -> Iterator[rules.Outcome]:
    """Yield the outcome of each command of a case; raise where one is refused."""
    for number, step in enumerate(case["when"]):
        outcome = rules.apply(state, command_of(state, number, step), pack)
        state = outcome.state
        yield outcome


def command_of(state: rules.TableState, number: int, step: dict[str, Any]) -> rules.Command:
    body = {"id": f"golden-{number:02}", "seen": number, **step}
    return rules.decode_command(state.game, msgspec.json.encode(body))


def _assert_events(events: list[Any], wanted: list[str]) -> None:
    shown = [msgspec.to_builtins(event) for event in events]
    assert len(events) == len(wanted), shown
    for kind in {each.split()[0] for each in wanted}:
        happened = [event for event in events if rules.kind_of(event) == kind]
        asked = [each for each in wanted if each.split()[0] == kind]
        assert len(happened) == len(asked), shown
        for event, each in zip(happened, asked, strict=True):
            assert matches(event, each), f"{each!r} is not {msgspec.to_builtins(event)}"


def _facts(state: rules.TableState, pack: Pack, then: dict[str, Any]) -> dict[str, Any]:
    """Return everything that can be asked of a table after a case."""
    mission = rules.mission_at(state)
    vault = getattr(state, "vault", None)
    companions = companions_of(state)
    lent = {key: lent_skills(state, key) for key in state.survivors}
    wanted_fields = then.get("have", {})
    have = {key: msgspec.json.decode(rules.encode(state.survivors[key])) for key in wanted_fields}
    facts = {
        "board": state.board,
        "players": list(state.players),
        "first_player": state.first_player,
        "points": {key: survivor.points for key, survivor in state.survivors.items()},
        "danger": rules.table_danger(state, pack)[0],
        "status": {key: survivor.status for key, survivor in state.survivors.items()},
        "zones": [zone.id for zone in state.zones],
        "kinds": [zone.kind for zone in state.zones],
        "result": state.result or "",
        "night": state.is_night,
        "hour": state.hour,
        "round": state.round,
        "pending": [question.what for question in state.pending],
        "wounds": {
            key: survivor.wounds for key, survivor in state.survivors.items() if survivor.wounds
        },
        "inventory": {
            key: survivor.inventory
            for key, survivor in state.survivors.items()
            if survivor.inventory
        },
        "found": {
            key: list(survivor.found) for key, survivor in state.survivors.items() if survivor.found
        },
        "left": len(state.decks["zombies"].draw),
        "have": {
            key: {name: have[key][name] for name in fields} for key, fields in wanted_fields.items()
        },
        "reminders": [each.rule.do for each in rules.reminders(state)],
        "skills_due": [f"{each.survivor} {each.skill.id}" for each in phase_reminders(state, pack)],
        "taken": list(state.taken),
        "goals": [goal.id for goal in rules.goals_of(state, mission, pack) if goal.is_met],
        "layout": [
            f"{item.id} {item.count}" if item.count is not None else item.id
            for item in rules.layout_of(state, mission, pack)
        ],
        "aside": sum(len(deck.aside) for deck in state.decks.values()),
        "active": [zone.id for zone in state.zones if zone.active_from is not None],
        "options": list(state.options),
        "met": [each.card for each in getattr(state, "objectives", ()) if each.met],
        "faces": list(vault.faces) if vault else [],
        "opened": bool(vault and vault.opened),
        "laid": [each.card for each in getattr(state, "laid", ())],
        "nets": {each.zombie: each.count for each in getattr(state, "nets", ())},
        "companions": {key: standing_of(state, each) for key, each in companions.items()},
        "lent": {key: list(skills) for key, skills in lent.items() if skills},
        "helicopter": msgspec.json.decode(rules.encode(getattr(state, "helicopter", None))),
        "cargo": list(state.helicopter.cargo) if hasattr(state, "helicopter") else [],
        "health": {key: health_of(state, key, pack) for key in state.survivors},
        "in_deck": len(state.decks["equipment"].draw),
        "scores": team_scores(state) if isinstance(state, MorgueState) else {},
    }
    if "reserve" in then:
        supply = rules.supply(state, pack)
        facts["reserve"] = {key: supply[key].reserve for key in then["reserve"]}
    own = msgspec.to_builtins(state)
    return {name: own[name] for name in then if name in own} | facts
