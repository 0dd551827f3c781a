from rules.errors import IllegalCommand, RuleError
from rules.mechanics.actions.play import did
from rules.mechanics.doors.commands import DoorOpen
from rules.mechanics.doors.events import DoorTried
from rules.mechanics.equipment.cards import named_card
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.looking import out_of_reach
from rules.mechanics.missions.locks import lock_colours, locked
from rules.mechanics.noise.play import make_noise
from rules.mechanics.skills.known import has, known_skills, number_of
from rules.packs.schema.people import Skill
from rules.play import Play


def open_door(play: Play, command: DoorOpen) -> None:
    """At once, or with the weapon's own dice, skills not counted (Black Plague, p. 19).

    Luck counts all the same: it is about every action (p. 52). Some need no tool and make no noise
    (p. 54).
    """
    survivor = play.in_play(command.survivor)
    if error := out_of_reach(play, command.survivor):
        raise error
    if command.colour is not None and (error := shut(play, command.colour)):
        raise error
    did(play, command.survivor, "door")
    skills = known_skills(play.before, command.survivor, play.pack)
    if command.card in opening(skills):
        play.emit(DoorTried(survivor=command.survivor, card=command.card, faces=(), opened=True))
        return
    carried = survivor.inventory.values()
    if command.card in carried and not is_ready(
        play.before, command.survivor, command.card, play.pack
    ):
        raise IllegalCommand("attack.not_in_hand", weapon=command.card)
    card = named_card(play.pack, command.card)
    if card.doors is None:
        raise IllegalCommand("door.no_tool", weapon=card.id)
    rolls: list[tuple[int, ...]] = []
    allowed = rerolling(play, command.survivor) if card.doors.roll is not None else ()
    if not set(command.rerolls) <= set(allowed) or len(command.rerolls) > len(allowed):
        raise IllegalCommand("attack.no_reroll", survivor=survivor.name)
    if card.doors.roll is not None:
        dice = card.profiles[0].dice or 1
        rolls = [play.chance.roll(dice) for _ in range(1 + len(command.rerolls))]
    faces, given_up = (rolls[-1], tuple(rolls[:-1])) if rolls else ((), ())
    opened = card.doors.roll is None or any(face >= card.doors.roll for face in faces)
    play.emit(
        DoorTried(
            survivor=command.survivor,
            card=command.card,
            faces=faces,
            rerolled=given_up,
            opened=opened,
        )
    )
    if card.doors.noisy and not has(skills, "silent"):
        make_noise(play, command.survivor)


def shut(play: Play, colour: str) -> RuleError | None:
    """Why a door of that colour does not open now."""
    refusals = (hook(play, colour) for hook in play.rules.hooks("door_refused"))
    return locked(play.mission, play.before.taken, colour) or next(filter(None, refusals), None)


def colours_of(play: Play) -> tuple[str, ...]:
    """Colours of doors that this mission treats in its own way."""
    others = (colour for hook in play.rules.hooks("door_colours") for colour in hook(play))
    return tuple(dict.fromkeys((*lock_colours(play.mission), *others)))


def rerolling(play: Play, key: str) -> tuple[str, ...]:
    """Skills that let all dice of any action be rolled again."""
    skills = known_skills(play.before, key, play.pack)
    lucky = (skill.id for skill in skills if number_of(skill, "rerolls") and skill.once is None)
    return tuple(dict.fromkeys(lucky))


def opening(skills: list[Skill]) -> tuple[str, ...]:
    """Skills that open doors by themselves."""
    return tuple(dict.fromkeys(skill.id for skill in skills if skill.gives.get("opens_doors")))
