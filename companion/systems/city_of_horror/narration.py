"""The log of City of Horror in words. Events tell no secret, so everybody may read them."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.systems.city_of_horror.terms import (
    city_field_word,
    city_phase_word,
    colour_word,
    stage_word,
)
from rules.systems.city_of_horror import (
    CityPack,
    CityState,
    actions,
    beginning,
    effects,
    ending,
    locations,
    moves,
    play,
    rounds,
    trade,
    votes,
)


class CityTeller:
    """One event of one table, and the words for what it names."""

    def __init__(self, state: CityState, pack: CityPack) -> None:
        self.state, self.pack, self.game = state, pack, state.game
        self.language = get_language() or "en"

    def character(self, key: str) -> str:
        card = self.pack.characters.get(key)
        return card.name.in_language(self.language) if card else key

    def short(self, key: str) -> str:
        """Return a character's name where there is little room."""
        card = self.pack.characters.get(key)
        return card.short.in_language(self.language) if card else key

    def characters(self, keys: tuple[str, ...]) -> str:
        return ", ".join(self.character(key) for key in keys) or _("nobody")

    def location(self, key: str) -> str:
        card = self.pack.locations.get(key)
        return card.name.in_language(self.language) if card else key

    def card(self, copy: str) -> str:
        """Return an action card by its name."""
        card = self.pack.actions.get(copy.rpartition("-")[0])
        return card.name.in_language(self.language) if card else copy

    def counts(self, counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count}" for name, count in counts.items())

    def path(self, path: str) -> str:
        """Return what a correction set: `locations.church.zombies` as "zombies of Church"."""
        where, *rest = path.split(".", 1)
        if not rest:
            return city_field_word(where)
        key, _dot, name = rest[0].rpartition(".")
        of = {"locations": self.location, "characters": self.character}.get(where, str)(key)
        return _("%(what)s of %(of)s") % {"what": city_field_word(name), "of": of}

    def value(self, value: object) -> str:
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        text = str(value)
        return self.location(text) if text in self.pack.locations else text


def hour_of(card: str) -> str:
    """Return the hour of a card: `03-2` is one of 03:00; the printed ones have no number."""
    return f"{card.partition('-')[0]}:00"


Sentence = Callable[[Any, CityTeller], str]


def _attack(e: Any, t: CityTeller) -> str:
    """Tell the arithmetic of the condition."""
    words = {
        "location": t.location(e.location),
        "zombies": e.zombies,
        "people": e.people,
        "least": e.at_least,
    }
    if e.at_least is None and e.attacks:
        return _("%(location)s: attack, zombies %(zombies)d, people %(people)d") % words
    if e.at_least is None:
        return _("%(location)s: no attack, zombies %(zombies)d, people %(people)d") % words
    if e.attacks:
        return _("%(location)s: attack, zombies %(zombies)d, needed %(least)d") % words
    return _("%(location)s: no attack, zombies %(zombies)d, needed %(least)d") % words


def _came(e: Any, t: CityTeller) -> str:
    words = {"count": e.count, "location": t.location(e.location), "out": e.kept_out}
    if e.kept_out:
        return _("%(location)s: zombies that come %(count)d, kept out %(out)d") % words
    text = ngettext(
        "%(location)s: %(count)d zombie comes", "%(location)s: %(count)d zombies come", e.count
    )
    return text % words


def _shot(e: Any, t: CityTeller) -> str:
    text = ngettext(
        "%(location)s: %(count)d zombie dies", "%(location)s: %(count)d zombies die", e.count
    )
    return text % {"count": e.count, "location": t.location(e.location)}


def _things(e: Any) -> str:
    """Return the numbers of antidotes and cards; zeros are left out."""
    antidotes = _("antidotes %(count)d") % {"count": e.antidotes} if e.antidotes else ""
    cards = _("cards %(count)d") % {"count": e.cards} if e.cards else ""
    return ", ".join(filter(None, (antidotes, cards)))


def _shared(e: Any, t: CityTeller) -> str:
    """Return who got antidotes and cards, or that the supplies stay."""
    antidotes = _("antidotes to %(names)s") % {"names": ", ".join(e.antidotes)}
    cards = _("cards to %(names)s") % {"names": ", ".join(e.cards)}
    given = ", ".join((*([antidotes] if e.antidotes else []), *([cards] if e.cards else [])))
    return given or _("the supplies stay there")


