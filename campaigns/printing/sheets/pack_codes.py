"""A house pack in codes that bring it to any other house: all of it, where it fits on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import PackSubject

TEMPLATE = "print/pack_codes.html"


class PackCodes(Content, frozen=True, kw_only=True):
    name: str
    author: str
    version: int
    codes: tuple[str, ...]
    restore_url: str


def content(subject: PackSubject, chosen: PrintChoices) -> PackCodes:
    return PackCodes(
        name=subject.pack.name,
        author=subject.pack.author,
        version=subject.version.number,
        codes=tuple(subject.on_paper),
        restore_url=subject.restore_url,
    )


def title(content: PackCodes) -> str:
    return _("Codes: %(pack)s") % {"pack": content.name}


def pieces(content: PackCodes) -> list[PrintedSheet]:
    context = {
        "content": content,
        "codes": list(enumerate(content.codes, 1)),
        "set_name": content.codes[0].split(".")[0],
        "foot": f"Safehouse · {content.name}",
        "mark": _("Codes of the pack"),
    }
    return [PrintedSheet(title(content), TEMPLATE, context, one_page=False)]


KINDS = (
    PrintKind(
        name="pack-codes",
        content=PackCodes,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
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
