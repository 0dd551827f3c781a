"""An evening: a table is set up from the pages, played on one phone or several, and read."""

from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from companion.models import Table
from tests.client import Browser
from tests.robot import census, promises
from tests.robot.box import Box
from tests.robot.page import Button, Link, Page
from tests.robot.player import NAMES, Answer, Player, Sent
from tests.robot.promises import Fault
from tests.robot.scenes.scene import Scene

ENDINGS = frozenset({"mission.end", "game.abandon", "campaign.end"})
"""Commands after which there is little left to do."""
LIST_AGAIN = 12
TRY_BACK = 9
HOME = "/tables/new/"
PLAYERS = 4
MOST_PAGES = 20
"""Of a set-up."""


@dataclass
class Report:
    """What a game's evenings have seen."""

    pages: int = 0
    requests: int = 0
    answers: list[Answer] = field(default_factory=list)
    faults: set[Fault] = field(default_factory=set)
    commands: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    seen: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)


class Evening:
    """Players at one table, in one language."""

    def __init__(self, report: Report, *, game: str, seed: int, language: str) -> None:
        self.report, self.language = report, language
        self.game, self.box = game, Box(game, seed)
        self.texts: set[str] = set()
        self.seed = seed
        self.players: list[Player] = []
        self.players.append(self._phone(seed))

    @property
    def keeper(self) -> Player:
        return self.players[0]

    def _phone(self, seed: int) -> Player:
        client = Browser(headers={"accept-language": self.language})
        return Player(
            client,
            seed,
            self.report.seen,
            self.report.sent,
            self._look,
            language=self.language,
            box=self.box,
        )

    def _look(self, page: Page) -> None:
        self.report.pages += 1
        self.texts.update(page.texts)
        typed = {word for player in self.players for word in player.typed}
        self.report.faults |= set(promises.faults(page, self.language, typed))

    # --- before the first round ---

    def set_up(
        self, *, mission: str = "", by_hand: bool = False, house_rules: bool = False
    ) -> None:
        """From the front page of a game to its table, by links, boxes and buttons."""
        player, game = self.keeper, self.game
        player.home = (f"{HOME}{game}/", "/tables/")
        player.go(f"{HOME}{game}/")
        if mission:
            self._follow("/mission/")
            player.go(_address(next(link for link in player.page.links if mission in link.href)))
        if by_hand:
            self._tick_all("/cards/")
        if house_rules:
            self._tick_all("/rules/")
        self._begin()

    def open(self, address: str) -> None:
        """A table by the address of its set-up, as a group keeps it."""
        player = self.keeper
        player.home = (f"{HOME}{self.game}/", "/tables/")
        player.go(f"{HOME}{self.game}/?{address}")
        self._begin()

    def _begin(self) -> None:
        player = self.keeper
        for _page in range(MOST_PAGES):
            if not player.page.path.startswith(HOME):
                break
            self._on()
        player.home = ("/".join(player.page.path.split("/")[:3]) + "/",)
        player.go(player.home[0])
        player.later = ENDINGS

    def _on(self) -> None:
        """The large button of a page of the set-up; where something is missing, that first."""
        player = self.keeper
        assert player.page.next_steps, f"{player.page.url}: {player.page.text[-900:]}"
        onward = player.page.next_steps[0]
        if isinstance(onward, Button):
            player.send(onward, _named(onward, player.fill(onward, bare=True)))
        elif "next--wait" not in onward.classes:
            player.go(_address(onward))
        else:
            free = [each for each in player.page.links if "lay" in each.classes]
            player.go(_address(free[player.random.randrange(len(free))]))

    def _follow(self, end: str) -> None:
        links = [link for link in self.keeper.page.links if urlsplit(link.href).path.endswith(end)]
        self.keeper.go(_address(links[0]))

    def _tick_all(self, step: str) -> None:
        player = self.keeper
        self._follow(step)
        done = next(each for each in player.page.buttons if each.form.id == "step")
        sent = [
            (control.name, control.chosen or control.value)
            for control in done.form.controls
            if not control.is_disabled
        ]
        player.send(done, sent)

    def join(self, name: str) -> None:
        """Another phone sits down with the code of the seats page."""
        keeper = self.keeper
        table = keeper.home[0]
        seats = keeper.go(f"{table}seats/")
        code = next(text for text in seats.texts if len(text) == 7 and text[3] == "-")
        guest = self._phone(self.seed + len(self.players))
        page = guest.go(f"/join/?code={code}")
        sit = next(
            each
            for each in page.buttons
            if any(control.name == "name" for control in each.form.controls)
        )
        sent = [
            (key, name if key == "name" else value) for key, value in guest.fill(sit, bare=True)
        ]
        guest.send(sit, sent)
        guest.home, guest.later = keeper.home, keeper.later
        guest.go(table)
        keeper.go(table)
        self.players.append(guest)

    # --- playing ---

    def play(self, turns: int, wanted: set[str]) -> None:
        """So many turns, fewer once everything wanted has been sent.

        In turns: what was never done, what the table asks next, whatever somebody feels like.
        """
        table = self.keeper.home[0]
        everything = self._find_list()
        for number in range(turns):
            player = self.players[number % len(self.players)]
            if len(self.players) > 1:
                player.go(table)
            if everything and number % LIST_AGAIN == 0:
                player.go(everything)
            answer = self._turn(player, number)
            if answer and answer.status == 200 and len(player.answers) % TRY_BACK == 0:
                self._back_and_forth(player, answer)
            if wanted <= {kind for kind, count in self.report.sent.items() if count}:
                break

    def _turn(self, player: Player, number: int) -> Answer | None:
        if number % 2:
            return player.go_on() if number % 4 == 1 else player.step()
        return player.fresh() or player.errand() or player.explore()

    def stage(self, scene: Scene) -> None:
        """What leads to something, act after act; each of them is taken."""
        self.keeper.later = frozenset()
        for lead in scene.acts:
            answer = self.keeper.act(lead)
            assert answer is not None, f"{lead} has no button on {self.keeper.page.url}"
            assert answer.status == 200, f"{lead}: {answer}"

    def _find_list(self) -> str:
        """Where the page for "everything else" is, by the links that lead there."""
        player = self.keeper
        player.go(player.home[0])
        for end in ("/more/", "/board/", "/do/"):
            links = [each for each in player.page.links if urlsplit(each.href).path.endswith(end)]
            if not links:
                return ""
            player.go(_address(links[0]))
        return player.page.url

    def _back_and_forth(self, player: Player, answer: Answer) -> None:
        """Reload, undo, redo: the same page each time."""
        table = player.home[0]
        after = player.go(table).board
        self._hold("stays the same when reloaded", answer, after, player.go(table).board)
        undo, redo = player.page.button("undo"), None
        if undo is None or undo.why_not is not None:
            return
        player.send(undo, player.fill(undo, bare=True))
        redo = player.go(table).button("redo")
        if redo is None:
            self.report.faults.add(
                Fault("can be redone", promises.place(answer.page.url), answer.button.kind)
            )
            return
        player.send(redo, player.fill(redo, bare=True))
        self._hold("is the same after undo and redo", answer, after, player.go(table).board)

    def _hold(self, promise: str, answer: Answer, first: list[str], second: list[str]) -> None:
        if first != second:
            differ = [pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]]
            what = f"{answer.button.kind}: {differ[:2]}"
            self.report.faults.add(Fault(promise, promises.place(answer.page.url), what))

    def end(self) -> None:
        """End the game from its page, and look at the table once more."""
        player = self.keeper
        player.later = frozenset()
        table = player.home[0]
        for page in ("ending", "more"):
            player.go(f"{table}sheets/{page}/")
            last = [
                each
                for each in player.page.buttons
                if each.kind in ENDINGS and each.why_not is None
            ]
            if last:
                player.press(last[0])
                break
        player.go(table)

    def read(self) -> None:
        """Read the log to its beginning, and note what was reached."""
        player = self.keeper
        ahead = [f"{player.home[0]}sheets/log/"]
        read: set[str] = set()
        while ahead:
            read.add(ahead[0])
            page = player.go(ahead[0])
            older = {_address(link) for link in page.links if "before=" in link.href}
            ahead = sorted(older - read)
        table = Table.objects.get(pk=urlsplit(player.home[0]).path.split("/")[2])
        self.report.commands |= census.commands_sent(table)
        self.report.events |= census.events_read(table, self.texts, self.language)
        for each in self.players:
            self.report.requests += each.requests
            self.report.answers += each.answers


def _named(begin: Button, sent: Sent) -> Sent:
    """Names where the page asks for them, a different one each."""
    asked = [each.name for each in begin.form.controls if each.type == "text" and each.placeholder]
    names = dict(zip(asked, NAMES[:PLAYERS], strict=False))
    return [(name, value or names.get(name, "")) for name, value in sent]


def _address(link: Link) -> str:
    parts = urlsplit(link.href)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
