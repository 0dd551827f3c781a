"""Checks of whole boxes: frame, zombies, survivors, and the skills all games share."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.packs.checks.cards import check_cards
from rules.packs.checks.facts import check_facts
from rules.packs.checks.missions import check_campaign, check_missions
from rules.packs.checks.scope import Problem, Scope, missing, twice
from rules.packs.reading import located
from rules.packs.schema.base import Term
from rules.packs.schema.pack import Expansion, Pack
from rules.packs.schema.people import PackSurvivor, SkillRecord, Zombie
from rules.packs.skills import ANY, variant_id

DANGER = ("blue", "yellow", "orange", "red")
CHOICES = {"orange": 2, "red": 3}


def check_pack(folder: str, pack: Pack) -> list[str]:
    """Everything that is wrong inside one game."""
    scope = Scope.of_game(pack)
    found: list[Problem] = []
    if pack.game != folder:
        found.append(("game.toml", "game", f"is {pack.game!r}, the folder says {folder!r}"))
    found += _check_frame(pack)
    found += _check_zombies(pack, scope)
    found += _check_box(pack, scope)
    return _placed(folder, found)


def check_expansion(expansion: Expansion, game: Pack | None) -> list[str]:
    """Everything that is wrong inside an expansion, read together with its game."""
    if game is None:
        text = f"there is no sound game {expansion.expands!r}"
        return [located(f"{expansion.id}/expansion.toml", "expands", text)]
    scope = Scope.of_expansion(expansion, game)
    return _placed(expansion.id, [*_check_box(expansion, scope), *check_campaign(expansion, scope)])


def _placed(folder: str, found: Iterable[Problem]) -> list[str]:
    """The problems of a box; what it has of the common files is found there."""
    return [
        located(file if file.startswith("common/") else f"{folder}/{file}", key, text)
        for file, key, text in found
    ]


def check_terms(terms: Mapping[str, Term]) -> list[str]:
    """Words of all games have both languages."""
    return [
        located("common/terms.toml", f"terms.{key}", "a language is missing")
        for key, term in terms.items()
        if not (term.es.strip() and term.en.strip())
    ]


def check_skills(
    records: Iterable[SkillRecord], kinds: Mapping[str, Term], folders: set[str]
) -> list[str]:
    """Skills have one id each, name games that exist, and speak both languages."""
    found: list[Problem] = []
    file, ids = "skills.toml", []
    if ANY not in kinds:
        found.append((file, "kinds", f"needs {ANY!r} for skills without a kind"))
    for record in records:
        key = f"skills[{record.id}]"
        ids += [record.id, *(variant_id(record, one) for one in record.variants)]
        found += missing(file, f"{key}.games", record.games, folders)
        found += missing(file, f"{key}.here", record.here, set(record.games))
        for term in (record.name, record.effect, *(one.effect for one in record.here.values())):
            if term is not None and not (term.es.strip() and term.en.strip()):
                found.append((file, key, "a language is missing"))
        for variant in record.variants:
            where = f"{key}.variants[{variant.id}]"
            found += missing(file, f"{where}.games", variant.games, set(record.games))
            if not variant.of:
                found += missing(file, where, [variant.id], set(kinds))
    found += twice(file, "skills", ids)
    return [located(f"common/{where}", key, text) for where, key, text in found]


def _check_frame(pack: Pack) -> Iterator[Problem]:
    levels = tuple(level.id for level in pack.danger)
    points = [level.points for level in pack.danger]
    if levels != DANGER:
        yield "game.toml", "danger", f"must be {', '.join(DANGER)}, got {', '.join(levels)}"
    if points != sorted(set(points)) or points[:1] != [0]:
        yield "game.toml", "danger", f"must start at 0 and rise, got {points}"
    crowd = [row.up_to for row in pack.crowd]
    if crowd != sorted(set(crowd)) or (crowd and crowd[-1] != pack.survivors_max):
        yield "game.toml", "crowd", f"must rise to {pack.survivors_max} survivors, got {crowd}"


def _check_zombies(pack: Pack, scope: Scope) -> Iterator[Problem]:
    file = "zombies.toml"
    yield from twice(file, "zombies", [zombie.id for zombie in pack.zombies])
    ranked = Counter(key for rank in pack.targets.order for key in rank if key != "survivor")
    yield from missing(file, "targets.order", ranked, scope.zombies)
    for zombie in pack.zombies:
        key = f"zombies[{zombie.id}]"
        if ranked[zombie.id] != 1:
            yield file, "targets.order", f"{zombie.id!r} stands there {ranked[zombie.id]} times"
        if (zombie.toughness is None) == (zombie.killed_by == "damage"):
            yield file, f"{key}.toughness", f"does not go with killed_by {zombie.killed_by!r}"
        yield from missing(file, key, _zombies_named_by(zombie), scope.zombies)
    total = sum(zombie.miniatures for zombie in pack.zombies)
    if total != pack.box.zombies:
        yield file, "zombies", f"{total} miniatures, the box has {pack.box.zombies}"


def _zombies_named_by(zombie: Zombie) -> list[str]:
    others = (zombie.leaves, zombie.substitute, zombie.becomes)
    return [*zombie.escort, *(other for other in others if other is not None)]


def _check_box(box: Pack | Expansion, scope: Scope) -> Iterator[Problem]:
    """What games and expansions have alike."""
    total = sum(box.box.tokens.values())
    if box.box.tokens_total is not None and total != box.box.tokens_total:
        yield scope.frame, "box.tokens", f"{total} tokens, the box has {box.box.tokens_total}"
    yield from check_cards(box, scope)
    yield from _check_survivors(box.survivors, box.box.survivors, scope)
    yield from check_missions(box.missions, scope)
    yield from check_facts(box, scope)
    for skill in box.skills.values():
        known = scope.equipment | scope.skills | scope.zombies
        yield from missing("common/skills.toml", f"skills[{skill.id}].of", skill.of, known)


def _check_survivors(
    survivors: tuple[PackSurvivor, ...], expected: int, scope: Scope
) -> Iterator[Problem]:
    file = "survivors.toml"
    yield from twice(file, "survivors", [survivor.id for survivor in survivors])
    if len(survivors) != expected:
        yield file, "survivors", f"{len(survivors)} survivors, the box has {expected}"
    for survivor in survivors:
        key = f"survivors[{survivor.id}]"
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
