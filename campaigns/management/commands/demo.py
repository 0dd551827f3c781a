"""`manage.py demo`: an empty site with something to look at, for whoever changes pages.

A table of six in its third round and one at a vote, a campaign of six, a print, and a link for
every role.
"""

import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import translation

from campaigns.members.services import invitation_make
from campaigns.models import Campaign, Member
from campaigns.printing.kind import PrintChoices
from campaigns.printing.services import print_request
from campaigns.printing.sheets import table_card
from campaigns.printing.subjects import TableSubject
from campaigns.services import campaign_begin
from companion.models import Seat, Table
from companion.pages import pages_of
from companion.people.models import Person
from companion.people.services import account_create
from companion.seats.services import place_close
from rules import TableState, cover_of, games
from rules.campaign import Sheet, box_campaigns

PLAYERS = ("Marta", "Luis", "Noe")
MAIL = "marta@example.org"


class Command(BaseCommand):
    help = "Fill an empty site: tables in full swing, a campaign, a print; say who opens what."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if Table.objects.exists() or Campaign.objects.exists() or Person.objects.exists():
            folder = settings.DATA_DIR
            raise CommandError(f"{folder} is in use. Name an empty folder, as DATA_DIR=var/demo")
        password = secrets.token_urlsafe(9)
        with translation.override(settings.LANGUAGE_CODE):
            marta = account_create(person=None, name=PLAYERS[0], email=MAIL, password=password)
            game, box = box_campaigns()[0]
            table, *others = (
                pages_of(each).sample(marta, each, PLAYERS) for each in _one_of_each_kind(game)
            )
            for other in others:  # where secrets are kept, places are closed once it has begun
                place_close(table=other, player=PLAYERS[1], closed=False)
            campaign = _campaign(marta, box.id, table.state)
            _print(table.seats.get())
        self.stdout.write(f"Marta keeps all of it: {MAIL}, password {password}")
        for role, address in _links(table, others, campaign):
            self.stdout.write(f"{role:24}http://localhost:{settings.PORT}{address}")


def _one_of_each_kind(first: str) -> Iterator[str]:
    """Yield a game for each kind of pages: this one, and the first of every other kind."""
    kinds = {id(pages_of(game)): game for game in reversed((first, *games))}
    yield from sorted(kinds.values(), key=lambda game: game != first)


def _campaign(keeper: Person, box: str, laid: TableState) -> Campaign:
    sheets = [
        (key, Sheet(name=survivor.name, player=survivor.player))
        for key, survivor in laid.survivors.items()
    ]
    return campaign_begin(person=keeper, name="Demo", game=laid.game, expansion=box, sheets=sheets)


def _print(seat: Seat) -> None:
    join = f"http://localhost:{settings.PORT}{reverse('companion:join', args=[seat.table.code])}"
    content = table_card.content(TableSubject(seat, join), PrintChoices())
    print_request(
        person=seat.person, kind="table-card", content=content, language=settings.LANGUAGE_CODE
    )


def _links(table: Table, others: list[Table], campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Yield Marta's first: she signs in there and opens the next ones in the same browser."""
    keeper, page = campaign.members.get(), reverse("companion:table", args=[table.pk])

    def invited(role: Member.Role) -> str:
        made = invitation_make(campaign=campaign, member=keeper, role=role)
        return reverse("campaigns:join", args=[made.token])

    yield "Marta, at the table", f"{reverse('people:sign-in')}?{urlencode({'next': page})}"
    yield "Marta, the campaign", reverse("campaigns:campaign", args=[campaign.pk])
    yield "Marta, the print", reverse("printing:prints")
    yield "Marta, the big screen", reverse("companion:screen", args=[table.pk])
    yield "Luis, at the table", reverse("companion:join", args=[table.code])
    yield "Luis, the campaign", invited(Member.Role.PLAYER)
    yield "Somebody who reads", invited(Member.Role.READER)
    for other in others:
        name = cover_of(other.game).short.in_language("en")
        yield f"Marta, {name}", reverse("companion:table", args=[other.pk])
        yield f"Luis, {name}", reverse("companion:join", args=[other.code])
