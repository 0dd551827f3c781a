"""Runs every benchmark on a database of its own and prints ratios; machines are noisy.

`python -m benchmarks server pokes` runs those only; with `--json` the last line is for programs.
With `BENCH_SHORTEST=1` each runs once and judges nothing: a test does that, so that none can rot.
"""

import importlib
import json
import logging
import os
import sys
import tempfile

from benchmarks import SHORTEST

ROOMS = (
    *("commands", "rules", "server", "browser", "pokes", "watchers", "printing", "busy", "flood"),
    *("crowd", "production", "api", "keeping", "odds", "workshop"),
)


def main() -> int:
    named = [name for name in sys.argv[1:] if name != "--json"]
    with tempfile.TemporaryDirectory(prefix="safehouse-bench-") as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "DEBUG": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "API_KEY_RATE": "1000000/min",
            "API_CLIENT_RATE": "1000000/min",
            "STREAM_RATE": "1000000/min",
            "STREAM_NETWORK_RATE": "1000000/min",
        }
        import django

        django.setup()
        logging.getLogger("safehouse").setLevel(logging.WARNING)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        rooms = [importlib.import_module(f"benchmarks.{name}") for name in named or ROOMS]
        results = [result for room in rooms for result in room.run()]
    if "--json" in sys.argv:
        print(json.dumps(results))
        return 0
    width = max((len(result.what) for result in results), default=0)
    for result in results:
        line = f"{result.what:<{width}}  {result.ratio:6.2f}"
        if result.goal is not None:
            line += f"  (goal {result.goal:g})  {'OVER' if result.is_over else 'ok'}"
        print(line)
    return 1 if any(result.is_over for result in results) and not SHORTEST else 0


if __name__ == "__main__":
    sys.exit(main())
