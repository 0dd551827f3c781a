"""A kind of print is one record: who may ask for it and how, what is stored, what it shows."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from django.utils.functional import Promise

from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import Subject

Text = Promise | str


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a print, stored with it: the same content is the same print.

    Prints that are stored must stay readable, so names of fields are permanent and new fields have
    a default.
    """


class PrintChoices(NamedTuple):
    """The options a person has chosen for a kind of print."""

    mission: str = ""
    """Its code; an empty one is a blank sheet."""
    sheets: Sequence[str] | None = None
    """Keys of campaign sheets; None is every one of them."""
    blanks: int = 1


class PrintOption(NamedTuple):
    """A field of `PrintChoices` that some kind leaves to choose."""

    name: str
    choices: Callable[[Any], list[tuple[str, str]]] = lambda subject: []
    """Value and words of each choice that a subject has; a number has none."""


MISSION = PrintOption("mission", lambda subject: subject.missions)
SHEETS = PrintOption("sheets", lambda subject: subject.sheets)
BLANKS = PrintOption("blanks")
MOST_BLANKS = 30


def always(subject: Any) -> bool:
    return True


AnySubject = TypeVar("AnySubject", bound=Subject)
AnyContent = TypeVar("AnyContent", bound=Content)


class PrintOffer(NamedTuple, Generic[AnySubject]):
    """The offer of a kind of print to a table, a campaign or a game."""

    of: type[AnySubject]
    name: Text
    about: Text
    """One line that says what it is."""
    content: Callable[[AnySubject, PrintChoices], Content]
    rank: int
    """Its place in the list of what can be printed."""
    may: Callable[[AnySubject], bool] = always
    """A function that checks if the asker may print this very subject."""
    options: tuple[PrintOption, ...] = ()


class PrintKind(NamedTuple, Generic[AnyContent]):
    """Everything about one kind of print."""

    name: str
    """Stored with every print, so it is permanent."""
    content: type[AnyContent]
    title: Callable[[AnyContent], str]
    """The title of a print, in the active language."""
    pieces: Callable[[AnyContent], list[PrintedSheet]]
    """Its sheets, in the active language."""
    templates: tuple[str, ...]
    """Templates that lay out its sheets."""
    offers: tuple[PrintOffer[Any], ...] = ()

    def read(self, stored: Any) -> AnyContent:
        """Return the content of a print from what is stored of it."""
        return msgspec.convert(stored, self.content)

    def offer_of(self, subject: Subject) -> PrintOffer[Any] | None:
        """Return the offer that fits this subject; None if there is none."""
        mine = (offer for offer in self.offers if isinstance(subject, offer.of))
        return next((offer for offer in mine if offer.may(subject)), None)
