"""`make fix`: sets out the stylesheets one declaration a line.

With --check it changes nothing and says which files it would change.
"""

import sys
from pathlib import Path

import cssbeautifier

HOUSE = Path(__file__).resolve().parent.parent
FOLDERS = (HOUSE / "static" / "css", HOUSE / "campaigns" / "printing" / "assets")
GENERATED = FOLDERS[0] / "icons.css"  # drawings, a class a line


def formatted(source: str) -> str:
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.max_preserve_newlines = 2
    options.newline_between_rules = True
    options.space_around_combinator = True
    return str(cssbeautifier.beautify(source, options))


def main() -> int:
    is_check = "--check" in sys.argv
    changed = 0
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.css")):
        source = path.read_text(encoding="utf-8")
        if path == GENERATED or (fresh := formatted(source)) == source:
            continue
        changed += 1
        print("Would set out" if is_check else "Set out", path.relative_to(HOUSE))
        if not is_check:
            path.write_text(fresh, encoding="utf-8")
    return int(is_check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
