"""Django's tags for translation, with a short way for texts that change by language only.

A page has a hundred of them. Django takes each for a variable that may have filters, be a number or
need escaping, and calls seventy functions to find out that it is none of it.
"""

from typing import Any

from django.template import Library, Node
from django.template.base import FilterExpression, Parser, Token
from django.templatetags import i18n
from django.utils.translation import gettext, pgettext

register = Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


class ConstantText(Node):
    """A constant text of a template."""

    child_nodelists = ()

    def __init__(self, text: str, context: str | None) -> None:
        self.text, self.context = text.replace("%", "%%"), context

    def render(self, _context: Any) -> str:
        said = pgettext(self.context, self.text) if self.context else gettext(self.text)
        return said.replace("%%", "%")


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    node = i18n.do_translate(parser, token)
    text = None if node.noop or node.asvar else _constant(node.filter_expression)
    context = _constant(node.message_context) if node.message_context else None
    if text is None or (node.message_context and context is None):
        return node
    return ConstantText(text, context)


def _constant(expression: FilterExpression) -> str | None:
    """Return the text an expression always is; None if it depends on the page."""
    text: Any = getattr(expression.var, "literal", expression.var)
    return str(text) if isinstance(text, str) and not expression.filters else None
