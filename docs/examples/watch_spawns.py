"""Joins a table by its code, follows it, and prints what spawns.

    python watch_spawns.py http://192.168.1.20:8000 K74-Q2M

A lamp above the table would blink here instead of printing.
"""

import argparse
from typing import Any

from safehouse import Safehouse


def spawned(entry: dict[str, Any]) -> list[str]:
    """The zombies of one log entry, in a line each."""
    return [
        f"{event['count']} {event['zombie']} at {event['zone'] or 'the board'}"
        for event in entry["facts"]
        if event["kind"] == "zombies.placed"
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site")
    parser.add_argument("code")
    parser.add_argument("--name", default="Lamp")
    parser.add_argument("--language", default="en")
    options = parser.parse_args()

    house = Safehouse(options.site, language=options.language)
    table = house.join(options.code, options.name)
    state = house.table(table)["state"]
    print(f"Watching round {state['round']}, danger {state['danger']}.", flush=True)
    for entry in house.follow(table, after=0):
        for line in spawned(entry):
            print(f"#{entry['seq']} {line}", flush=True)
        if any(event["kind"].startswith("mission.") for event in entry["events"]):
            print(f"#{entry['seq']} {entry['text']}", flush=True)
            return


if __name__ == "__main__":
    main()
