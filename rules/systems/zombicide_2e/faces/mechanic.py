from rules.mechanic import Mechanic
from rules.systems.zombicide_2e.faces import play

FACES = Mechanic(
    name="faces",
    effects=(play.FIRST, play.ALONE, play.NO_COMBAT),
    placed=play.draw_face,
    killed=play.shuffle_back,
    blast_drawn=play.burns_alone,
)
