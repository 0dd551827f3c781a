"""What a print is called: made of its kind and content, in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _

from companion.terms import spaced_code


def title_of(kind: str, content: dict[str, Any]) -> str:
    """The name of a print; the kind itself for one we have no words for."""
    if kind == "table-card":
        return _("Table card %(code)s") % {"code": spaced_code(content["code"])}
    return kind
