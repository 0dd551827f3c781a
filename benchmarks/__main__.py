"""Runs every benchmark on a database of its own and prints ratios; machines are noisy.

`python -m benchmarks server pokes` runs those only.
"""

import logging
import os
import sys
import tempfile


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="safehouse-bench-") as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "DEBUG": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "API_KEY_RATE": "1000000/min",
            "API_CLIENT_RATE": "1000000/min",
        }
        import django

        django.setup()
        logging.getLogger("safehouse").setLevel(logging.WARNING)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        from benchmarks import api, busy, commands, pokes, printing, rules, server

        rooms = (commands, rules, server, pokes, printing, busy, api)
        named = {room.__name__.rpartition(".")[2]: room for room in rooms}
        results = [one for name in sys.argv[1:] or named for one in named[name].run()]
    width = max(len(result.what) for result in results)
    for result in results:
        line = f"{result.what:<{width}}  {result.ratio:6.2f}"
        if result.goal is not None:
            line += f"  (goal {result.goal:g})  {'OVER' if result.is_over else 'ok'}"
        print(line)
    return 1 if any(result.is_over for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
