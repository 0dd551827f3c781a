from rules.mechanic import Mechanic
from rules.systems.zombicide_2e.faces import play

FACES = Mechanic(
    name="faces",
    effects=("first-target", "molotov-kills-only-this", "no-combat-in-zone"),
    placed=play.draw_face,
    killed=play.shuffle_back,
)
