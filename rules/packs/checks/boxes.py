"""Checks of whole boxes: frame, zombies, survivors and skills."""

from collections import Counter
from collections.abc import Iterator

from rules.packs.checks.cards import check_cards
from rules.packs.checks.facts import check_facts
from rules.packs.checks.maps import check_kinds, check_map
from rules.packs.checks.missions import check_campaign, check_missions
from rules.packs.checks.scope import KnownNames, Problem, either, is_spoken, missing, twice
from rules.packs.checks.words import check_words
from rules.packs.contents import GAME, SKILLS, Common, Contents, map_kit
from rules.packs.schema.pack import GameFrame
from rules.packs.schema.people import PackSurvivor, Zombie
from rules.packs.skills import ANY, variant_id
from rules.packs.vocabulary import Vocabulary

DANGER = ("blue", "yellow", "orange", "red")
CHOICES = {"orange": 2, "red": 3}


def check_common(common: Common) -> Iterator[Problem]:
    """Yield the problems in the words of all games, for example a missing language."""
    file = "terms.toml"
    for part, terms in (("terms", common.terms), ("kinds", common.kinds)):
        for key, term in terms.items():
            if not is_spoken(term):
                yield file, f"{part}.{key}", "a language is missing"
    if ANY not in common.kinds:
        yield file, "kinds", f"needs {ANY!r} for skills without a kind"
    yield from check_kinds(tuple(common.on_maps.values()))


def check_game(box: Contents, common: Common, known: Vocabulary) -> Iterator[Problem]:
    """Yield all problems inside one game."""
    scope = KnownNames.of_game(box, common.kinds)
    if box.game_frame is not None:
        yield from _check_frame(box.game_frame)
    yield from _check_zombies(box, scope)
    yield from check_map(box, common.on_maps)
    yield from _check_box(box, scope)
    yield from check_words(box, known)


def check_expansion(
    box: Contents, game: Contents, common: Common, known: Vocabulary
) -> Iterator[Problem]:
    """Yield all problems inside an expansion, read together with its game."""
    scope = KnownNames.of_expansion(box, game, common.kinds)
    yield from check_map(box, map_kit(game, common).kinds)
    yield from _check_box(box, scope)
    yield from check_campaign(box, scope)
    yield from check_words(box, known)


def _check_frame(frame: GameFrame) -> Iterator[Problem]:
    levels = tuple(level.id for level in frame.danger)
    points = [level.points for level in frame.danger]
    if levels != DANGER:
        yield GAME, "danger", f"must be {', '.join(DANGER)}, got {', '.join(levels)}"
    if points != sorted(set(points)) or points[:1] != [0]:
        yield GAME, "danger", f"must start at 0 and rise, got {points}"
    crowd = [row.up_to for row in frame.crowd]
    if crowd != sorted(set(crowd)) or (crowd and crowd[-1] != frame.survivors_max):
        yield GAME, "crowd", f"must rise to {frame.survivors_max} survivors, got {crowd}"


