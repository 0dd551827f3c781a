"""Problems of a draft: their place, and how to mend them. A draft may have problems.

The checks of packs come last: a draft without problems is a mission that passes them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from rules.maps.problems import map_problems, place_of_zone
from rules.mechanics.missions.goals import DANGER
from rules.mechanics.missions.locks import NEEDS_OTHERS, NEEDS_OWN
from rules.missions import ASLEEP_UNTIL, INACTIVE
from rules.packs.checks.missions import check_missions
from rules.packs.checks.own import scope_of
from rules.packs.checks.scope import KnownNames
from rules.packs.schema import Pack
from rules.registry import rulesets
from rules.workshop.draft import PARTS, Problem, Value
from rules.workshop.patterns import Pattern, Side, patterns
from rules.workshop.pieces.missions import DraftMission, DraftRule, as_drawn, finished, is_tile

FROM_OBJECTIVES = (NEEDS_OWN, NEEDS_OTHERS, ASLEEP_UNTIL)
"""Rules whose colors are those of objectives on the map."""
WAKES = (ASLEEP_UNTIL, INACTIVE)
"""Rules about inactive zones; the second leaves it to the players when they are activated."""


def problems(
    written: DraftMission,
    pack: Pack,
    languages: Iterable[str],
    decks: Collection[str] = (),
    scope: KnownNames | None = None,
) -> list[Problem]:
    """Return all problems, in the order of the parts.

    `pack` is played with the boxes the draft asks for. `decks` are the composed ones of the pack
    the mission is in; `scope` is that of `pack`, for callers that check many missions.
    """
    spoken, draft = tuple(languages), as_drawn(written)
    mistakes = [
        *_title(draft, spoken),
        *_board(draft, pack),
        *_map(draft, pack),
        *_side(draft, "goals", pack, spoken),
        *_side(draft, "rules", pack, spoken),
        *_colours(draft),
        *_zones(draft),
        *_start(draft, pack),
        *_decks(draft, decks),
    ]
    if not draft.goals:
        mistakes.append(Problem(part="goals", code="goals.none"))
    mistakes += () if mistakes else _by_the_checks(written, pack, scope or scope_of(pack))
    return sorted(mistakes, key=lambda problem: PARTS.index(problem.part or "title"))


def _title(draft: DraftMission, languages: tuple[str, ...]) -> Iterator[Problem]:
    for language in languages:
        if not getattr(draft.title, language).strip():
            yield Problem(part="title", code="title.none", params={"language": language})
    if not draft.code.strip():
        yield Problem(part="title", code="code.none")


def _board(draft: DraftMission, pack: Pack) -> Iterator[Problem]:
    if not draft.tiles:
        yield Problem(part="board", code="tiles.none")
    for tile in dict.fromkeys(draft.tiles):
        if not is_tile(tile):
            yield Problem(part="board", code="tiles.name", params={"tile": tile})
    pieces = Counter(tile.strip("RV") for tile in draft.tiles if is_tile(tile))
    for piece, count in pieces.items():
        if count > 1:
            yield Problem(part="board", code="tiles.twice", params={"tile": piece})
    if len({len(row) for row in draft.grid}) > 1:
        yield Problem(part="board", code="tiles.rows")
    for box in draft.boxes:
        if box not in pack.expansions:
            yield Problem(part="board", code="box.unknown", params={"box": box})


def _map(draft: DraftMission, pack: Pack) -> Iterator[Problem]:
    if draft.map is None:
        return
    for problem in map_problems(draft.map, pack, draft.goals):
        params: dict[str, Value] = {"value": problem.value} if problem.value else {}
        yield Problem(part="board", code=problem.code, params=params, place=problem.place)


def _side(
    draft: DraftMission, side: Side, pack: Pack, languages: tuple[str, ...]
) -> Iterator[Problem]:
    known = patterns(pack.game, side)
    words = rulesets[pack.game].vocabulary.mission_rules
    for number, rule in enumerate(getattr(draft, side), 1):

        def problem(code: str, number: int = number, **params: Value) -> Problem:
            return Problem(part=side, code=code, params=params, number=number)

        for language in languages:
            if not getattr(rule, language).strip():
                yield problem("rule.words", language=language)
        if rule.do and rule.do not in words and rule.when is None:
            yield problem("rule.unknown", do=rule.do)
        if pattern := known.get(rule.do):
            for field in _missing(rule, pattern):
                yield problem("rule.field", field=field)
        yield from (
            problem("rule.value", field=field, value=value) for field, value in _strange(rule, pack)
        )


def _missing(rule: DraftRule, pattern: Pattern) -> list[str]:
    return [field for field in pattern.needed if not getattr(rule, field)]


def _strange(rule: DraftRule, pack: Pack) -> Iterator[tuple[str, str]]:
    """Yield field and value of each name that is not in the box."""
    if rule.zombie and rule.zombie not in {zombie.id for zombie in pack.zombies}:
        yield "zombie", rule.zombie
    if rule.deck and rule.deck not in pack.decks:
        yield "deck", rule.deck
    cards = {card.id for card in pack.equipment}
    yield from (("equipment", card) for card in rule.equipment if card not in cards)


def _colours(draft: DraftMission) -> Iterator[Problem]:
    """Yield a problem for each rule or goal that needs an objective that is not on the map."""
    laid = set(draft.objective_colours)
    for number, rule in enumerate(draft.rules, 1):
        if rule.do in FROM_OBJECTIVES:
            for colour in rule.needs if rule.do == NEEDS_OTHERS else rule.colours:
                if colour not in laid:
                    params: dict[str, Value] = {"colour": colour}
                    yield Problem(part="rules", code="rule.colour", params=params, number=number)
    for number, goal in enumerate(draft.goals, 1):
        for colour in goal.colours if goal.do != DANGER else ():
            if colour not in laid:
                params = {"colour": colour}
                yield Problem(part="goals", code="rule.colour", params=params, number=number)


def _zones(draft: DraftMission) -> Iterator[Problem]:
    if not draft.zones:
        yield Problem(part="zones", code="zones.none")
        return
    for name, count in Counter(zone.id for zone in draft.zones).items():
        if count > 1:
            yield _zone_problem(draft, "zones.twice", name)
    if sum(zone.start for zone in draft.zones) > 1:
        yield Problem(part="zones", code="zones.starts")
    if any(not rule.do for rule in draft.rules):
        return  # a sentence for the players may activate a zone
    waking = {colour for rule in draft.rules if rule.do in WAKES for colour in rule.colours}
    for zone in draft.zones:
        if zone.asleep and zone.colour not in waking:
            yield _zone_problem(draft, "zones.asleep", zone.id)


def _zone_problem(draft: DraftMission, code: str, zone: str) -> Problem:
    place = place_of_zone(draft.map, zone) if draft.map else ""
    return Problem(part="zones", code=code, params={"zone": zone}, place=place)


def _start(draft: DraftMission, pack: Pack) -> Iterator[Problem]:
    known = {zombie.id for zombie in pack.zombies}
    for zombie in draft.zombies:
        if zombie not in known:
            yield Problem(part="start", code="zombie.unknown", params={"zombie": zombie})

    if draft.boss and draft.boss not in known:
        yield Problem(part="start", code="zombie.unknown", params={"zombie": draft.boss})
    for need in draft.needs:
        if need not in pack.skills and need not in pack.specialties:
            yield Problem(part="start", code="need.unknown", params={"need": need})


def _decks(draft: DraftMission, decks: Collection[str]) -> Iterator[Problem]:
    for deck in draft.decks:
        if deck not in decks:
            yield Problem(part="decks", code="deck.gone", params={"deck": deck})


def _by_the_checks(draft: DraftMission, pack: Pack, scope: KnownNames) -> Iterator[Problem]:
    known = rulesets[pack.game].vocabulary.mission_rules
    for _file, key, text in check_missions((finished(draft, known),), scope):
        part = [part for part in PARTS if f".{part}" in key]
        yield Problem(
            part=part[0] if part else "title", code="checked", params={"where": key, "what": text}
        )
