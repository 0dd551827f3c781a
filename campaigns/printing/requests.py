"""What is asked for, put together: content by content, one job each."""

from collections.abc import Sequence

from django.utils import translation

from campaigns.printing.kind import PrintChoices
from campaigns.printing.kinds import KINDS, offered
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.render import sheets_in
from campaigns.printing.services import print_request
from campaigns.printing.subjects import Subject
from companion.people.models import Person


def print_kinds(
    *,
    person: Person,
    subject: Subject,
    kinds: Sequence[str],
    chosen: PrintChoices,
    language: str,
    look: Look,
) -> list[PrintJob]:
    """Return each of these kinds of a subject; all of them must be offered of it.

    What they show is put together in the language of the print, whoever asks for it.
    """
    offers = offered(subject)
    with translation.override(language):
        contents = {kind: offers[kind].content(subject, chosen) for kind in kinds}
        counts = {kind: sheets_in(KINDS[kind].pieces(contents[kind])) for kind in kinds}
    if look.is_preview:
        counts = dict.fromkeys(kinds, 1)
    return [
        print_request(
            person=person,
            kind=kind,
            content=content,
            language=language,
            look=look,
            sheets=counts[kind],
        )
        for kind, content in contents.items()
    ]
