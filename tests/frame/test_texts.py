"""A constant text says what Django's own tag would say, in either language."""

import pytest
from django.template import Context, Engine
from django.test import Client
from django.utils.translation import get_language, override

from companion.frame.texts import ConstantText

DJANGO = Engine(libraries={"i18n": "django.templatetags.i18n"})
OURS = Engine(libraries={"i18n": "companion.frame.texts"})
CONSTANT = [
    '{% translate "Survivors" %}',
    "{% translate 'Round' %}",
    '{% translate "blue" context "zone" %}',
    '{% translate "Nobody has translated this < & that" %}',
    '{% translate "100 % sure, %d of them" %}',
    """{% translate "it's \\"quoted\\"" %}""",
    '{% trans "Phase" %}',
]
ANYTHING = [
    *CONSTANT,
    '{% translate "Round" as word %}<{{ word }}>',
    '{% translate "Round" noop %}',
    '{% translate "Round"|upper %}',
    "{% translate word %}",
    '{% translate "blue" context word %}',
    "{% blocktranslate with name=word %}Danger by <b>{{ name }}</b>{% endblocktranslate %}",
]


@pytest.mark.parametrize("source", ANYTHING)
@pytest.mark.parametrize("language", ["es", "en"])
def test_it_says_what_django_says(source: str, language: str) -> None:
    said = []
    for engine in (DJANGO, OURS):
        template = engine.from_string("{% load i18n %}" + source)
        with override(language):
            said.append(template.render(Context({"word": "Round & <b>"})))
    assert said[0] == said[1]
    assert said[0]


@pytest.mark.parametrize("source", CONSTANT[:-1])
def test_a_constant_takes_the_short_way(source: str) -> None:
    assert OURS.from_string("{% load i18n %}" + source).nodelist.get_nodes_by_type(ConstantText)


@pytest.mark.parametrize("turn", [1, 2])
def test_a_page_of_one_test_leaves_no_language_to_the_next(turn: int, client: Client) -> None:
    assert get_language() == "en", turn
    client.get("/credits/", headers={"accept-language": "es"})
    assert get_language() == "es"
