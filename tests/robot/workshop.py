"""A pack made by the robot from the pages of the workshop, to be played at its table."""

from urllib.parse import quote, urlsplit

from tests.robot.page import Button, Page
from tests.robot.player import Player

KINDS = ("survivors", "spawns", "equipment", "zombies", "decks")
MOST_READ = 60
"""Pages of a pack."""


class Bench:
    """Where a player writes: a pack with a mission and one of each kind of piece."""

    def __init__(self, player: Player, game: str) -> None:
        self.player, self.game = player, game
        self.pack = ""

    def make(self, mission: str) -> None:
        """From the workshop's front page to a copied mission with copied pieces and their deck."""
        player = self.player
        player.go("/workshop/")
        page = player.go(f"/workshop/new/?game={self.game}")
        new = _sending(page, "name")
        self._send(new, name="Nuestra peste", author="Amaia")
        self.pack = "/".join(player.page.path.split("/")[:3]) + "/"
        self._copy(mission)
        for kind in KINDS:
            player.go(f"{self.pack}{kind}/new/")
            self._copy("zombies" if kind == "decks" else "")
        page = player.go(f"{self.pack}missions/m1/decks/")
        self._send(_sending(page, "deck_zombies"), deck_zombies="d1")

    def _copy(self, source: str = "") -> None:
        """Take over what the page offers: that one, or the last of the list."""
        offered = [each for each in self.player.page.buttons if each.name == "from" and each.value]
        taken = next((each for each in offered if each.value == source), offered[-1])
        self.player.send(taken, self.player.fill(taken, bare=True))
        assert self.player.page.status == 200

    def _send(self, button: Button, **said: str) -> None:
        sent = [
            (name, said.get(name, value)) for name, value in self.player.fill(button, bare=True)
        ]
        there = {name for name, _value in sent}
        sent += [(name, value) for name, value in said.items() if name not in there]
        self.player.send(button, sent)

    def mission(self, key: str) -> str:
        """As the links of a set-up name it."""
        return quote(f"house:{self.pack.split('/')[2]}:{key}", safe="")

    def read(self) -> int:
        """Every page of the pack that links lead to; returns how many."""
        ahead, read = [self.pack], set[str]()
        while ahead and len(read) < MOST_READ:
            here = ahead.pop(0)
            read.add(here)
            for link in self.player.go(here).links:
                path = urlsplit(link.href).path
                if path.startswith(self.pack) and path not in read and path not in ahead:
                    ahead.append(path)
        return len(read)


def _sending(page: Page, name: str) -> Button:
    """The button of the form that asks for something of that name."""
    return next(
        each for each in page.buttons if any(control.name == name for control in each.form.controls)
    )
