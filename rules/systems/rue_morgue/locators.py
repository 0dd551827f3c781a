"""Dice that choose the zones that spawn (p. 22)."""

from fractions import Fraction
from math import comb

from rules.chance import DIE
from rules.mechanics.spawn.step import BY_TOKEN, SpawnOrder
from rules.mechanics.zones import active_zones
from rules.play import Play
from rules.state import SpawnPoint as Point


def points_by_dice(play: Play) -> tuple[list[Point], tuple[int, ...]]:
    """Return the zones that dice choose by locator; zones without one draw a card each, last.

    The dice follow the number of survivors who began (Rue Morgue, p. 22). A mission without
    locators draws one card a token.
    """
    zones = active_zones(play)
    located = [zone for zone in zones if zone.locators]
    if not located:
        return BY_TOKEN.points(play)
    faces = play.chance.roll(spawn_dice(play))
    points = [
        Point(zone.id, face)
        for zone in sorted(located, key=lambda zone: min(zone.locators))
        for face in faces
        if face in zone.locators
    ]
    return points + [Point(zone.id) for zone in zones if not zone.locators], faces


def spawn_dice(play: Play) -> int:
    """Return the number of dice by survivors who began; later deaths do not matter (RM, p. 22)."""
    survivors = len(play.before.survivors)
    return next((crowd.spawn_dice for crowd in play.pack.crowd if survivors <= crowd.up_to), 0)


def draws_by_dice(play: Play) -> int:
    """Return one draw for each die, and for each zone without a locator."""
    zones = active_zones(play)
    if not any(zone.locators for zone in zones):
        return BY_TOKEN.draws(play)
    return spawn_dice(play) + sum(not zone.locators for zone in zones)


def foresee_dice(play: Play) -> list[tuple[Fraction, list[Point]]]:
    """Return the points for each number of dice that find a locator, with its chance."""
    zones = active_zones(play)
    located = [zone for zone in zones if zone.locators]
    if not located:
        return BY_TOKEN.foresee(play)
    dice = spawn_dice(play)
    finds = Fraction(len({face for zone in located for face in zone.locators}), DIE)
    others = [Point(zone.id) for zone in zones if not zone.locators]
    chances = (
        (comb(dice, hits) * finds**hits * (1 - finds) ** (dice - hits), hits)
        for hits in range(dice + 1)
    )
    return [(chance, [Point(located[0].id)] * hits + others) for chance, hits in chances if chance]


BY_DICE = SpawnOrder(points=points_by_dice, draws=draws_by_dice, foresee=foresee_dice)
