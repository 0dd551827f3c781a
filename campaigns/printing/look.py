"""How a print looks: paper, ink, the size of its type, and how much of it is made."""

from typing import Any, Literal

import msgspec

Paper = Literal["a4", "letter"]
Ink = Literal["full", "saving"]
Type = Literal["ordinary", "large"]
Extent = Literal["whole", "preview"]
"""A preview is the first sheet alone, to be looked at before anything is printed."""


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices every print has."""

    paper: Paper = "a4"
    ink: Ink = "full"
    type: Type = "ordinary"
    extent: Extent = "whole"

    @classmethod
    def of(cls, fields: dict[str, Any]) -> "Look":
        """From stored or posted values; what is missing is the default."""
        return msgspec.convert(fields, cls)

    @property
    def told(self) -> dict[str, str]:
        """As stored with a print."""
        fields: dict[str, str] = {"paper": self.paper, "ink": self.ink, "type": self.type}
        if self.is_preview:
            fields["extent"] = self.extent
        return fields

    @property
    def classes(self) -> str:
        """The classes of `<html>` that the stylesheet knows."""
        return f"{self.paper} ink-{self.ink} {self.type}"

    @property
    def is_preview(self) -> bool:
        return self.extent == "preview"

    @property
    def saves_ink(self) -> bool:
        return self.ink == "saving"

    @property
    def is_large(self) -> bool:
        return self.type == "large"

    @property
    def width(self) -> float:
        """Between the margins, in millimetres."""
        return 191.9 if self.paper == "letter" else 186.0
