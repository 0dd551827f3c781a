"""The layout of a template's source is not in the page, and setting it out changes no page."""

import pytest
from django.template import engines

from companion.frame.squeeze import Squeezer
from scripts.format_templates import FOLDER, WIDTH, formatted

LONGEST = 160


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<p>\n  <b>a</b>\n  <i>b</i>\n</p>\n", "<p><b>a</b><i>b</i></p>"),
        (
            "<p>\n  one\n  two <b>a</b> <i>b</i>,\n  three\n</p>",
            "<p>one two <b>a</b> <i>b</i>, three</p>",
        ),
        ('<a\n  class="x"\n  href="y"\n>\n  z\n</a>', '<a class="x" href="y">z</a>'),
        ('<a title="a > b\n  c">\n</a>', '<a title="a > b c"></a>'),
        ("<p>it's\n<b>so</b></p>", "<p>it's<b>so</b></p>"),
        ("<pre>\n  a\n  <b>b</b>\n</pre>\n<p>", "<pre>\n  a\n  <b>b</b>\n</pre><p>"),
        ("<textarea\n  id=a\n>\n a\n</textarea>\n<b>", "<textarea id=a>\n a\n</textarea><b>"),
    ],
)
def test_a_line_break_is_layout(source: str, page: str) -> None:
    assert Squeezer().squeeze(source) == page


def test_a_page_comes_without_layout_and_keeps_wanted_spaces() -> None:
    template = engines["django"].engine.get_template("parts/_strip.html")  # type: ignore[attr-defined]
    html = template.nodelist[1].s
    assert html.startswith("<header")
    assert "\n" not in html


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('<p><b class="x">a</b>{{ b }}</p>', '<p>\n  <b class="x">a</b>\n  {{ b }}\n</p>\n'),
        ("<p>a <b>b</b>, c</p>", "<p>\n  a <b>b</b>, c\n</p>\n"),
        (
            "{% if a %}<b>a</b>{% else %}b{% endif %}",
            "{% if a %}\n  <b>a</b>\n{% else %}\n  b\n{% endif %}\n",
        ),
        ("{% if a %} <b>b</b>{% endif %}", '{% if a %}\n  {{ " " }}\n  <b>b</b>\n{% endif %}\n'),
        ("<pre>\n a</pre><p></p>", "<pre>\n a</pre>\n<p></p>\n"),
        (
            f'<a class="{"x" * 60}" href="{{% url "home" %}}"'
            "{% if a > b %} hidden{% endif %}>a</a>",
            f'<a\n  class="{"x" * 60}"\n  href="{{% url "home" %}}"\n'
            "  {% if a > b %}hidden{% endif %}\n>\n  a\n</a>\n",
        ),
        (
            f"{{% blocktranslate trimmed %}}{'word ' * 25}{{{{ n }}}}{{% endblocktranslate %}}",
            f"{{% blocktranslate trimmed %}}\n  {('word ' * 19).strip()}\n"
            f"  {'word ' * 6}{{{{ n }}}}\n{{% endblocktranslate %}}\n",
        ),
        ("</span></form>", "</span>\n</form>\n"),
    ],
)
def test_one_element_a_line(source: str, lines: str) -> None:
    assert formatted(source) == lines
    assert formatted(lines) == lines


def test_what_cannot_be_read_is_left_alone() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        formatted('<div{% if a %} class="b"><i></i{% endif %}></div>')


def test_no_line_is_longer_than_a_reader_follows() -> None:
    long = [
        f"{path.relative_to(FOLDER)}:{number}"
        for path in sorted(FOLDER.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST and ' d="M' not in line  # a drawing is one value
    ]
    assert long == []
    assert WIDTH <= LONGEST
