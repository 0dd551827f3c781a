"""Removal of the layout of a template's source from the page, once, when it is compiled.

Templates are set out one element a line (`make fix`). A line break with its indentation is layout:
beside a tag or a placeholder it is nothing, between two words or two attributes it is one space. A
space that is wanted on screen stands on the line, or as `{{ " " }}` where the line ends.
"""

import re

from django.template import Template
from django.template.base import Origin, TextNode
from django.template.loaders import base, cached, filesystem

PIECES = re.compile(r"""\s*\n\s*|</?[A-Za-z][\w-]*|[<>"']|[^\s<>"']+|[^\S\n]+""")
# Their text is shown, or run, as it was written.
RAW = ("pre", "textarea", "script", "style")


class Squeezer:
    """A reader of the texts of one template in their order, as a tag may span several."""

    def __init__(self) -> None:
        self.tag = ""  # the one being read, from "<" to ">"
        self.quote = ""  # the value being read in it
        self.raw = ""  # the element whose text is left as it is

    def squeeze(self, text: str) -> str:
        return "".join(self._piece(match, text) for match in PIECES.finditer(text))

    def _piece(self, match: re.Match[str], text: str) -> str:
        piece = match[0]
        if "\n" in piece:
            before, after = text[: match.start()][-1:], text[match.end() :][:1]
            return piece if self.raw and not self.tag else self._line_break(before, after)
        if self.tag:
            self._inside_tag(piece)
        elif piece.startswith("<") and piece != "<" and self.raw in ("", piece[2:]):
            self.tag, self.raw = piece, ""
        return piece

    def _inside_tag(self, piece: str) -> None:
        if piece in ('"', "'") and self.quote in ("", piece):
            self.quote = "" if self.quote else piece
        elif piece == ">" and not self.quote:
            self.raw = self.tag[1:] if self.tag[1:] in RAW else ""
            self.tag = ""

    def _line_break(self, before: str, after: str) -> str:
        if self.tag:
            return "" if after == ">" and not self.quote else " "
        return "" if before in ("", ">") or after in ("", "<") else " "


class _Squeezing(base.Loader):
    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template: Template = super().get_template(template_name, skip)
        if template_name.endswith(".html"):
            squeezer = Squeezer()
            for node in template.nodelist.get_nodes_by_type(TextNode):
                assert isinstance(node, TextNode)
                node.s = squeezer.squeeze(node.s)
        return template


class FileLoader(_Squeezing, filesystem.Loader):
    """A loader that reads a template again each time, for development."""


class CachedLoader(cached.Loader, _Squeezing):
    """A loader that reads and squeezes a template once."""
