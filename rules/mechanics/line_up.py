"""The line-up: survivors change hands, and new ones come to the table."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from rules import names
from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Text
from rules.mechanic import mechanic
from rules.mechanics.looking import About, survivors
from rules.offers import Offer, closed, offer
from rules.packs.schema.people import PackSurvivor
from rules.play import Play
from rules.state import MAX_SURVIVORS, Survivor


class SurvivorPassed(BaseEvent, tag="survivor.passed", frozen=True, kw_only=True):
    survivor: str
    player: str
    before: str


class SurvivorJoined(BaseEvent, tag="survivor.joined", frozen=True, kw_only=True):
    survivor: str
    player: str


Player = Annotated[str, msgspec.Meta(max_length=60)]


class SurvivorPass(BaseCommand, tag="survivor.pass", frozen=True):
    """A survivor is played by another player from now on."""

    in_play_only: ClassVar[bool] = True

    survivor: Key
    player: Key
    of: Player = ""
    """The current player as the sender saw it: of two who reach for a survivor, only the first gets
    them."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield passing each survivor to any other player."""
        for key, survivor in survivors(look, about):
            taken = (survivor.player,) if survivor.player else ()
            theirs = {"survivor": survivor.name, "player": survivor.player}
            given = offer(cls, survivor=key, of=survivor.player, player=Text(taken=taken))
            yield given.otherwise(player=IllegalCommand("survivor.theirs", **theirs))
            if about.get("of") != survivor.player:
                yield closed(cls, IllegalCommand("survivor.passed", **theirs), survivor=key)

    def play(self, play: Play) -> None:
        survivor, player = play.survivors[self.survivor], player_name(play, self.player)
        if survivor.player == player:
            raise IllegalCommand("survivor.theirs", survivor=survivor.name, player=player)
        play.change_survivor(self.survivor, player=player)
        seat_players(play)
        event = SurvivorPassed(survivor=self.survivor, player=player, before=survivor.player)
        play.emit(event)


class SurvivorJoin(BaseCommand, tag="survivor.join", frozen=True):
    """A new survivor comes to the table: one of the box, or one with a name of their own."""

    in_play_only: ClassVar[bool] = True
    new: ClassVar[tuple[str, ...]] = ("survivor",)

    player: Key
    survivor: Key | None = None
    name: Key | None = None
    """The name of a survivor who is not in the box."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the survivors left in the box, and a name that nobody has."""
        is_full = len(look.survivors) >= MAX_SURVIVORS
        full = IllegalCommand("survivors.too_many", most=MAX_SURVIVORS) if is_full else None
        left = Choice(values=tuple(not_here(look)))
        yield offer(cls, full, player=Text(), name=Text(taken=_names(look))).otherwise(
            name=lambda name: IllegalCommand("name.alike", name=names.like(name, _names(look))),
            survivor=partial(_does_not_come, look),
        )
        yield offer(cls, full, player=Text(), survivor=left)
        if about.get("survivor") is None and about.get("name") is None:
            yield closed(cls, IllegalCommand("survivor.nobody"))

    def play(self, play: Play) -> None:
        """Seat them without points or things; starting equipment is dealt as to everybody."""
        key, name = _who(play, self)
        others = [survivor.name for survivor in play.survivors.values()]
        if (other := names.like(name, others)) is not None:
            raise IllegalCommand("name.alike", name=other)
        player = player_name(play, self.player)
        play.survivors[key] = play.rules.seated(Survivor(name=name, player=player))
        seat_players(play)
        play.emit(SurvivorJoined(survivor=key, player=player))


def _who(play: Play, command: SurvivorJoin) -> tuple[str, str]:
    """Return key and name of a survivor of the box or of the players' own."""
    if command.survivor is not None:
        return command.survivor, not_here(play)[command.survivor].name
    name = names.checked(command.name or "", "survivor.name")
    return names.own_key(name, play.survivors), name


def _does_not_come(look: Play, key: str) -> RuleError | None:
    """Return why a survivor of the box does not come, or None."""
    if key in look.survivors:
        return IllegalCommand("survivors.twice")
    return None if key in not_here(look) else UnknownId("survivor.unknown", survivor=key)


def not_here(play: Play) -> dict[str, PackSurvivor]:
    """Return survivors of the box who are not at the table."""
    printed = play.pack.survivors
    return {survivor.id: survivor for survivor in printed if survivor.id not in play.survivors}


def player_name(play: Play, name: str) -> str:
    """Return a player's name, spelled as before if they play already."""
    return names.as_spelt(names.checked(name, "player.name"), play.before.players)


def seat_players(play: Play) -> None:
    """Seat players in their old order, newcomers last; the first-player token stays or goes on."""
    playing = dict.fromkeys(survivor.player for survivor in play.survivors.values())
    seated, first = play.before.players, play.before.first_player
    players = tuple(dict.fromkeys([*(each for each in seated if each in playing), *playing]))
    in_turn = (*seated[first:], *seated[:first])
    has_token = next(player for player in (*in_turn, *players) if player in players)
    play.set(players=players, first_player=players.index(has_token))


def _names(look: Play) -> tuple[str, ...]:
    return tuple(survivor.name for survivor in look.survivors.values())


LINE_UP = mechanic(__name__)
