"""A campaign from its first page: missions at their tables, their end, upkeep, the next one."""

import json
from urllib.parse import urljoin, urlsplit

from django.utils import translation

from campaigns import narration
from campaigns.models import Campaign, CampaignEntry
from companion.models import Table
from rules import kind_of
from tests.client import Browser
from tests.robot import census, promises
from tests.robot.box import Box
from tests.robot.evening import Report
from tests.robot.leads import SCORE
from tests.robot.page import Button, Page
from tests.robot.player import Player, Sent

SURVIVORS = 3
MOST_PAGES = 40
"""So many pages between the end of a mission and its booking."""
ENDS = frozenset({"mission.end", "campaign.end", "mission.finish"})
ITS_OWN = "/campaigns/"
ONWARD = ("go-on", "later")
"""Links that lead from one step of an end to the next."""


class Journey:
    """One keeper and a campaign, in one language."""

    def __init__(self, report: Report, *, game: str, seed: int, language: str) -> None:
        self.report, self.language = report, language
        self.texts: set[str] = set()
        client = Browser(headers={"accept-language": language})
        self.player = Player(
            client,
            seed,
            report.seen,
            report.sent,
            self._look,
            language=language,
            box=Box(game, seed),
        )
        self.tables: set[str] = set()
        self.at_tables: set[str] = set()
        """Kinds of commands sent there."""

    def _look(self, page: Page) -> None:
        self.report.pages += 1
        self.texts.update(page.texts)
        self.report.faults |= set(promises.faults(page, self.language))

    def begin(self, kind: str) -> None:
        """From the list of campaigns to the campaign's own page."""
        player = self.player
        player.home = (ITS_OWN,)
        page = player.go("/campaigns/new/")
        paths = [urlsplit(link.href).path for link in page.links]
        player.go(next(path for path in paths if path.endswith(f"/{kind}/")))
        button = self._large()
        boxes = [each for each in button.form.controls if each.name == "survivors"]
        sent = [
            (name, value or "El Hoyo") if name == "name" else (name, value)
            for name, value in player.fill(button, bare=True)
            if name != "survivors"
        ]
        player.send(button, [*sent, *(("survivors", box.value) for box in boxes[:SURVIVORS])])
        self.own = player.page.path
        player.home = (self.own,)

    def _large(self) -> Button:
        """The large button of this page."""
        return next(each for each in self.player.page.buttons if "next" in each.classes)

    def _address(self, href: str) -> str:
        """Where a link of this page leads."""
        parts = urlsplit(urljoin(self.player.page.url, href))
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    @property
    def is_over(self) -> bool:
        """Whether the campaign has no next mission, by its page."""
        page = self.player.go(self.own)
        return not any(each.id == "next-mission" for each in page.links)

    def mission(self, turns: int) -> None:
        """The next mission at its table: briefing, play, end, upkeep, booking."""
        self._wander(turns)
        player = self.player
        start = self._briefing("table")
        player.send(start, player.fill(start, bare=True))
        table = "/".join(player.page.path.split("/")[:3]) + "/"
        assert table.startswith("/tables/"), player.page.text
        self.tables.add(table)
        self._earn(table)
        self._play(table, turns)
        self._wander(turns)
        player.later, player.home = frozenset(), (table,)
        player.go(f"{table}sheets/ending/?ask=won")
        endings = [
            each for each in player.page.buttons if each.kind == "mission.end" and not each.why_not
        ]
        if endings:  # the campaign goes on with a mission that is won
            player.press(max(endings, key=lambda each: "won" in each.value))
        self._finish()

    def mission_on_paper(self) -> None:
        """The next mission as a group plays it that notes down the end only."""
        player = self.player
        start = self._briefing("paper")
        player.send(start, player.fill(start, bare=True))
        self._finish()

    def _briefing(self, where: str) -> Button:
        """The button that opens the next mission there."""
        player = self.player
        if self.is_over:
            self._finish()  # whoever wanders about may take the booking of the last one back
        page = player.go(self.own)
        briefing = next(each for each in page.links if each.id == "next-mission")
        player.home, player.later = ("/",), frozenset()
        player.go(self._address(briefing.href))
        return next(each for each in player.page.buttons if each.value == where)

    def _earn(self, table: str) -> None:
        """Somebody reaches red, chooses an extra action and uses it, each on its page."""
        player = self.player
        player.home = ("/",)
        player.go(f"{table}sheets/do/points.award/")
        player.do(SCORE.kind, SCORE.said)
        rewards = [each for each in player.go(table).links if each.href.endswith("/reward/")]
        if not rewards:
            return  # a milestone lies further on
        key = urlsplit(rewards[0].href).path.split("/")[-3]
        player.go(self._address(rewards[0].href))
        extra = next(
            each for each in player.page.buttons if (each.name, each.value) == ("skill", "")
        )
        player.send(extra, player.fill(extra, bare=True))
        player.go(f"{table}sheets/survivor/{key}/")
        use = next(each for each in player.page.buttons if each.kind == "extra_action.use")
        player.press(use)

    def _play(self, table: str, turns: int) -> None:
        player = self.player
        player.home, player.later = (table,), ENDS
        player.go(f"{table}sheets/do/")
        for number in range(turns):
            if number % 3 == 2:
                player.go_on()
            else:
                player.fresh() or player.errand() or player.explore()

    def _wander(self, turns: int) -> None:
        """About the campaign's own pages."""
        player = self.player
        player.home, player.later = (self.own,), ENDS
        player.go(self.own)
        for number in range(turns):
            if number % 3 == 2:
                player.step()
            elif not (player.fresh() or player.explore()):
                player.go(self.own)

    def _finish(self) -> None:
        """The steps of the end, to the booking."""
        player = self.player
        player.home = ("/",)
        player.go(f"{self.own}end/")
        for _page in range(MOST_PAGES):
            if player.page.path == self.own:
                return
            onward = next((each for each in player.page.links if each.id in ONWARD), None)
            if onward is not None:
                player.go(self._address(onward.href))
                continue
            button = self._large()
            sent: Sent = player.fill(button, bare=True)
            if not any(name == "result" for name, _value in sent) and any(
                each.name == "result" for each in button.form.controls
            ):
                sent.append(("result", "won"))
            player.send(button, sent)
        raise AssertionError(f"the mission is not booked: {player.page.url} {player.page.text}")

    def read(self) -> None:
        """Read the campaign's log to its beginning, and note what was reached."""
        player = self.player
        ahead, read = [f"{self.own}log/"], set()
        while ahead:
            read.add(ahead[0])
            page = player.go(ahead[0])
            older = {
                f"{urlsplit(link.href).path}?{urlsplit(link.href).query}"
                for link in page.links
                if "before=" in link.href
            }
            ahead = sorted(older - read)
        self.report.requests += player.requests
        self.report.answers += player.answers
        self._count()

    def _count(self) -> None:
        campaign = Campaign.objects.get(pk=self.own.split("/")[2])
        said = "\n".join(self.texts)
        with translation.override(self.language):
            for entry in campaign.entries.filter(kind=CampaignEntry.Kind.DO):
                self.report.commands.add(json.loads(entry.command_json)["kind"])
                teller = narration.CampaignTeller(Campaign.read_state(entry.state_before_json))
                for event in entry.events:
                    if narration.tell(event, teller) in said:
                        self.report.events.add(kind_of(event))
        for path in self.tables:
            table = Table.objects.get(pk=path.split("/")[2])
            self.at_tables |= census.commands_sent(table)
        self.report.commands |= self.at_tables
