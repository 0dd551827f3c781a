"""Evenings that go somewhere: what long ones would meet by chance, these do on purpose."""

from collections.abc import Mapping

from tests.robot.scenes import army, black_plague, rue_morgue, second_edition
from tests.robot.scenes.scene import Scene

SCENES: Mapping[str, tuple[Scene, ...]] = {
    "zombicide-2e": tuple(second_edition.scenes()),
    "black-plague": tuple(black_plague.scenes()),
    "rue-morgue": tuple(rue_morgue.scenes()),
    "army-of-the-dead": tuple(army.scenes()),
}
