"""A page as somebody without script finds it: what it says, where it leads, what it sends."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

VOID = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
        *("track", "wbr", "path", "rect", "circle", "use"),
    }
)
UNREAD = frozenset({"script", "style", "template", "svg", "title", "textarea"})
"""Elements whose text is not on the page."""
ATTRIBUTES_READ = ("aria-label", "data-why", "placeholder", "title", "alt")


@dataclass
class Control:
    """A field of a form."""

    type: str
    name: str
    value: str = ""
    options: list[tuple[str, str]] = field(default_factory=list)
    """What a select offers: what is sent, and what it says."""
    chosen: str | None = None
    is_checked: bool = False
    is_disabled: bool = False
    is_required: bool = False
    min: str = ""
    max: str = ""
    maxlength: str = ""
    placeholder: str = ""
    fold: int = 0
    """The closed fold it lies in; 0 where it lies open."""
    suggestions: tuple[str, ...] = ()
    """What a datalist beside it offers."""


@dataclass
class Form:
    id: str
    method: str
    action: str
    controls: list[Control] = field(default_factory=list)
    fills: list[str] = field(default_factory=list)
    """What keys on the page would type into its field: `data-fill`, `data-face`."""

    @property
    def takes_files(self) -> bool:
        return any(control.type == "file" for control in self.controls)


@dataclass
class Button:
    """Something that sends a form."""

    name: str
    value: str
    form: Form
    action: str
    id: str
    classes: frozenset[str]
    why_not: str | None
    """Why it would be refused, if the page says so; empty where it is only greyed out."""
    text: str = ""

    @property
    def kind(self) -> str:
        """The command it sends, as far as the page says; else where it goes."""
        said: dict[str, object] = {}
        pieces = [control.value for control in self.form.controls if control.name == "with"]
        if self.name == "with":
            pieces.append(self.value)
        for piece in pieces:  # `with` in the address of a set-up names a box instead
            said |= json.loads(piece) if piece.startswith("{") else {}
        named = [control.value for control in self.form.controls if control.name == "kind"]
        kind = str(said.get("kind") or (named or [""])[0])
        return kind or urlsplit(self.action).path.rstrip("/").rpartition("/")[2]

    @property
    def is_answer(self) -> bool:
        """It says something to the table: a command, or the next card of several."""
        asks = any(control.is_required for control in self.form.controls)
        return "." in self.kind or (self.form.method == "get" and asks)


@dataclass
class Link:
    href: str
    id: str
    classes: frozenset[str]
    is_download: bool
    text: str = ""

    @property
    def is_answer(self) -> bool:
        """It answers a question that goes on with another."""
        return "vt" in self.classes


class Page:
    """What one address answered."""

    def __init__(self, url: str, status: int, html: str) -> None:
        self.url, self.status, self.html = url, status, html
        self.path = urlsplit(url).path
        self.texts: list[str] = []
        """Everything that is said, a piece for each element."""
        self.board: list[str] = []
        """What the table itself shows, without the bar that tells of the last step."""
        self.links: list[Link] = []
        self.forms: list[Form] = []
        self.buttons: list[Button] = []
        self.ids: set[str] = set()
        reader = _Reader(self)
        reader.feed(html)
        reader.close()
        reader.settle()

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def next_steps(self) -> list[Button | Link]:
        """The large button of a table: it names what comes next."""
        everything: list[Button | Link] = [*self.links, *self.buttons]
        return [each for each in everything if "next" in each.classes and not _is_off(each)]

    def button(self, id: str) -> Button | None:
        return next((each for each in self.buttons if each.id == id), None)


def _is_off(each: Button | Link) -> bool:
    return isinstance(each, Button) and each.why_not is not None


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.stack: list[tuple[str, dict[str, str]]] = []
        self.hidden = 0
        self.form: Form | None = None
        self.select: Control | None = None
        self.option: list[str] | None = None
        self.area: Control | None = None
        self.outside: list[tuple[str, Control]] = []
        self.pending: list[tuple[str | None, Form | None, Button]] = []
        self.open: list[Button | Link] = []
        self.datalist: list[str] | None = None
        self.datalists: dict[str, list[str]] = {}
        self.lists: list[tuple[Control, str]] = []
        self.in_board = self.in_undo = self.folds = 0

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in given}
        if tag not in VOID:
            self.stack.append((tag, attrs))
            self._enter(tag, attrs)
        if "id" in attrs:
            self.page.ids.add(attrs["id"])
        if not self._is_unseen():
            self.page.texts += [attrs[name] for name in ATTRIBUTES_READ if attrs.get(name)]
        for name in ("data-fill", "data-face", "data-card"):
            if attrs.get(name) and attrs[name] != "back" and self.form is not None:
                self.form.fills.append(attrs[name])
        handler = getattr(self, f"_start_{tag}", None)
        if handler:
            handler(attrs)

    handle_startendtag = handle_starttag

    def _enter(self, tag: str, attrs: dict[str, str]) -> None:
        self.hidden += "hidden" in attrs or tag in UNREAD
        if tag == "details" and self.form is not None:
            self.folds += 1
            attrs["fold"] = "" if "open" in attrs else str(self.folds)
        self.in_board += attrs.get("id") in ("now", "sheet")
        self.in_undo += attrs.get("class", "") in ("dock", "row") or attrs.get("id") == "changes"

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, _attrs in self.stack):
            return
        while self.stack:
            name, attrs = self.stack.pop()
            self.hidden -= "hidden" in attrs or name in UNREAD
            self.in_board -= attrs.get("id") in ("now", "sheet")
            self.in_undo -= (
                attrs.get("class", "") in ("dock", "row") or attrs.get("id") == "changes"
            )
            handler = getattr(self, f"_end_{name}", None)
            if handler:
                handler()
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if self.area is not None:
            self.area.value += data
        if not words:
            return
        if self.option is not None:
            self.option[1] = f"{self.option[1]} {words}".strip()
        for each in self.open:
            each.text = f"{each.text} {words}".strip()
        if not self._is_unseen():
            self.page.texts.append(words)
            if self.in_board and not self.in_undo:
                self.page.board.append(words)

    def _is_unseen(self) -> bool:
        return self.hidden > 0

    # --- what leads elsewhere or sends ---

    def _start_a(self, attrs: dict[str, str]) -> None:
        if not attrs.get("href"):
            return
        link = Link(
            href=urljoin(self.page.url, attrs["href"]),
            id=attrs.get("id", ""),
            classes=frozenset(attrs.get("class", "").split()),
            is_download="download" in attrs,
            text=attrs.get("aria-label", ""),
        )
        self.page.links.append(link)
        self.open.append(link)

    def _end_a(self) -> None:
        if self.open and isinstance(self.open[-1], Link):
            self.open.pop()

    def _start_form(self, attrs: dict[str, str]) -> None:
        action = urljoin(self.page.url, attrs.get("action") or self.page.url)
        self.form = Form(attrs.get("id", ""), attrs.get("method", "get").lower(), action)
        self.page.forms.append(self.form)

    def _end_form(self) -> None:
        self.form = None

    def _start_button(self, attrs: dict[str, str]) -> None:
        if attrs.get("type", "submit") != "submit":
            return
        is_off = "disabled" in attrs or attrs.get("aria-disabled") == "true"
        button = Button(
            name=attrs.get("name", ""),
            value=attrs.get("value", ""),
            form=Form("", "get", ""),
            action=attrs.get("formaction", ""),
            id=attrs.get("id", ""),
            classes=frozenset(attrs.get("class", "").split()),
            why_not=attrs.get("data-why", "") if is_off else None,
            text=attrs.get("aria-label", ""),
        )
        self.pending.append((attrs.get("form"), self.form, button))
        self.open.append(button)

    def _end_button(self) -> None:
        if self.open and isinstance(self.open[-1], Button):
            self.open.pop()

    # --- fields ---

    def _add(self, control: Control, attrs: dict[str, str]) -> None:
        if not control.name:
            return
        control.fold = next(
            (int(each["fold"]) for _tag, each in reversed(self.stack) if each.get("fold")), 0
        )
        if "form" in attrs:
            self.outside.append((attrs["form"], control))
        elif self.form is not None:
            self.form.controls.append(control)
        if attrs.get("list"):
            self.lists.append((control, attrs["list"]))

    def _start_input(self, attrs: dict[str, str]) -> None:
        control = Control(
            type=attrs.get("type", "text"),
            name=attrs.get("name", ""),
            value=attrs.get("value", "on" if attrs.get("type") in ("checkbox", "radio") else ""),
            is_checked="checked" in attrs,
            is_disabled="disabled" in attrs,
            is_required="required" in attrs,
            min=attrs.get("min", ""),
            max=attrs.get("max", ""),
            maxlength=attrs.get("maxlength", ""),
            placeholder=attrs.get("placeholder", ""),
        )
        self._add(control, attrs)

    def _start_select(self, attrs: dict[str, str]) -> None:
        self.select = Control(
            type="select", name=attrs.get("name", ""), is_disabled="disabled" in attrs
        )
        self._add(self.select, attrs)

    def _end_select(self) -> None:
        self._end_option()
        self.select = None

    def _start_datalist(self, attrs: dict[str, str]) -> None:
        self.datalist = self.datalists.setdefault(attrs.get("id", ""), [])

    def _end_datalist(self) -> None:
        self.datalist = None

    def _start_option(self, attrs: dict[str, str]) -> None:
        self._end_option()
        if self.datalist is not None:
            self.datalist.append(attrs.get("value", ""))
            return
        self.option = [attrs.get("value", ""), ""]
        if self.select is not None and "selected" in attrs:
            self.select.chosen = self.option[0]

    def _end_option(self) -> None:
        if self.option is not None and self.select is not None:
            self.select.options.append((self.option[0], self.option[1]))
        self.option = None

    def _start_textarea(self, attrs: dict[str, str]) -> None:
        self.area = Control(
            type="textarea", name=attrs.get("name", ""), maxlength=attrs.get("maxlength", "")
        )
        self._add(self.area, attrs)

    def _end_textarea(self) -> None:
        self.area = None

    # --- what stands outside its form ---

    def settle(self) -> None:
        by_id = {form.id: form for form in self.page.forms if form.id}
        for form_id, control in self.outside:
            if form_id in by_id:
                by_id[form_id].controls.append(control)
        for control, name in self.lists:
            control.suggestions = tuple(self.datalists.get(name, ()))
        for form_id, around, button in self.pending:
            form = by_id.get(form_id) if form_id else around
            if form is None:
                continue
            button.form = form
            button.action = urljoin(self.page.url, button.action) if button.action else form.action
            self.page.buttons.append(button)
