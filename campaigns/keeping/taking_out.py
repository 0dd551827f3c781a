"""All of a person's data as one file: a zip of readable JSON."""

import tempfile
import zipfile
from collections.abc import Iterator
from typing import IO

import msgspec
from django.conf import settings
from django.http import FileResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.people.belongings import File, take_out_everything
from companion.people.models import Person


def taken_out(person: Person) -> FileResponse:
    """Return the answer with the whole file, which lies on the disk while it is made and sent.

    However much there is, one thing of it is held in memory; what fails on the way sends nothing.
    """
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the answer closes it when it is sent
    try:
        _pack(person, file)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    name = f"safehouse-{timezone.localdate():%Y-%m-%d}.zip"
    response = FileResponse(file, as_attachment=True, filename=name)
    response["Cache-Control"] = "private, no-store"
    return response


def _pack(person: Person, file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _files(person):
            archive.writestr(name, content)


def _files(person: Person) -> Iterator[File]:
    yield "README.txt", _about().encode()
    yield "account.json", msgspec.json.format(msgspec.json.encode(_facts(person)))
    yield from take_out_everything(person)


def _facts(person: Person) -> dict[str, object]:
    """Return the data of the person's own account, without the password."""
    return {
        "format": "safehouse.person",
        "safehouse": settings.SAFEHOUSE_VERSION,
        "taken_out_at": timezone.now(),
        "id": person.pk,
        "name": person.name,
        "mail": person.email,
        "mail_to_be_confirmed": person.pending_email,
        "since": person.created_at,
        "last_sign_in": person.last_login,
    }


def _about() -> str:
    return _(
        "Everything Safehouse keeps of you, as readable JSON.\n\n"
        "Tables and campaigns can be brought into any Safehouse: on its pages My tables and "
        "Campaigns, choose one of the files in the folders tables and campaigns. A file that "
        "ends in .seen.json is a table with secrets, as you may see it; it cannot be brought back."
        "\nusual-tables.json holds addresses: open them on any Safehouse.\n"
    )
