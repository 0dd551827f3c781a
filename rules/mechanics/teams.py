"""Teams of Rue Morgue: their actions (p. 35), their scores (p. 39), and the tents (p. 31)."""

from msgspec.structs import replace

from rules.commands import TeamActionUse, TentOpen
from rules.errors import IllegalCommand, UnknownId
from rules.events import TeamActionUsed
from rules.mechanics.cards import deck_card
from rules.mechanics.skills import known_skills
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState

DECK, TENTS = "team-actions", "tents"
CARDS_A_TEAM = 2
MEMBERS = 2
EVERYBODY = "all"
ONE_MORE = "plus-1-free-action-team"


def members_of(state: TableState, team: str) -> list[str]:
    """The survivors of a team; a table without teams is one."""
    if all(one.team is None for one in state.survivors.values()):
        return list(state.survivors)
    return [key for key, one in state.survivors.items() if one.team == team]


def use_team_action(state: TableState, command: TeamActionUse, pack: Pack) -> Outcome:
    """One use a team in each players phase; a second needs a skill and the other card."""
    if state.phase != "players":
        raise IllegalCommand("team_action.not_now")
    if all(one.team is None for one in state.survivors.values()):
        command = replace(command, team=EVERYBODY)
    play = Play(state, pack)
    members = members_of(state, command.team)
    if not members:
        raise UnknownId("team.unknown", team=command.team)
    active = [key for key in members if state.survivors[key].status == "in_play"]
    if len(active) < MEMBERS:
        raise IllegalCommand("team.too_small", members=MEMBERS)
    copy = _their_copy(play, command)
    own = state.team_actions.get(command.team, ())
    used = [one for one in state.team_actions_used if one in own]
    skilled = any(
        skill.id == ONE_MORE for key in active for skill in known_skills(state, key, pack)
    )
    if copy in used or len(used) >= 1 + skilled:
        raise IllegalCommand("team_action.used")
    play.fields["team_actions_used"] = (*state.team_actions_used, copy)
    play.emit(TeamActionUsed(team=command.team, card=copy))
    return play.outcome()


def _their_copy(play: Play, command: TeamActionUse) -> str:
    """A card the team has, or takes now: two at most for the whole game."""
    own = play.before.team_actions.get(command.team, ())
    for copy in own:
        if command.card in (copy, deck_card(play.pack, DECK, copy).id):
            return copy
    left = sorted(play.deck(DECK).draw)
    found = [copy for copy in left if command.card in (copy, deck_card(play.pack, DECK, copy).id)]
    if not found:
        raise UnknownId("card.impossible", card=command.card, deck=DECK)
    if len(own) >= CARDS_A_TEAM:
        raise IllegalCommand("team_action.two", most=CARDS_A_TEAM)
    play.pull(DECK, found[0])
    teams = play.before.team_actions
    play.fields["team_actions"] = {**teams, command.team: (*own, found[0])}
    return found[0]


def team_scores(state: TableState) -> dict[str, int]:
    """Points of all members of each team, dead ones too (p. 39)."""
    scores: dict[str, int] = {}
    for one in state.survivors.values():
        if one.team is not None:
            scores[one.team] = scores.get(one.team, 0) + one.points
    return scores


def open_tent(state: TableState, command: TentOpen, pack: Pack) -> Outcome:
    """Its card is turned over and stays so; what stands in it the players read off it."""
    play = Play(state, pack, cards=command.cards)
    if not play.deck(TENTS).draw:
        raise IllegalCommand("deck.empty", deck=TENTS)
    play.discard(TENTS, play.draw(TENTS, command.zone))
    return play.outcome()
