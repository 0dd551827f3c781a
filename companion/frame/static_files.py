"""Static files under names that carry a fingerprint, so that a browser keeps them forever."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
COMMENTS = {
    ".css": re.compile(r"/\*(?!!).*?\*/\n?", re.DOTALL),
    ".js": re.compile(r"^[ \t]*/\*(?!!).*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE),
}
"""Comments for readers of the source alone, which are removed; credits (`/*!`) stay."""


class SiteStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files under fingerprinted names only; the imports of scripts use these, too.

    Imports of a stylesheet are put in their place: a file for each component in the source, one
    request for a phone. Comments of both stay in the source, too.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        for name in [] if dry_run else list(paths):
            path = Path(self.path(name))
            if not (comment := COMMENTS.get(path.suffix)):
                continue
            source = path.read_text(encoding="utf-8")
            sent = comment.sub("", _with_imports(path.parent, source))
            if sent != source:
                path.write_text(sent, encoding="utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)


def _with_imports(folder: Path, source: str) -> str:
    return IMPORT.sub(lambda match: (folder / match[1]).read_text(encoding="utf-8"), source)
