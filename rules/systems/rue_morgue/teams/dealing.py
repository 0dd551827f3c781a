"""Starting equipment, team by team."""

from rules.mechanics.decks.play import discard, pull, reshuffle
from rules.mechanics.equipment.cards import card_of, effect_of, equipment_decks
from rules.mechanics.equipment.deal import give
from rules.mechanics.equipment.play import receive
from rules.mechanics.wounds.play import FROM_SURVIVORS
from rules.play import Play
from rules.systems.rue_morgue.attack import COMPETITIVE
from rules.systems.rue_morgue.teams.play import members_of, team_of, teams_of


def deal_teams(play: Play, left: list[str]) -> None:
    """Each team one of each, chance arms the others, the rest joins the deck (p. 6)."""
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
    """Rivals get equal shares of the vests; what is left over stays in the box (p. 39)."""
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