def _check_zombies(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    file, zombies = "zombies.toml", box.zombies.rows
    yield from twice(file, "zombies", [zombie.id for zombie in zombies])
    for zombie in zombies:
        yield from check_zombie(zombie, scope)
    if box.targets is not None:
        ranked = Counter(key for rank in box.targets.order for key in rank if key != "survivor")
        yield from missing(file, "targets.order", ranked, scope.zombies)
        for zombie in zombies:
            if ranked[zombie.id] != 1:
                yield file, "targets.order", f"{zombie.id!r} stands there {ranked[zombie.id]} times"
    total = sum(zombie.miniatures for zombie in zombies)
    if box.frame is not None and file not in box.partial and total != box.frame.box.zombies:
        yield file, "zombies", f"{total} miniatures, the box has {box.frame.box.zombies}"


def check_zombie(zombie: Zombie, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of one type of zombie."""
    file, key = "zombies.toml", f"zombies[{zombie.id}]"
    if (zombie.toughness is None) == (zombie.killed_by == "damage"):
        yield file, f"{key}.toughness", f"does not go with killed_by {zombie.killed_by!r}"
    yield from missing(file, key, _zombies_named_by(zombie), scope.zombies)


def _zombies_named_by(zombie: Zombie) -> list[str]:
    others = (zombie.leaves, zombie.substitute, zombie.becomes)
    return [*zombie.escort, *(other for other in others if other is not None)]


def _check_box(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems in what games and expansions have in common."""
    if box.frame is not None:
        printed = box.frame.box
        total = sum(printed.tokens.values())
        if printed.tokens_total is not None and total != printed.tokens_total:
            yield scope.frame, "box.tokens", f"{total} tokens, the box has {printed.tokens_total}"
        survivors = len(box.survivors.rows)
        if "survivors.toml" not in box.partial and survivors != printed.survivors:
            text = f"{survivors} survivors, the box has {printed.survivors}"
            yield "survivors.toml", "survivors", text
    yield from check_cards(box, scope)
    yield from _check_survivors(box.survivors.rows, scope)
    yield from check_missions(box.missions.rows, scope)
    yield from _check_skills(box, scope)
    yield from check_facts(box, scope)


def _check_survivors(survivors: tuple[PackSurvivor, ...], scope: KnownNames) -> Iterator[Problem]:
    file = "survivors.toml"
    yield from twice(file, "survivors", [survivor.id for survivor in survivors])
    for survivor in survivors:
        yield from check_survivor(survivor, scope)


def check_survivor(survivor: PackSurvivor, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of one survivor."""
    file, key = "survivors.toml", f"survivors[{survivor.id}]"
    for level in DANGER:
        skills = getattr(survivor.skills, level)
        where = f"{key}.skills.{level}"
        if skills is None:
            if level not in survivor.unknown:
                yield file, where, "is missing and not listed in unknown"
            continue
        yield from missing(file, where, skills, scope.skills)
        if len(skills) != CHOICES.get(level, len(skills)) or not skills:
            yield file, where, f"has {len(skills)} skills"
    if survivor.health is None and "health" not in survivor.unknown:
        yield file, f"{key}.health", "is missing and not listed in unknown"
    specialties = survivor.specialties or ()
    yield from missing(file, f"{key}.specialties", specialties, scope.specialties)
    body = [survivor.body] if survivor.body else []
    yield from missing(file, f"{key}.body", body, scope.equipment)
    for choice in survivor.starts_with:
        yield from missing(file, f"{key}.starts_with", choice, scope.equipment)


def _check_skills(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of skills: repeated ids, missing languages, faulty variants or marks."""
    about = either(scope.equipment, scope.skills, scope.zombies)
    ids: list[str] = []
    for key, term in box.own_kinds.items():
        if not is_spoken(term):
            yield SKILLS, f"kinds.{key}", "a language is missing"
    for record in box.skills.rows:
        key = f"skills[{record.id}]"
        ids += [record.id, *(variant_id(record, variant) for variant in record.variants)]
        if (record.by == "reminder") != (record.when is not None):
            yield SKILLS, f"{key}.when", f"does not go with by {record.by!r}"
        if record.only is not None and record.when is None:
            yield SKILLS, f"{key}.only", "there is no moment it could narrow"
        if (record.by == "app") != (record.why is None):
            yield SKILLS, f"{key}.why", f"does not go with by {record.by!r}"
        for variant in record.variants:
            where = f"{key}.variants[{variant.id}]"
            yield from missing(SKILLS, f"{where}.of", variant.of, about)
            if not variant.of:
                yield from missing(SKILLS, f"{where}.id", [variant.id], scope.kinds)
            if not (variant.es.strip() and variant.en.strip()):
                yield SKILLS, where, "a language is missing"
    yield from twice(SKILLS, "skills", ids)
