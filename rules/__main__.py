"""`python -m rules simulate` plays a table by itself; `replay` recomputes a saved one.

python -m rules simulate black-plague --seed 7 --rounds 20 --log evening.json
python -m rules replay evening.json
"""

import argparse
import json
import sys
from pathlib import Path

import msgspec

from rules import simulation
from rules.codec import decode_command, decode_state, encode
from rules.engine import carry_out
from rules.packs.loader import load_packs
from rules.registry import rulesets


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True)
    simulate = actions.add_parser("simulate", help="play a table by legal commands and print it")
    simulate.add_argument("game", choices=sorted(rulesets))
    simulate.add_argument("--seed", default="7")
    simulate.add_argument("--rounds", type=int, default=20)
    simulate.add_argument("--survivors", type=int, default=6)
    simulate.add_argument("--log", type=Path, help="save the game here, for replay")
    replay = actions.add_parser("replay", help="recompute a saved game; does it balance?")
    replay.add_argument("log", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.action == "replay":
        return _replay(chosen.log)
    return _simulate(chosen)


def _simulate(chosen: argparse.Namespace) -> int:
    start, commands = None, []
    for step in simulation.evening(
        chosen.game, seed=chosen.seed, rounds=chosen.rounds, survivors=chosen.survivors
    ):
        start = start or step.before
        commands.append(step.command)
        print(simulation.line(step))
    assert start is not None
    end = step.outcome.state
    print(f"{len(commands)} commands, round {end.round}, {end.result or 'still going on'}")
    if chosen.log:
        saved = {"start": start, "commands": commands, "end": end}
        chosen.log.write_bytes(msgspec.json.encode(saved))
    return 0


def _replay(path: Path) -> int:
    try:
        saved = json.loads(path.read_bytes())
        state = decode_state(json.dumps(saved["start"]))
        end = decode_state(json.dumps(saved["end"]))
        commands = [
            decode_command(state.game, json.dumps(command)) for command in saved["commands"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{path} is no saved game: {error}", file=sys.stderr)
        return 2
    pack = load_packs()[state.game]
    for command in commands:
        state = carry_out(state, command, pack).state
    if encode(state) == encode(end):
        print(f"{len(commands)} commands: it balances")
        return 0
    for name in state.__struct_fields__:
        if getattr(state, name) != getattr(end, name):
            print(f"{name}: saved {getattr(end, name)!r}, recomputed {getattr(state, name)!r}")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
