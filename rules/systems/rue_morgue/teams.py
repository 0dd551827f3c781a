"""Teams: their actions (p. 35) and their scores (p. 39)."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.cards import card_of, effect_of, equipment_decks, special_card
from rules.mechanics.decks import discard, pull, reshuffle
from rules.mechanics.equipment import give, receive, ways_to_deal, when_dealt
from rules.mechanics.known_skills import known_skills
from rules.mechanics.looking import About
from rules.mechanics.rounds import when_round_ends
from rules.mechanics.wounds.wound import FROM_SURVIVORS
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.state import Survivor, TableState
from rules.systems.rue_morgue.attack import COMPETITIVE
from rules.systems.rue_morgue.state import MorgueState, MorgueSurvivor


class TeamActionUsed(BaseEvent, tag="team_action.used", frozen=True, kw_only=True):
    team: str
    card: str


class TeamActionUse(BaseCommand, tag="team_action.use", frozen=True):
    """A team uses one of its two cards."""

    team: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        if DECK not in look.decks:
            return
        for team in teams_of(look.before):
            cards = tuple(cards_for(look, team))
            used = IllegalCommand("team_action.used")
            why_not = no_team(look, team) or (used if is_used_up(look, team) else None)
            asked = about.get("card")  # programs may name a card as it is printed
            printed = (asked,) if asked in [copy.rpartition("-")[0] for copy in cards] else ()
            named = about.get("team", team) if team == EVERYBODY else team  # one is all there is
            given = offer(cls, why_not, team=named, card=Choice(values=(*cards, *printed)))
            yield given.otherwise(card=partial(_not_their_card, look, team))
        if error := no_team(look, about.get("team", EVERYBODY)):
            yield closed(cls, error)

    def play(self, play: Play) -> None:
        """Use a card, one a team in each players' phase.

        A second needs a skill and the other card.
        """
        state = MorgueState.of(play.before)
        team = EVERYBODY if teams_of(state) == (EVERYBODY,) else self.team
        copy = _their_copy(play, team, self.card)
        play.set(team_actions_used=(*state.team_actions_used, copy))
        play.emit(TeamActionUsed(team=team, card=copy))


def deal_teams(play: Play, left: list[str]) -> None:
    """Deal each team one of each, arm the others by chance, shuffle the rest in (p. 6)."""
    for deck in equipment_decks(play.pack):
        pool = [copy for copy in play.decks[deck].aside if card_of(play.pack, copy).dealt]
        if not pool or not left:
            continue
        teams = dict.fromkeys(team_of(play.survivors[key]) for key in left)
        for team in teams:
            members = [key for key in left if team_of(play.survivors[key]) == team]
            kinds = dict.fromkeys(card_of(play.pack, copy).id for copy in pool)
            for kind, key in zip(kinds, members, strict=False):
                copy = next(copy for copy in pool if card_of(play.pack, copy).id == kind)
                pool.remove(copy)
                left.remove(key)
                give(play, deck, key, copy)
        rest = list(play.chance.shuffled(pool))
        for key in list(left)[: len(rest)]:
            give(play, deck, key, rest.pop())
            left.remove(key)
        for copy in rest:
            pull(play, deck, copy)
            discard(play, deck, copy)
        if rest:
            reshuffle(play, deck)


def deal_vests(play: Play) -> None:
    """Deal rivals equal shares of the vests; the rest stays in the box (p. 39)."""
    teams = teams_of(play.before)
    if not play.has_option(COMPETITIVE) or len(teams) == 1 or not play.events:
        return
    for deck in equipment_decks(play.pack):
        vests = [copy for copy in play.decks[deck].aside if _is_vest(play, copy)]
        share = len(vests) // len(teams)
        for team in teams:
            members = members_of(play.before, team)
            for number in range(share):
                copy = vests.pop()
                pull(play, deck, copy)
                receive(play, members[number % len(members)], copy)


def _is_vest(play: Play, copy: str) -> bool:
    effect = effect_of(card_of(play.pack, copy), "ignore-wounds")
    return effect is not None and effect.when == FROM_SURVIVORS


DECK = "team-actions"


CARDS_A_TEAM = 2


MEMBERS = 2


EVERYBODY = "all"
"""The one team of a table that has none."""


ONE_MORE = "plus-1-free-action-team"


def team_of(survivor: Survivor) -> str | None:
    return MorgueSurvivor.of(survivor).team


def teams_of(state: TableState) -> tuple[str, ...]:
    """Return the teams of a table; without any, everybody is one."""
    named = dict.fromkeys(team_of(survivor) for survivor in state.survivors.values())
    return tuple(team for team in named if team is not None) or (EVERYBODY,)


def members_of(state: TableState, team: str) -> list[str]:
    if teams_of(state) == (EVERYBODY,):
        return list(state.survivors)
    return [key for key, survivor in state.survivors.items() if team_of(survivor) == team]


def team_scores(state: TableState) -> dict[str, int]:
    """Return the points of all members of each team, dead ones too (p. 39)."""
    scores: dict[str, int] = {}
    for survivor in state.survivors.values():
        if (team := team_of(survivor)) is not None:
            scores[team] = scores.get(team, 0) + survivor.points
    return scores


def no_team(look: Play, team: str) -> RuleError | None:
    """Return why a team cannot act now, or None."""
    if look.before.phase != "players":
        return IllegalCommand("team_action.not_now")
    if not members_of(look.before, team):
        return UnknownId("team.unknown", team=team)
    is_small = len(_active(look, team)) < MEMBERS
    return IllegalCommand("team.too_small", members=MEMBERS) if is_small else None


def _active(play: Play, team: str) -> list[str]:
    members = members_of(play.before, team)
    return [key for key in members if play.survivors[key].status == "in_play"]


def used_by(play: Play, team: str) -> list[str]:
    """Return the cards this team has used in this phase."""
    state = MorgueState.of(play.before)
    own = state.team_actions.get(team, ())
    return [copy for copy in state.team_actions_used if copy in own]


def is_used_up(play: Play, team: str) -> bool:
    is_skilled = any(
        skill.id == ONE_MORE
        for key in _active(play, team)
        for skill in known_skills(play.before, key, play.pack)
    )
    return len(used_by(play, team)) >= 1 + is_skilled


def cards_for(play: Play, team: str) -> list[str]:
    """Return cards a team may use: its own unused ones, and untaken ones until it has two.

    Of untaken copies of a card, one is listed.
    """
    own = MorgueState.of(play.before).team_actions.get(team, ())
    left = sorted(play.deck(DECK).draw, reverse=True) if len(own) < CARDS_A_TEAM else []
    free = {special_card(play.pack, DECK, copy).id: copy for copy in left}
    return [*(copy for copy in own if copy not in used_by(play, team)), *sorted(free.values())]


def _their_copy(play: Play, team: str, card: str) -> str:
    """Return a copy the team has, or takes now: two at most for the whole game."""
    teams = MorgueState.of(play.before).team_actions
    own, used = teams.get(team, ()), used_by(play, team)
    for copy in own:
        if copy not in used and _is_named(play, copy, card):
            return copy
    copy = next(copy for copy in sorted(play.deck(DECK).draw) if _is_named(play, copy, card))
    pull(play, DECK, copy)
    play.set(team_actions={**teams, team: (*own, copy)})
    return copy


def _not_their_card(look: Play, team: str, card: str) -> RuleError:
    """Return why a team does not use a card."""
    own = MorgueState.of(look.before).team_actions.get(team, ())
    if any(_is_named(look, copy, card) for copy in own):
        return IllegalCommand("team_action.used")
    if any(_is_named(look, copy, card) for copy in look.deck(DECK).draw):
        return IllegalCommand("team_action.two", most=CARDS_A_TEAM)
    return UnknownId("card.impossible", card=card, deck=DECK)


def _is_named(play: Play, copy: str, card: str) -> bool:
    """Return True if a copy is meant, by its own id or by its card's."""
    return card in (copy, special_card(play.pack, DECK, copy).id)


def new_round(play: Play) -> None:
    play.set(team_actions_used=())


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


TEAMS = mechanic(
    __name__,
    options=(COMPETITIVE,),
    corrections={"survivors.*.team": Name | None},
    joins=(
        when_round_ends.by(new_round),
        ways_to_deal.by(deal_teams),
        when_dealt.by(deal_vests),
    ),
)
