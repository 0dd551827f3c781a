"""`manage.py keeper MAIL`: who may open `/operate/`. Only from the machine itself.

There is no button for it: behind a proxy that is set up wrongly everybody seems to come from
this machine, and the first of them would own the site.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.keeping.models import SiteKeeper
from campaigns.keeping.services import keeper_dismiss, keeper_make
from companion.frame.database_age import NewerDatabase, refuse_newer_database
from companion.people.models import Person


class Command(BaseCommand):
    help = "Let an account open /operate/, the page for whoever keeps this site."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", nargs="?", help="the account's address; without one, list them")
        parser.add_argument("--dismiss", action="store_true", help="take it back")

    def handle(self, *args: Any, mail: str | None, dismiss: bool, **options: Any) -> None:
        try:
            refuse_newer_database()
        except NewerDatabase as error:
            raise CommandError(str(error)) from error
        if mail is None:
            kept_by = SiteKeeper.objects.select_related("person")
            lines = [str(keeper.person.email) for keeper in kept_by]
            self.stdout.write("\n".join(lines) or "Nobody yet: manage.py keeper MAIL")
            return
        person = Person.objects.filter(email=mail.lower(), binned_at=None).first()
        if person is None:
            raise CommandError(f"There is no account with the address {mail}. Sign up first.")
        if dismiss:
            keeper_dismiss(person=person)
            self.stdout.write(f"{mail} no longer opens /operate/.")
        else:
            keeper_make(person=person)
            self.stdout.write(f"{mail} may open /operate/ now.")
