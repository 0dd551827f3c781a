"""`manage.py forget_second_step MAIL`: for somebody who has lost phone, passkeys and paper.

Only from the machine itself: whoever asks for it has to be known some other way.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.people.letters.services import LetterContext
from companion.people.models import Person
from companion.people.second_step.services import everything_remove


class Command(BaseCommand):
    help = "Let an account be opened by its password alone again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", help="the account's address")

    def handle(self, *args: Any, mail: str, **options: Any) -> None:
        person = Person.objects.filter(email=mail.lower()).first()
        if person is None:
            raise CommandError(f"There is no account with the address {mail}.")
        site = next((host for host in settings.ALLOWED_HOSTS if host != "*"), "localhost")
        scheme = "https" if settings.HTTPS else "http"
        sender = LetterContext(f"{scheme}://{site}", settings.LANGUAGE_CODE)
        everything_remove(person=person, sender=sender)
        self.stdout.write(f"The password alone opens the account of {mail} again.")
