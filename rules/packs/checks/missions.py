"""Checks of missions and campaigns."""

from collections.abc import Iterator

from rules.packs.checks.scope import KnownNames, Problem, either, missing, twice
from rules.packs.contents import CAMPAIGN, Contents
from rules.packs.schema.missions import Mission, MissionRule

OBJECTIVES = "objectives"


def check_missions(missions: tuple[Mission, ...], scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of missions: repeated codes, faulty boards, broken references."""
    file = "missions.toml"
    yield from twice(file, "missions", [mission.code for mission in missions])
    for mission in missions:
        key = f"missions[{mission.code}]"
        yield from _check_board(file, key, mission)
        if mission.detail == "full" and not (mission.tiles and mission.goals):
            yield file, key, "a mission known in full has tiles and goals"
        yield from missing(file, f"{key}.zombies", mission.zombies, scope.zombies)
        boss = [mission.boss] if mission.boss else []
        yield from missing(file, f"{key}.boss", boss, scope.zombies)
        people = either(scope.skills, scope.specialties)
        yield from missing(file, f"{key}.needs", mission.needs, people)
        for part, rules in (("goals", mission.goals), ("rules", mission.rules)):
            for rule in rules:
                yield from _check_rule(file, f"{key}.{part}[{rule.do}]", rule, scope)


def _check_board(file: str, key: str, mission: Mission) -> Iterator[Problem]:
    yield from twice(file, f"{key}.tiles", mission.tiles)
    laid = [tile for row in mission.grid for tile in row]
    if laid and sorted(laid) != sorted(mission.tiles):
        yield file, f"{key}.grid", f"lays {sorted(laid)}, the tiles are {sorted(mission.tiles)}"
    if len({len(row) for row in mission.grid}) > 1:
        yield file, f"{key}.grid", "rows differ in length"
    if mission.tile_count is not None and mission.tiles:
        yield file, f"{key}.tile_count", "the tiles themselves are known"


def _check_rule(file: str, key: str, rule: MissionRule, scope: KnownNames) -> Iterator[Problem]:
    if not (rule.es.strip() and rule.en.strip()):
        yield file, key, "a language is missing"
    for name, value, known in (
        ("zombie", rule.zombie, scope.zombies),
        ("deck", rule.deck, scope.decks),
        ("achievement", rule.achievement, scope.achievements),
        ("specialty", rule.specialty, scope.specialties),
    ):
        yield from missing(file, f"{key}.{name}", [value] if value else [], known)
    yield from missing(file, f"{key}.equipment", rule.equipment, scope.equipment)
    yield from missing(file, f"{key}.cards", rule.cards, scope.cards)


def check_campaign(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of a campaign: missions, skills, milestones and objective cards."""
    campaign, file = box.campaign, CAMPAIGN
    if campaign is None:
        return
    yield from missing(file, "missions", campaign.missions, scope.missions)
    yield from missing(file, "skills", campaign.skills, scope.skills)
    yield from twice(file, "skills", campaign.skills)
    milestones = list(campaign.milestones)
    if milestones != sorted(set(milestones)) or milestones[-1:] > [campaign.points_track]:
        yield file, "milestones", f"must rise within {campaign.points_track}, got {milestones}"
    for achievement in campaign.achievements:
        key = f"achievements[{achievement.id}].used_in"
        yield from missing(file, key, achievement.used_in, scope.missions)
    yield from _check_objectives(box)


def _check_objectives(box: Contents) -> Iterator[Problem]:
    """Yield a problem for each mission whose objective or note cards differ from its own count."""
    deck, file = box.decks.get(OBJECTIVES), f"decks/{OBJECTIVES}.toml"
    if deck is None or file in box.partial:
        return
    for mission in box.missions.rows:
        for kind, count in (("objective", mission.objective_cards), ("note", mission.notes)):
            cards = [
                card for card in deck.cards if card.mission == mission.code and card.kind == kind
            ]
            total = sum(card.copies for card in cards)
            if total != (count or 0):
                text = f"{total} {kind} cards of {mission.code}, the mission says {count}"
                yield file, "cards", text
