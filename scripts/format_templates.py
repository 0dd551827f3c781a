"""`make fix`: sets out the templates one element a line, with indentation.

What a page shows does not change: line breaks are read as companion/frame/squeeze.py reads them.
With --check it changes nothing and says which files it would change.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "templates"
WIDTH = 100
STEP = "  "
MARK = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
VALUE = rf"\"(?:{MARK}|[^\"])*\"|'(?:{MARK}|[^'])*'"
INSIDE = rf"(?:{MARK}|{VALUE}|[^<>\"'])*"
# Not looked into: translations, comments, and text that is shown or run as it is.
WHOLE = r"\{% (?P<block>blocktranslate|comment)\b(?:.|\n)*?\{% end(?P=block) %\}"
RAW = rf"(?P<open><(?P<raw>pre|textarea|script|style)\b{INSIDE}>)(?P<text>(?:.|\n)*?)</(?P=raw)>"
TAG = rf"</?[A-Za-z][\w-]*{INSIDE}>|<!\w[^>]*>"
ITEM = re.compile(rf"{RAW}|{WHOLE}|{TAG}|{MARK}|\s+|[^\s<{{]+|[<{{]")
CONDITION = r"\{% (?P<tag>if|for|with)\b(?:(?!\{% end(?P=tag)).|\n)*\{% end(?P=tag) %\}"
ATTRIBUTE = re.compile(
    rf"(?P<gap>\s*)(?P<text>{CONDITION}|(?:(?!\{{% (?:if|for|with)\b)(?:{MARK}|{VALUE}|[^\s\"']))+)"
)
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}
MIDDLE = {"else", "elif", "empty"}
STATEMENT = re.compile(r"\{#|\{% (load|extends|include|csrf_token|comment)\b|\{%.*? (as|asvar) ")


@dataclass
class Node:
    """A piece of text, or an element or block with what stands in it."""

    head: str
    kind: str = "text"  # text, space, statement, raw, element, block
    body: list["Node"] = field(default_factory=list)
    rest: list["Node"] = field(default_factory=list)  # {% else %} and its like, each a block
    tail: str = ""

    def inline(self) -> str:
        return "".join([self.head, *(node.inline() for node in self.body + self.rest), self.tail])

    def is_plain(self) -> bool:
        """Text only, which may stand on the line of what holds it."""
        return self.kind in ("text", "space", "block") and self.is_leaf()

    def is_leaf(self) -> bool:
        return all(node.is_plain() for node in self.body + self.rest)


WANTED_SPACE = Node('{{ " " }}')

# ---------- reading ----------


def word_of(item: str) -> str:
    match = re.match(r"(?:\{% |</?!?)([\w-]+)", item)
    return match[1] if match else ""


def items(source: str) -> Iterator[Node]:
    blocks = {word[3:] for word in re.findall(r"\{% (end\w+)", source)}
    parts = [match[0] for match in ITEM.finditer(source.strip())]
    for number, item in enumerate(parts):
        word = word_of(item)
        if item.isspace():
            around = parts[number - 1] + parts[number + 1]
            is_layout = "\n" in item and re.search(rf"[<>]|{MARK}", around)
            if not is_layout:
                yield Node(" ", "space")
        elif word == "blocktranslate":
            yield Node(unwrapped(item), "statement" if STATEMENT.match(item) else "text")
        elif STATEMENT.match(item):
            yield Node(item, "statement")
        elif item.startswith("{%") and (word in blocks | MIDDLE or word.startswith("end")):
            yield Node(item, "block")
        elif match := re.fullmatch(RAW, item):
            yield Node(one_line(match["open"]), "raw", [Node(match["text"])], tail=f"</{word}>")
        elif re.fullmatch(TAG, item):
            is_alone = word in VOID or item.endswith("/>") or item.startswith("<!")
            yield Node(one_line(item), "statement" if is_alone else "element")
        else:
            yield Node(item)


def read(source: str) -> list[Node]:
    """The template as a tree; a tag whose other half is elsewhere stands alone."""
    root = Node("", "block")
    stack = [root]

    def body() -> list[Node]:
        return (stack[-1].rest or stack)[-1].body

    def give_up_elements() -> None:
        while stack[-1].kind == "element":
            alone = stack.pop()
            alone.kind, inside, alone.body = "statement", alone.body, []
            body().extend(inside)

    for node in items(source):
        word, is_end = word_of(node.head), node.head.startswith(("</", "{% end"))
        if node.kind == "block" and (is_end or word in MIDDLE):
            give_up_elements()
            if is_end:
                stack.pop().tail = node.head
            else:
                stack[-1].rest.append(node)
        elif is_end and stack[-1].kind == "element" and word_of(stack[-1].head) == word:
            stack.pop().tail = node.head
        else:
            body().append(node)
            if is_end:
                node.kind = "statement"
            elif node.kind in ("element", "block"):
                stack.append(node)
    give_up_elements()
    return root.body


def unwrapped(translation: str) -> str:
    if " trimmed" not in translation.partition("%}")[0]:
        return translation
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(%\})\s*\n\s*|\s*\n\s*(\{%)", r"\1\2", translation))


def attributes(tag: str) -> list[tuple[str, str]]:
    """Each with the gap before it."""
    inside = re.sub(r"^</?!?[\w-]+|/?>$", "", tag)
    return [(match["gap"], match["text"]) for match in ATTRIBUTE.finditer(inside)]


def one_line(tag: str) -> str:
    start, end = re.findall(r"^</?!?[\w-]+|/?>$", tag)
    words = ((" " if gap else "") + text for gap, text in attributes(tag))
    return start + re.sub(r"\s*\n\s*", " ", "".join(words)) + end


# ---------- setting out ----------


def opened(tag: str, indent: str) -> list[str]:
    """The lines of a tag: one, or one for each attribute."""
    if len(indent + tag) <= WIDTH or not re.fullmatch(TAG, tag) or not attributes(tag):
        return [indent + tag]
    lines = [f"{indent}<{word_of(tag)}"]
    for gap, text in attributes(tag):
        is_loose = re.match(r"\{%[^%]*%\} ", text) and text.count("{% end") == 1
        if is_loose:
            lines.append(indent + STEP + re.sub(r"(\{%[^%]*%\}) +", r"\1", text))
        elif gap:
            lines.append(indent + STEP + text)
        else:
            lines[-1] += text
    return [*lines, indent + ("/>" if tag.endswith("/>") else ">")]


def is_glued(left: Node, right: Node) -> bool:
    is_named = "{% block " in (left.head[:9], right.head[:9])
    is_text = left.is_plain() and right.is_plain() and not is_named
    is_punctuation = right.head[:1] in tuple(".,:;!?)") or left.head[-1:] == "("
    return is_text or is_punctuation or "space" in (left.kind, right.kind)


def lay(nodes: list[Node], indent: str) -> list[str]:
    """What belongs together stands on one line, if that is not too long."""
    lines: list[str] = []
    run: list[Node] = []
    for number, node in enumerate(nodes):
        run.append(node)
        if number + 1 < len(nodes) and is_glued(node, nodes[number + 1]):
            continue
        whole = "".join(part.inline() for part in run)
        is_edge = run[0].kind == "space" or run[-1].kind == "space"
        is_short = len(indent + whole) <= WIDTH and "\n" not in whole
        is_line = len(run) > 1 and is_short and not is_edge
        lines += [indent + whole] if is_line else lay_apart(run, indent)
        run = []
    return lines


def lay_apart(run: list[Node], indent: str) -> list[str]:
    lines: list[str] = []
    phrase: list[Node] = []
    for before, node, after in zip([None, *run], run, [*run[1:], None], strict=False):
        if node.kind == "space":
            is_within = before and after and before.kind == after.kind == "text"
            phrase.append(node if is_within else WANTED_SPACE)
        elif node.kind == "text":
            phrase.append(node)
        else:
            lines += lay_phrase(phrase, indent) + lay_node(node, indent)
            phrase = []
    return lines + lay_phrase(phrase, indent)


def lay_phrase(phrase: list[Node], indent: str) -> list[str]:
    text = "".join(node.head for node in phrase)
    if len(indent + text) > WIDTH:
        text = "".join(wrapped(node.head, indent) for node in phrase)
    return [indent + text] if text else []


def wrapped(translation: str, indent: str) -> str:
    """A translated text over several lines, if it is `trimmed` and so the same to translators."""
    if not re.match(r"\{% blocktranslate[^%]* trimmed\b", translation):
        return translation
    lines: list[str] = []
    for part in re.split(r"(\{% (?:blocktranslate|plural|endblocktranslate)\b.*?%\})", translation):
        words = [part] if part.startswith("{% ") else re.findall(rf"(?:{MARK}|\S)+", part)
        start = indent if part.startswith("{% ") else indent + STEP
        for number, word in enumerate(words):
            if number and len(f"{lines[-1]} {word}") <= WIDTH:
                lines[-1] += f" {word}"
            else:
                lines.append(start + word)
    return "\n".join(lines).lstrip()


def lay_node(node: Node, indent: str) -> list[str]:
    whole = node.inline()
    is_line = node.is_leaf() and len(indent + whole) <= WIDTH and "\n" not in whole
    if node.kind == "statement" or is_line:
        return opened(wrapped(whole, indent) if len(indent + whole) > WIDTH else whole, indent)
    *head, last = opened(node.head, indent)
    if node.kind == "raw" or not node.body + node.rest:
        return [*head, last + "".join(inner.head for inner in node.body) + node.tail]
    lines = [*head, last, *lay(node.body, indent + STEP)]
    for part in node.rest:
        lines += [indent + part.head, *lay(part.body, indent + STEP)]
    return [*lines, indent + node.tail]


def formatted(source: str) -> str:
    """Set out until nothing moves any more."""
    while (fresh := "\n".join(lay(read(source), "")) + "\n") != source:
        if bare(fresh) != bare(source):
            raise ValueError("a tag here cannot be read")
        source = fresh
    return source


def bare(source: str) -> str:
    return re.sub(r"\s", "", source.replace(WANTED_SPACE.head, ""))


def main() -> int:
    is_check = "--check" in sys.argv
    changed = 0
    for path in sorted(FOLDER.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        if (fresh := formatted(source)) == source:
            continue
        changed += 1
        print("Would set out" if is_check else "Set out", path.relative_to(FOLDER.parent))
        if not is_check:
            path.write_text(fresh, encoding="utf-8")
    return int(is_check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
