"""How a print looks: paper, ink and the size of its type."""

from typing import Any, Literal

import msgspec

Paper = Literal["a4", "letter"]
Ink = Literal["full", "saving"]
Type = Literal["ordinary", "large"]


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The three choices every print has."""

    paper: Paper = "a4"
    ink: Ink = "full"
    type: Type = "ordinary"

    @classmethod
    def of(cls, told: dict[str, Any]) -> "Look":
        """From stored or posted values; what is missing is the default."""
        return msgspec.convert(told, cls)

    @property
    def told(self) -> dict[str, str]:
        """As stored with a print."""
        return {"paper": self.paper, "ink": self.ink, "type": self.type}

    @property
    def classes(self) -> str:
        """The classes of `<html>` that the stylesheet knows."""
        return f"{self.paper} ink-{self.ink} {self.type}"

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