def _moved(e: Any, t: CityTeller) -> str:
    words = {
        "player": e.player,
        "character": t.character(e.character),
        "before": t.location(e.before),
        "after": t.location(e.after),
        "card": t.location(e.card),
    }
    if e.after == e.card:
        return _("%(character)s: from %(before)s to %(after)s") % words
    return _("%(character)s: %(card)s lets no one in, so to %(after)s") % words


_WHY_DEAD: dict[str, Callable[[], str]] = {
    "eaten": lambda: _("%(character)s of %(player)s is eaten"),
    "tower": lambda: _("%(character)s of %(player)s dies with the water tower"),
    "no_antidote": lambda: _("%(character)s of %(player)s dies without an antidote"),
}


def _named(text: Callable[[], str], *names: str) -> Sentence:
    """Return a sentence whose holes are fields of the event, each in its own words."""

    def tell(event: Any, teller: CityTeller) -> str:
        words: dict[str, object] = {}
        for name in names:
            value = getattr(event, name)
            if name in ("location", "before", "after"):
                value = teller.location(value)
            elif name == "character":
                value = teller.character(value)
            elif name == "card":
                value = teller.card(value)
            elif name == "characters":
                value = teller.characters(value)
            words[name] = value
        return text() % words

    return tell


CITY_SENTENCES: dict[type, Sentence] = {
    play.CityPhaseBegan: lambda e, t: (
        _("round %(round)d, %(phase)s") % {"round": e.round, "phase": city_phase_word(e.phase)}
    ),
    locations.LocationBegan: _named(lambda: _("on to %(location)s"), "location"),
    locations.StageBegan: lambda e, t: (
        _("%(location)s: %(stage)s")
        % {"location": t.location(e.location), "stage": stage_word(e.stage)}
    ),
    beginning.CharacterPlaced: _named(
        lambda: _("%(character)s begins at %(location)s"), "character", "location"
    ),
    beginning.CardsDealt: _named(lambda: _("action cards for each player: %(count)d"), "count"),
    beginning.DraftKept: _named(lambda: _("%(player)s has kept a card"), "player"),
    beginning.DraftPassed: lambda e, t: _("the other cards go to the left"),
    rounds.MovementSealed: _named(lambda: _("%(player)s has chosen where to go"), "player"),
    rounds.MovementShown: _named(
        lambda: _("%(player)s wants to go to %(location)s"), "player", "location"
    ),
    effects.MovementChanged: _named(
        lambda: _("%(player)s changes from %(before)s to %(after)s"), "player", "before", "after"
    ),
    rounds.InvasionShown: lambda e, t: _("invasion card of %(hour)s") % {"hour": hour_of(e.card)},
    rounds.InvasionDescribed: lambda e, t: (
        _("a card of %(hour)s is known from now on") % {"hour": hour_of(e.card)}
    ),
    rounds.InvasionLooked: _named(
        lambda: _("%(player)s looks at the next invasion card"), "player"
    ),
    play.HordeMoved: lambda e, t: (
        ngettext(
            "%(count)d zombie from %(before)s to %(after)s",
            "%(count)d zombies from %(before)s to %(after)s",
            e.count,
        )
        % {"count": e.count, "before": t.location(e.before), "after": t.location(e.after)}
    ),
    play.HordeCame: _came,
    effects.HordeShot: _shot,
    rounds.SuppliesCame: lambda e, t: f"{t.location(e.location)}: {_things(e)}",
    play.StragglerMoved: lambda e, t: (
        _("the straggler goes to %(colour)s") % {"colour": colour_word(e.after)}
    ),
    moves.CharacterMoved: _moved,
    moves.MoveSkipped: _named(lambda: _("%(player)s has nobody who can move"), "player"),
    effects.MoveTakenBack: _named(
        lambda: _("%(character)s goes back to %(after)s"), "character", "after"
    ),
    locations.EffectUsed: _named(lambda: _("%(player)s uses %(location)s"), "player", "location"),
    locations.EffectPassed: _named(
        lambda: _("%(player)s does not use %(location)s"), "player", "location"
    ),
    actions.ActionPlayed: _named(lambda: _("%(player)s plays %(card)s"), "player", "card"),
    actions.ActionSettled: _named(
        lambda: _("%(card)s of %(player)s takes effect"), "player", "card"
    ),
    actions.ActionCancelled: _named(
        lambda: _("%(card)s of %(player)s is canceled"), "player", "card"
    ),
    actions.PowerUsed: _named(lambda: _("%(player)s uses %(character)s"), "player", "character"),
    locations.ActionDiscarded: _named(lambda: _("%(player)s discards %(card)s"), "player", "card"),
    play.ActionDrawn: lambda e, t: (
        (_("%(player)s draws a card") if e.count else _("%(player)s finds no card"))
        % {"player": e.player}
    ),
    locations.ActionTaken: _named(
        lambda: _("%(player)s takes %(card)s from the discards"), "player", "card"
    ),
    effects.ActionStolen: _named(
        lambda: _("%(player)s steals a card from %(target)s"), "player", "target"
    ),
    locations.AntidoteTaken: lambda e, t: (
        ngettext(
            "%(player)s gets %(count)d antidote", "%(player)s gets %(count)d antidotes", e.count
        )
        % {"player": e.player, "count": e.count}
    ),
    locations.FoodTaken: lambda e, t: (
        _("%(player)s takes food, face down") % {"player": e.player}
        if e.value is None
        else _("%(player)s takes food of %(value)d") % {"player": e.player, "value": e.value}
    ),
    locations.FoodGone: _named(lambda: _("%(player)s gives up food"), "player"),
    play.CharacterTurned: lambda e, t: (
        (_("%(character)s is fit") if e.fit else _("%(character)s is exhausted"))
        % {"character": t.character(e.character)}
    ),
    effects.CharacterHid: _named(lambda: _("%(character)s hides"), "character"),
    actions.ExplosionPlaced: _named(
        lambda: _("explosion %(count)d of %(most)d: %(location)s"), "location", "count", "most"
    ),
    actions.TowerFell: lambda e, t: _("the water tower falls"),
    actions.ArmoryBurnt: lambda e, t: _("the armory burns: everybody to the crossroads"),
    actions.ArmoryBlocked: lambda e, t: _("the door of the armory is blocked"),
    locations.AttackChecked: _attack,
    locations.NobodyEaten: _named(lambda: _("%(location)s: the zombies find nobody"), "location"),
    votes.VoteSealed: _named(lambda: _("%(player)s has voted"), "player"),
    votes.PlayersReady: lambda e, t: (
        ngettext(
            "%(players)s lets the vote go on", "%(players)s let the vote go on", len(e.players)
        )
        % {"players": ", ".join(e.players)}
    ),
    votes.VoteCounted: lambda e, t: _("votes: %(counts)s") % {"counts": t.counts(e.counts)},
    votes.TieBroken: _named(lambda: _("%(player)s breaks the tie: %(choice)s"), "player", "choice"),
    locations.VoteWon: lambda e, t: (
        (
            _("%(player)s loses a character")
            if e.what == "victim"
            else _("%(player)s hands out the supplies")
        )
        % {"player": e.player}
    ),
    play.CharacterDied: lambda e, t: (
        _WHY_DEAD[e.why]() % {"character": t.character(e.character), "player": e.player}
    ),
    play.FirstPlayerTook: _named(lambda: _("%(player)s goes first"), "player"),
    play.PlayerOut: _named(lambda: _("%(player)s is out of the game"), "player"),
    votes.SuppliesShared: _shared,
    trade.TradeMade: lambda e, t: (
        _("%(player)s gives %(to)s: %(things)s")
        % {"player": e.player, "to": e.to, "things": _things(e)}
    ),
    ending.CharactersSaved: _named(
        lambda: _("%(player)s saves %(characters)s"), "player", "characters"
    ),
    ending.GameScored: lambda e, t: (
        _("points: %(points)s; won by %(winners)s")
        % {"points": t.counts(e.points), "winners": ", ".join(e.winners) or _("nobody")}
    ),
    ending.GameAbandoned: lambda e, t: _("the game is abandoned"),
}
