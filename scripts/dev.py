"""`make dev`: the site as users start it, stream and worker included, started anew after a change.

What it watches is what it is made of: Python, packs, translations, templates, styles, scripts. A
change that keeps it from starting is told by its own traceback, and the next one tried.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("api", "campaigns", "companion", "config", "locale", "rules", "static", "templates")
GAMES = Path(os.environ.get("GAMES_DIR") or Path(os.environ.get("DATA_DIR", "var"), "games"))
KINDS = (".py", ".toml", ".po", ".html", ".txt", ".css", ".js", ".svg")
PASSING = (".html.py", ".txt.py")  # what makemessages writes beside a template while it reads
LOOK_SECONDS = 0.5
MOST_NAMED = 5
STOP_SECONDS = 30


def files() -> Iterator[tuple[str, int]]:
    """Yield every file the site is made of, and when it was written."""
    for room in (*ROOMS, GAMES):  # joined to the root, a path of its own stays one
        for folder, _folders, names in os.walk(ROOT / room):
            for name in names:
                if name.endswith(KINDS) and not name.endswith(PASSING):
                    path = os.path.join(folder, name)
                    try:
                        yield path, os.stat(path).st_mtime_ns
                    except FileNotFoundError:  # an editor is just putting another in its place
                        continue


def changed(before: dict[str, int]) -> list[str]:
    """Wait for a change; return the files that are new, different or gone."""
    while (after := dict(files())) == before:
        time.sleep(LOOK_SECONDS)
    time.sleep(LOOK_SECONDS)
    while (settled := dict(files())) != after:  # a tool is still writing
        after = settled
        time.sleep(LOOK_SECONDS)
    return sorted(path for path, _ in before.items() ^ after.items())


def stop(site: subprocess.Popen[bytes]) -> None:
    if site.poll() is None:
        site.send_signal(signal.SIGINT)
    try:
        site.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        site.kill()
        site.wait()


def main() -> None:
    while True:
        before = dict(files())
        subprocess.run(["make", "--no-print-directory", "compile"], cwd=ROOT, check=False)
        site = subprocess.Popen([sys.executable, "manage.py", "serve"], cwd=ROOT)
        try:
            paths = changed(before)
            names = list(dict.fromkeys(os.path.relpath(path, ROOT) for path in paths))
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            print(f"Changed: {', '.join(names[:MOST_NAMED])}{more}", flush=True)
        finally:
            stop(site)


def end(*_: object) -> None:
    """Leave by the way on which the site is stopped, too."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)
