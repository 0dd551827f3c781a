"""A house pack in codes that bring it to any other house: all of it, where it fits on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.printing.kind import Chosen, Content, Kind, Offer
from campaigns.printing.render import Piece
from campaigns.printing.subjects import PackSubject

TEMPLATE = "print/pack_codes.html"


class PackCodes(Content, frozen=True, kw_only=True):
    name: str
    author: str
    version: int
    codes: tuple[str, ...]
    restore_url: str


def content(subject: PackSubject, chosen: Chosen) -> PackCodes:
    return PackCodes(
        name=subject.pack.name,
        author=subject.pack.author,
        version=subject.version.number,
        codes=tuple(subject.on_paper),
        restore_url=subject.restore_url,
    )


def title(content: PackCodes) -> str:
    return _("Codes: %(pack)s") % {"pack": content.name}


def pieces(content: PackCodes) -> list[Piece]:
    context = {
        "content": content,
        "codes": list(enumerate(content.codes, 1)),
        "set_name": content.codes[0].split(".")[0],
        "foot": f"Safehouse · {content.name}",
        "mark": _("Codes of the pack"),
    }
    return [Piece(title(content), TEMPLATE, context, one_page=False)]


KINDS = (
    Kind(
        name="pack-codes",
        content=PackCodes,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            Offer(
                of=PackSubject,
                name=gettext_lazy("Codes of the pack"),
                about=gettext_lazy("all of it on paper, for any other house"),
                content=content,
                rank=60,
                may=lambda subject: bool(subject.on_paper),
            ),
        ),
    ),
)
