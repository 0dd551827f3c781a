"""A group that plays City of Horror by its pages and uses whatever is in its hands.

Each turn somebody looks at a hand and tries what was not used tonight, what was never used first:
a power by its character, a card by its kind. What cannot be used at this moment is tried again
later.
"""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from tests.robot.evening import Evening, Report
from tests.robot.leads import Lead
from tests.robot.page import Button, Link, Page
from tests.robot.player import Answer, Player

TRIES = 3
"""So many unused things somebody tries in one turn."""
MINED = ("armory", "water-tower")
"""Places that a last explosion ends: all the others are laid there by hand."""
LOOK_ABOUT = 6
"""So many turns between two looks for what was never sent, or may be laid by hand."""
GAME = "city-of-horror"
MOST_TURNS = 600


@dataclass
class Used:
    """What the evenings have used, and what they have held."""

    powers: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    """By kind."""
    held: set[str] = field(default_factory=set)
    """Kinds of cards that a page has shown in a hand."""
    ended: int = 0
    """Games that came to the helicopter."""

    def of(self, what: "Subject") -> set[str]:
        return self.powers if what[0] == "power" else self.cards


Subject = tuple[str, str]


def subject(link: Link) -> Subject | None:
    """What a link of a hand is about: `("power", "punk")`, `("card", "gun")`."""
    parts = urlsplit(link.href)
    query = parse_qs(parts.query)
    if "/sheets/power/" in parts.path and "character" in query:
        return "power", query["character"][0]
    if "/sheets/card/" in parts.path and "card" in query:
        return "card", query["card"][0].rpartition("-")[0]
    return None


class CityEvening(Evening):
    """Two phones: the keeper plays for those without one. Everything is used once an evening."""

    def __init__(self, report: Report, used: Used, *, seed: int, language: str) -> None:
        super().__init__(report, game=GAME, seed=seed, language=language)
        self.used = used
        self.mined: set[str] = set()
        self.tonight: set[Subject] = set()

    def play_through(self, turns: int = MOST_TURNS) -> None:
        """Until the game is over, or so many turns."""
        for number in range(turns):
            player = self.players[number % len(self.players)]
            player.go(player.home[0])
            if any(_is_result(each) for each in player.page.next_steps):
                self.used.ended += 1
                return
            if number % LOOK_ABOUT == 0:
                self._mine()
                player.fresh() or player.explore()
                player.go(player.home[0])
            if self._use_effect(player) is None and not self._anybody_acts(player):
                player.go_on()

    def _mine(self) -> None:
        """All explosions but the last, once the sheet for corrections has a button for them."""
        for place in MINED:
            if place not in self.mined:
                laid = {"path": f"locations.{place}.explosions", "value": "9"}
                answer = self.keeper.act(Lead("table.correct", laid, f"correct/?who={place}"))
                self.mined |= {place} if answer is not None and answer.status == 200 else set()

    def _use_effect(self, player: Player) -> Answer | None:
        """What the place does for those who stand there, or leave it."""
        effects = [link for link in player.page.links if link.id == "effect"]
        if not effects:
            return None
        player.go(_address(effects[0]))
        acts = [
            each for each in player.page.buttons if each.kind in EFFECTS and each.why_not is None
        ]
        if acts:
            return player.press(player.random.choice(acts))
        player.go(player.home[0])
        return None

    def _anybody_acts(self, player: Player) -> bool:
        """Whose turn it is, with one of the hands; while a card may be cancelled, whoever can."""
        if not _may_cancel(player.page):
            return self._use_something(player) is not None
        for each in self.players:
            each.go(each.home[0])
            if self._use_something(each) is not None:
                return True
        return False

    def _use_something(self, player: Player) -> Answer | None:
        """Look at a hand and use what nobody has used yet, if the page offers it now."""
        tried = 0
        for what, link in self._hand(player):
            if what[0] == "card":
                self.used.held.add(what[1])
            if what in self.tonight:
                continue
            if tried == TRIES:
                return None
            tried += 1
            player.go(_address(link))
            acts = [each for each in player.page.buttons if each.kind in ACTS]
            answer = player.press(player.random.choice(acts)) if acts else None
            if answer is not None and answer.status == 200:
                self.tonight.add(what)
                self.used.of(what).add(what[1])
                return answer
        return None

    def _hand(self, player: Player) -> list[tuple[Subject, Link]]:
        """Everything of one of the hands this phone may look at, what was never used first.

        Of all of them while a card lies there that somebody may cancel.
        """
        looks_everywhere = _may_cancel(player.page)
        mine = [link for link in player.page.links if link.id == "my-hand"]
        if not mine:
            return []
        page = player.go(_address(mine[0]))
        hands = [link for link in page.links if link.id.startswith("hand-")]
        if hands and not looks_everywhere:
            hands = [player.random.choice(hands)]
        pages = [player.go(_address(link)) for link in hands] or [page]
        links = [link for page in pages for link in page.links]
        choices = [(what, link) for link in links if (what := subject(link)) is not None]
        player.random.shuffle(choices)
        return sorted(choices, key=lambda each: each[0][1] in self.used.of(each[0]))


ACTS = ("power.use", "action.play")
EFFECTS = ("effect.use", "effect.pass")
SETTLE = "action.settle"


def _may_cancel(page: Page) -> bool:
    """Whether a card lies there that takes effect with the next tap."""
    return any(isinstance(each, Button) and each.kind == SETTLE for each in page.next_steps)


def _is_result(step: Button | Link) -> bool:
    return isinstance(step, Link) and step.href.endswith("/story/")


def _address(link: Link) -> str:
    parts = urlsplit(link.href)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
