"""Set-ups to be simulated, without names, so that equal ones have the same hash."""

import hashlib
from collections.abc import Collection, Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import IllegalCommand
from rules.mechanics.zombie_cards import DECK
from rules.opening import new_table
from rules.packs.copies import deck_copies
from rules.packs.played import mission_of, pack_with, played_pack
from rules.packs.schema import Mission, Pack, Term
from rules.packs.schema.own import OwnBox
from rules.packs.schema.people import SkillTree
from rules.registry import rulesets
from rules.state import Deck, Description, Option, Survivor, TableState, Zone

OWN = "own"
NO_WORDS = Term(es="", en="")
UNSEEN: frozenset[Option] = frozenset(
    {
        "out-of-action",
        "fallen-count-for-danger",
        "no-activation-for-miniatures",
        "competitive",
        "odds-on-screen",
        "hide-odds",
    }
)
"""House rules without effect on the policy: wounds, zombie actions, teams, the page."""


class Setting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parts of a set-up that the policy plays with."""

    game: str
    expansions: tuple[str, ...] = ()
    mission: str = ""
    """`box:code`; empty in free play."""
    own: Mission | None = None
    """The group's own mission, without its words."""
    own_box: OwnBox | None = None
    """Cards and survivors of the group's own packs, without names."""
    aside: tuple[str, ...] = ()
    """Copies that the group leaves in the box."""
    survivors: tuple[str, ...]
    """Ids of the box; a survivor the group made up gets an id that no box has."""
    zones: tuple[Zone, ...] = ()
    hour: int | None = None
    options: tuple[Option, ...] = ()
    described: dict[str, Description] = {}
    trees: dict[str, SkillTree] = {}

    @property
    def pack(self) -> Pack:
        return pack_with(self.game, self.expansions, self.own_box)


def setting_of(
    *,
    game: str,
    survivors: tuple[str, ...],
    options: tuple[Option, ...],
    described: Mapping[str, Description],
    trees: Mapping[str, SkillTree],
    expansions: tuple[str, ...] = (),
    mission: str = "",
    own: Mission | None = None,
    own_box: OwnBox | None = None,
    aside: Collection[str] = (),
    zones: tuple[Zone, ...] = (),
    hour: int | None = None,
) -> Setting:
    """Return a setting without irrelevant parts: names, house rules not played, other trees."""
    pack = pack_with(game, expansions, own_box)
    boxed = {survivor.id for survivor in pack.survivors}
    made_up = [key for key in survivors if key not in boxed]
    called = {key: f"survivor-{number}" for number, key in enumerate(made_up, 1)}
    return Setting(
        game=game,
        expansions=expansions,
        mission="" if own else mission,
        own=_without_words(own) if own else None,
        own_box=_without_names(own_box) if own_box else None,
        aside=tuple(sorted(aside)),
        survivors=tuple(called.get(key, key) for key in survivors),
        zones=tuple(replace(zone, id=str(number)) for number, zone in enumerate(zones, 1)),
        hour=hour,
        options=tuple(option for option in options if option not in UNSEEN),
        described=dict(described),
        trees={called.get(key, key): trees[key] for key in survivors if key in trees},
    )


def _without_words(mission: Mission) -> Mission:
    """Return the parts of a mission that set up a table; they do not tell whose mission it is."""
    return replace(
        mission,
        code=OWN,
        title=NO_WORDS,
        page=None,
        map=None,
        goals=(),
        rules=tuple(replace(rule, es="", en="") for rule in mission.rules),
    )


def _without_names(box: OwnBox) -> OwnBox:
    return replace(
        box,
        equipment=tuple(replace(card, name=NO_WORDS) for card in box.equipment),
        survivors=tuple(replace(survivor, name="", name_en=None) for survivor in box.survivors),
        zombies=tuple(replace(zombie, name=NO_WORDS) for zombie in box.zombies),
        cards={
            deck: tuple(replace(card, name=None, text=None) for card in cards)
            for deck, cards in box.cards.items()
        },
    )


def content_hash(setting: Setting, policy: str) -> str:
    """Return a hash that is equal only for the same set-up, cards and policy."""
    encoded = msgspec.json.encode(setting, order="sorted")
    whole = b"\n".join([policy.encode(), _pack_hash(setting.game, setting.expansions), encoded])
    return hashlib.sha256(whole).hexdigest()


@cache
def _pack_hash(game: str, expansions: tuple[str, ...]) -> bytes:
    encoded = msgspec.json.encode(played_pack(game, expansions), order="sorted")
    return hashlib.sha256(encoded).digest()


def left_out(setting: Setting) -> int:
    """Return the number of unknown cards; evenings are played without them."""
    return sum(len(_unknown(setting, deck)) for deck in _drawn(setting))


class Outset:
    """The table of a set-up, made once; every evening begins with it."""

    def __init__(self, setting: Setting) -> None:
        pack = setting.pack
        self.laid: TableState = new_table(
            pack=pack,
            expansions=setting.expansions,
            survivors=[(key, Survivor(name=key, player="")) for key in setting.survivors],
            zones=setting.zones,
            sources=dict.fromkeys(pack.decks, "table"),
            hour=setting.hour,
            options=setting.options,
            mission=setting.own or mission_of(setting.game, setting.mission),
            own_as=OWN if setting.own else "",
            own_box=setting.own_box,
            left_out=setting.aside,
        )
        self.laid = replace(
            self.laid,
            decks={name: _known(setting, name, deck) for name, deck in self.laid.decks.items()},
            described=setting.described,
            trees=setting.trees,
        )
        if not self.laid.decks[DECK].draw:
            raise IllegalCommand("deck.unknown_cards", deck=DECK)
        self.shuffled = [name for name in self.laid.decks if pack.decks[name].holds != "equipment"]
        """Decks that are shuffled; the order of equipment does not matter, as no one searches."""

    def begin(self, seed: str) -> TableState:
        """Return the table of one evening, its decks shuffled by the seed."""
        chance = Chance(seed=seed, cursor=0, entered=None)
        decks = dict(self.laid.decks)
        for name in self.shuffled:
            deck = decks[name]
            decks[name] = Deck(source="app", draw=chance.shuffled(deck.draw), aside=deck.aside)
        return replace(self.laid, decks=decks, seed=seed, cursor=chance.cursor)


def _known(setting: Setting, name: str, deck: Deck) -> Deck:
    """Return a deck drawn by the app, without cards that cannot be resolved."""
    unknown = _unknown(setting, name)
    known = tuple(copy for copy in deck.draw if copy not in unknown)
    return Deck(source="app", draw=known, aside=(*deck.aside, *sorted(unknown)))


def _drawn(setting: Setting) -> list[str]:
    """Return the decks a spawn step draws from: zombie cards, and decks of special zones."""
    rules = rulesets[setting.game]
    has_own = any(zone.kind in rules.zone_decks for zone in setting.zones)
    return [DECK, *(own.deck for own in rules.zone_decks.values() if has_own)]


def _unknown(setting: Setting, deck: str) -> frozenset[str]:
    copies = deck_copies(setting.pack, deck)
    return frozenset(
        copy
        for copy, card in copies.items()
        if card.sure == "unknown" and copy not in setting.described and copy not in setting.aside
    )
