"""Refusals shown in the form that was sent: its page once more, with what was typed.

The page is asked for as if it were opened again, so it shows what is there now and gives the form a
new id. If the form is no longer on it, the reason stands at the head of the page. No page has to
know about refusals; where no page is known there is the error page.
"""

import copy
from collections.abc import Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import ResolverMatch, resolve
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise

from rules.errors import RuleError

Attributes = list[tuple[str, str | None]]
MOST_REDIRECTS = 3
ENVELOPE = ("csrfmiddlewaretoken", "id", "seen", "next", "shown")
"""Fields a page fills in itself, whatever was sent."""
OF_THE_ANSWER = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")
"""Headers under which a page would come compressed or not at all; it is read here."""
ABOUT = ("kind", "sheet", "card", "survivor", "companion")
"""Hidden fields that say what a form is about: the same fields about another card are not it."""
NEVER_SHOWN = ("hidden", "password", "file", "submit", "button", "image", "reset")
NOTICES = '<div id="notices"'


class RefusalWords(NamedTuple):
    """The reason, in words for a page that still has the form and for one that has not."""

    in_form: str | Promise
    on_page: str | Promise


def page_again(
    request: HttpRequest,
    status: int,
    said: RefusalWords,
    *,
    came_from: str,
    along: int | None = None,
) -> HttpResponse | None:
    """Return the page of a posted form with the reason in place; None if no page is known."""
    is_fragment = request.headers.get("HX-Request") == "true"
    if request.method != "POST" or is_fragment or request.path.startswith("/api/"):
        return None
    known: HttpResponse | None = None
    address = ""
    asked = (request.get_full_path(), came_from, request.POST.get("next", ""))
    for candidate in dict.fromkeys(path for path in asked if path.startswith("/")):
        page, reached = _opened(request, candidate)
        if page is None:
            continue
        html = page.content.decode()
        form = _form_sent(html, request, reached)
        if form is not None:
            reason = _reason("form", said.in_form, reached, along)
            return _answered(page, status, _refilled(html, form, request.POST, reason))
        if known is None:
            known, address = page, reached
    if known is None:
        return None
    head, notices, rest = known.content.decode().partition(NOTICES)
    if not notices or along is not None:
        return None
    opening, _end, inside = rest.partition(">")
    reason = _reason("page", said.on_page, address)
    return _answered(known, status, f"{head}{notices}{opening}>{reason}{inside}")


def _reason(where: str, text: str | Promise, address: str, along: int | None = None) -> str:
    context = {"where": where, "text": text, "page": address, "along": along}
    return render_to_string("errors/_refused.html", context)


def _answered(page: HttpResponse, status: int, html: str) -> HttpResponse:
    page.status_code = status
    page.content = html.encode()
    return page


def _opened(request: HttpRequest, address: str) -> tuple[HttpResponse | None, str]:
    """Return a page of ours as this browser would get it, and its address.

    The page is None if there is none at that address.
    """
    for _hop in range(MOST_REDIRECTS):
        parts = urlsplit(address)
        try:
            match = resolve(parts.path)
            if "GET" in getattr(getattr(match.func, "heavy", None), "methods", ()):
                return None, address  # it has threads of its own, and this is none of them
            page = match.func(_opening(request, address, match), *match.args, **match.kwargs)
        except (Http404, RuleError):
            return None, address
        if page.status_code not in (301, 302):
            is_page = page.status_code == 200 and not page.streaming  # noqa: PLR2004
            is_html = page.headers.get("Content-Type", "").startswith("text/html")
            return (page, address) if is_page and is_html else (None, address)
        address = page.headers["Location"]
    return None, address


def _opening(request: HttpRequest, address: str, match: ResolverMatch) -> HttpRequest:
    """Return the same browser's request for a page of ours."""
    parts, opening = urlsplit(address), copy.copy(request)
    asks = {"REQUEST_METHOD": "GET", "PATH_INFO": parts.path, "QUERY_STRING": parts.query}
    kept = {name: said for name, said in request.META.items() if name not in OF_THE_ANSWER}
    opening.META = {**kept, **asks, "CONTENT_LENGTH": "0"}
    opening.method, opening.path, opening.path_info = "GET", parts.path, parts.path
    opening.resolver_match = match
    fresh = {"GET": QueryDict(parts.query), "_post": QueryDict(), "_files": MultiValueDict()}
    for name, value in fresh.items():
        setattr(opening, name, value)
    vars(opening).pop("headers", None)
    return opening


# --- the forms of a page ---


class PlacedControl(NamedTuple):
    """A field or button, and the place of its tag."""

    tag: str
    attributes: Attributes
    start: int
    end: int

    def get(self, name: str) -> str:
        return dict(self.attributes).get(name) or ""

    def has(self, name: str) -> bool:
        return any(known == name for known, _value in self.attributes)

    @property
    def type(self) -> str:
        usual = "submit" if self.tag == "button" else "text"
        return self.get("type").lower() or (usual if self.tag != "select" else self.tag)

    @property
    def is_said(self) -> bool:
        """Return True if its value is the page's own, and no reader's."""
        return self.tag == "button" or self.type == "hidden"


class PageForm:
    """A form of a page, with its fields in their order."""

    def __init__(self, tag: PlacedControl, folds: list[PlacedControl]) -> None:
        self.tag, self.folds = tag, folds
        self.controls: list[PlacedControl] = []
        self.options: dict[int, list[tuple[PlacedControl, str]]] = {}
        """Options of each select, by the place of its tag."""
        self.texts: dict[int, tuple[int, int]] = {}
        """Start and end of the text in each textarea, by the place of its tag."""

    def says(self, name: str) -> set[str]:
        return {c.get("value") for c in self.controls if c.get("name") == name and c.is_said}


