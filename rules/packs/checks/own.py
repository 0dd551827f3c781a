"""Checks of a group's own box, read together with the pack it is played with."""

from collections.abc import Iterator

from rules.packs.checks.boxes import check_survivor, check_zombie
from rules.packs.checks.cards import check_equipment, check_spawn, check_special
from rules.packs.checks.scope import KnownNames, Problem, missing, twice
from rules.packs.checks.words import check_effects, check_kind
from rules.packs.schema.cards import Equipment, SpawnCard, SpecialCard
from rules.packs.schema.own import OwnBox
from rules.packs.schema.pack import Pack
from rules.packs.schema.people import Zombie
from rules.packs.vocabulary import Vocabulary


def check_own(own: OwnBox, pack: Pack, known: Vocabulary) -> Iterator[Problem]:
    """Yield all problems of the box; `pack` includes it already (see `pack_with`)."""
    scope = scope_of(pack)
    yield from _check_names(own, pack, scope)
    for zombie in own.zombies:
        yield from check_own_zombie(zombie, scope, known)
    for card in own.spawns:
        yield from check_own_spawn(card, scope, known)
    for item in own.equipment:
        yield from check_own_equipment(item, scope, known)
    for survivor in own.survivors:
        yield from check_survivor(survivor, scope)
    for deck, cards in own.cards.items():
        for special in cards:
            yield from check_own_special(deck, special, scope, known)


def check_own_zombie(zombie: Zombie, scope: KnownNames, known: Vocabulary) -> Iterator[Problem]:
    yield from check_zombie(zombie, scope)
    yield from missing("zombies.toml", f"zombies[{zombie.id}]", zombie.traits, known.traits)


def check_own_spawn(card: SpawnCard, scope: KnownNames, known: Vocabulary) -> Iterator[Problem]:
    yield from check_spawn(card, scope)
    yield from check_kind(card, known)


def check_own_equipment(item: Equipment, scope: KnownNames, known: Vocabulary) -> Iterator[Problem]:
    yield from check_equipment(item, scope)
    yield from check_effects("equipment.toml", item.id, item.effects, known)


def check_own_special(
    deck: str, card: SpecialCard, scope: KnownNames, known: Vocabulary
) -> Iterator[Problem]:
    file = f"decks/{deck}.toml"
    yield from check_special(file, card, scope)
    yield from check_effects(file, card.id, card.effects, known)


def _check_names(own: OwnBox, pack: Pack, scope: KnownNames) -> Iterator[Problem]:
    """Yield a problem for each repeated id, and each unknown deck or rank."""
    yield from twice("spawns.toml", "cards", [card.number for card in own.spawns])
    for file, ids in (
        ("equipment.toml", [card.id for card in own.equipment]),
        ("survivors.toml", [survivor.id for survivor in own.survivors]),
        ("zombies.toml", [zombie.id for zombie in own.zombies]),
        *((f"decks/{deck}.toml", [card.id for card in cards]) for deck, cards in own.cards.items()),
    ):
        yield from twice(file, "id", ids)
    special = frozenset(deck.id for deck in pack.decks.values() if deck.holds == "cards")
    yield from missing("decks", "id", own.cards, special)
    yield from missing("zombies.toml", "ranks", own.ranks.values(), scope.zombies)
    ranked = {key for rank in pack.targets.order for key in rank}
    yield from missing(
        "zombies.toml", "targets", [zombie.id for zombie in own.zombies], frozenset(ranked)
    )


def scope_of(pack: Pack) -> KnownNames:
    """Return the names that a record played with this pack may use."""
    special = (card for deck in pack.decks.values() for card in deck.cards)
    return KnownNames(
        frame="",
        zombies=frozenset(zombie.id for zombie in pack.zombies),
        equipment=frozenset(card.id for card in pack.equipment),
        decks=frozenset(pack.decks),
        cards=frozenset(card.id for card in special),
        survivors=frozenset(survivor.id for survivor in pack.survivors),
        missions=None,
        skills=frozenset(pack.skills),
        specialties=frozenset(pack.specialties),
        achievements=frozenset(
            achievement.id
            for box in pack.expansions.values()
            for achievement in (box.campaign.achievements if box.campaign else ())
        ),
        kinds=None,
        partial=frozenset(),
    )
