from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.rounds.play import lose
from rules.play import Play
from rules.systems.army_of_the_dead.companions.commands import (
    CompanionDie,
    CompanionJoin,
    CompanionPass,
)
from rules.systems.army_of_the_dead.companions.events import CompanionDied, CompanionJoined


def along(play: Play) -> dict[str, str]:
    """Who goes along, and with whom."""
    companions: dict[str, str] = play.get("companions")
    return companions


def who_may_join(play: Play) -> tuple[str, ...]:
    """Survivors of the box who do not play and are not with anybody."""
    taken = {*play.survivors, *along(play)}
    return tuple(each.id for each in play.pack.survivors if each.id not in taken)


def blue_skills(play: Play, companion: str) -> tuple[str, ...]:
    """What a leader has of a companion, as far as we know the card."""
    printed = next((each for each in play.pack.survivors if each.id == companion), None)
    return (printed.skills.blue or ()) if printed else ()


def join(play: Play, command: CompanionJoin) -> None:
    """The leader has the companion's blue skill."""
    play.in_play(command.leader)
    if command.companion not in who_may_join(play):
        raise UnknownId("companion.unknown", companion=command.companion)
    _lead(play, command.companion, command.leader)


def pass_on(play: Play, command: CompanionPass) -> None:
    leader = _leader(play, command.companion)
    play.in_play(command.to)
    if command.to == leader:
        raise IllegalCommand("companion.same")
    _unlead(play, command.companion)
    _lead(play, command.companion, command.to)


def die(play: Play, command: CompanionDie) -> None:
    leader = _leader(play, command.companion)
    _unlead(play, command.companion)
    play.emit(CompanionDied(companion=command.companion, leader=leader))
    if not command.spared:
        lose(play, "companion")


def _leader(play: Play, companion: str) -> str:
    if companion not in along(play):
        raise UnknownId("companion.unknown", companion=companion)
    return along(play)[companion]


def _lead(play: Play, companion: str, leader: str) -> None:
    play.set(companions={**along(play), companion: leader})
    gifts = play.survivors[leader].gifts + blue_skills(play, companion)
    play.change_survivor(leader, gifts=gifts)
    play.emit(CompanionJoined(companion=companion, leader=leader))


def _unlead(play: Play, companion: str) -> None:
    leader = along(play)[companion]
    gifts = list(play.survivors[leader].gifts)
    for skill in blue_skills(play, companion):
        if skill in gifts:
            gifts.remove(skill)
    play.change_survivor(leader, gifts=tuple(gifts))
    left = {each: other for each, other in along(play).items() if each != companion}
    play.set(companions=left)