class _Reader(HTMLParser):
    """A parser that finds the forms of a page that are posted."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.by_id: dict[str, PageForm] = {}
        self.form: PageForm | None = None
        self.folds: list[PlacedControl] = []
        self.select: tuple[PageForm, PlacedControl] | None = None
        self.area: tuple[PageForm, PlacedControl] | None = None
        self.line_starts = [0]
        for line in html.split("\n"):
            self.line_starts.append(self.line_starts[-1] + len(line) + 1)
        self.feed(html)
        self.close()

    def _at(self) -> int:
        line, column = self.getpos()
        return self.line_starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        start = self._at()
        control = PlacedControl(tag, attrs, start, start + len(self.get_starttag_text() or ""))
        if tag == "details":
            self.folds.append(control)
        elif tag == "form":
            self.form = PageForm(control, list(self.folds))
            if control.get("method").lower() == "post":
                self.forms.append(self.form)
                if control.has("id"):
                    self.by_id[control.get("id")] = self.form
        elif tag == "option" and self.select is not None:
            form, select = self.select
            form.options[select.start].append((control, control.get("value")))
        elif tag in ("input", "select", "textarea", "button"):
            owner = self.by_id.get(control.get("form"), self.form)
            if owner is not None:
                self._control(owner, control)

    def _control(self, form: PageForm, control: PlacedControl) -> None:
        form.controls.append(control)
        if control.tag == "select":
            form.options[control.start] = []
            self.select = (form, control)
        elif control.tag == "textarea":
            self.area = (form, control)

    def handle_data(self, data: str) -> None:
        if self.select is None:
            return
        form, select = self.select
        options = form.options[select.start]
        if options and not options[-1][0].has("value"):
            option, text = options[-1]
            options[-1] = (option, text + data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "details" and self.folds:
            self.folds.pop()
        elif tag == "select":
            self.select = None
        elif tag == "textarea" and self.area is not None:
            form, control = self.area
            form.texts[control.start] = (control.end, self._at())
            self.area = None


def _form_sent(html: str, request: HttpRequest, page: str) -> PageForm | None:
    """Return the form of a page that was sent, by its address, own values and fields."""
    sent = {name: request.POST.getlist(name) for name in request.POST if name not in ENVELOPE}

    def likeness(form: PageForm) -> int:
        names = {control.get("name") for control in form.controls} - {"", *ENVELOPE}
        alike = 0
        for name, values in sent.items():
            alike += (name in names) - (name not in names)
            alike += 2 * len(form.says(name).intersection(values))
        return alike - len({name for name in names - set(sent) if form.says(name)})

    def is_meant(form: PageForm) -> bool:
        action = urlsplit(form.tag.get("action")).path or urlsplit(page).path
        about: dict[str, set[str]] = {}
        for control in form.controls:
            if control.type == "hidden" and control.get("name") in ABOUT and control.get("value"):
                about.setdefault(control.get("name"), set()).add(control.get("value"))
        is_same = all(values == set(sent.get(name, ())) for name, values in about.items())
        return action == request.path and is_same

    meant = [form for form in _Reader(html).forms if is_meant(form)]
    return max(meant, key=likeness, default=None)


# --- what was typed ---


def _refilled(html: str, form: PageForm, data: QueryDict, reason: str) -> str:
    """Return the page with a form's fields as they were sent, and the reason in the form."""
    edits = {(form.tag.end, form.tag.end): reason}
    for fold in form.folds:
        if not fold.has("open"):
            edits[fold.start, fold.end] = _tag(fold, {"open": None})
    edits |= _typed(form, data)
    made, reached = [], 0
    for (start, end), text in sorted(edits.items()):
        made += [html[reached:start], text]
        reached = end
    return "".join([*made, html[reached:]])


def _typed(form: PageForm, data: QueryDict) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the changes that put what was sent into the page: from, to, and the new text."""
    waiting = {name: iter(data.getlist(name)) for name in data}
    for control in form.controls:
        name, kind = control.get("name"), control.type
        if not name or name in ENVELOPE or control.has("disabled") or control.tag == "button":
            continue
        if kind in ("checkbox", "radio"):
            value = control.get("value") if control.has("value") else "on"
            is_on = value in data.getlist(name)
            yield (control.start, control.end), _tag(control, {"checked": None}, is_on)
            continue
        typed = next(waiting.get(name, iter(())), None)
        if typed is None or kind in NEVER_SHOWN:
            continue
        if control.tag == "select":
            for option, text in form.options[control.start]:
                instead = _tag(option, {"selected": None}, text == typed)
                yield (option.start, option.end), instead
        elif control.tag == "textarea":
            yield form.texts[control.start], escape(typed)
        else:
            yield (control.start, control.end), _tag(control, {"value": typed})


def _tag(control: PlacedControl, said: Mapping[str, str | None], is_on: bool = True) -> str:
    """Return a tag with these attributes set, or without them if `is_on` is false."""
    kept = [(name, value) for name, value in control.attributes if name not in said]
    attributes = [*kept, *(said.items() if is_on else ())]
    words = [name if value is None else f'{name}="{escape(value)}"' for name, value in attributes]
    return f"<{' '.join([control.tag, *words])}>"
