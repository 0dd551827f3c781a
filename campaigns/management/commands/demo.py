"""`manage.py demo`: an empty site with something to look at, for whoever changes pages.

A table in its third round, a campaign of six, a print, and a link for every role.
"""

import secrets
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from campaigns.members.services import invitation_make
from campaigns.models import Campaign, Member
from campaigns.printing.kind import Chosen
from campaigns.printing.services import print_request
from campaigns.printing.sheets import table_card
from campaigns.printing.subjects import TableSubject
from campaigns.services import campaign_begin
from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from companion.people.services import account_create
from rules import TableState, decode_command, simulation
from rules.campaign import Sheet, box_campaigns

ROUNDS_PLAYED = 2
COURSE = ("phase.next", "spawn.resolve", "phase.next", "phase.next")
POINTS_A_ROUND = 4
PLAYERS = ("Marta", "Luis", "Noe")
MAIL = "marta@example.org"


class Command(BaseCommand):
    help = "Fill an empty site: a table in round 3, a campaign of six, a print; print the links."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if Table.objects.exists() or Campaign.objects.exists() or Person.objects.exists():
            folder = settings.DATA_DIR
            raise CommandError(f"{folder} is in use. Name an empty folder, as DATA_DIR=var/demo")
        password = secrets.token_urlsafe(9)
        with translation.override(settings.LANGUAGE_CODE):
            marta = account_create(person=None, name=PLAYERS[0], email=MAIL, password=password)
            game, box = box_campaigns()[0]
            laid = _laid(game)
            table, campaign = _table(marta, laid), _campaign(marta, box.id, laid)
            _print(table.seats.get())
        self.stdout.write(f"Marta keeps both: {MAIL}, password {password}")
        for role, address in _links(table, campaign):
            self.stdout.write(f"{role:24}http://localhost:{settings.PORT}{address}")


def _laid(game: str) -> TableState:
    """Six survivors of the box, among all players."""
    start = simulation.start_table(game, seed="demo")
    seats = zip(start.survivors.items(), cycle(PLAYERS), strict=False)
    survivors = {key: replace(survivor, player=player) for (key, survivor), player in seats}
    return replace(start, survivors=survivors, players=PLAYERS)


def _table(keeper: Person, laid: TableState) -> Table:
    """Its taps are written as those of phones."""
    table = services.table_lay(person=keeper, state=laid)
    points: list[dict[str, Any]] = [
        {"kind": "points.award", "survivor": key, "amount": POINTS_A_ROUND}
        for key in laid.survivors
    ]
    taps = [*points, *({"kind": kind} for kind in COURSE)] * ROUNDS_PLAYED
    for number, tap in enumerate(taps):
        body = msgspec.json.encode({**tap, "id": f"demo-{number:04}", "seen": number})
        services.command_submit(
            table_id=table.pk, seat=table.seats.get(), command=decode_command(laid.game, body)
        )
    table.refresh_from_db()
    return table


def _campaign(keeper: Person, box: str, laid: TableState) -> Campaign:
    sheets = [
        (key, Sheet(name=survivor.name, player=survivor.player))
        for key, survivor in laid.survivors.items()
    ]
    return campaign_begin(person=keeper, name="Demo", game=laid.game, expansion=box, sheets=sheets)


def _print(seat: Seat) -> None:
    join = f"http://localhost:{settings.PORT}{reverse('companion:join', args=[seat.table.code])}"
    content = table_card.content(TableSubject(seat, join), Chosen())
    print_request(
        person=seat.person, kind="table-card", content=content, language=settings.LANGUAGE_CODE
    )


def _links(table: Table, campaign: Campaign) -> list[tuple[str, str]]:
    """Marta's first: she signs in there and opens the next ones in the same browser."""
    keeper, page = campaign.members.get(), reverse("companion:table", args=[table.pk])

    def invited(role: Member.Role) -> str:
        made = invitation_make(campaign=campaign, member=keeper, role=role)
        return reverse("campaigns:join", args=[made.token])

    return [
        ("Marta, at the table", f"{reverse('people:sign-in')}?{urlencode({'next': page})}"),
        ("Marta, the campaign", reverse("campaigns:campaign", args=[campaign.pk])),
        ("Marta, the print", reverse("printing:prints")),
        ("Marta, the big screen", reverse("companion:screen", args=[table.pk])),
        ("Luis, at the table", reverse("companion:join", args=[table.code])),
        ("Luis, the campaign", invited(Member.Role.PLAYER)),
        ("Somebody who reads", invited(Member.Role.READER)),
    ]
