"""What differs between two plain JSON values, small enough to read; and back."""

from typing import Any

Change = dict[str, Any]
"""`at`: the keys that lead there; `to`: what stands there now, missing when it is gone."""


def changes(before: Any, after: Any, at: tuple[str, ...] = ()) -> list[Change]:
    """Return the steps from one value to the other. Lists are replaced as a whole."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [] if before == after else [{"at": list(at), "to": after}]
    steps = [{"at": [*at, key]} for key in before if key not in after]
    for key, value in after.items():
        if key not in before:
            steps.append({"at": [*at, key], "to": value})
        else:
            steps += changes(before[key], value, (*at, key))
    return steps


def changed(value: Any, steps: list[Change]) -> Any:
    """Return the value after these steps; the one before stays as it was."""
    for step in steps:
        value = _changed(value, step["at"], step)
    return value


def _changed(value: Any, at: list[str], step: Change) -> Any:
    if not at:
        return step["to"]
    if not isinstance(value, dict):
        raise ValueError("a change leads nowhere")
    key, rest = at[0], at[1:]
    if not rest and "to" not in step:
        return {name: kept for name, kept in value.items() if name != key}
    inner = value.get(key, {}) if rest else None
    return {**value, key: _changed(inner, rest, step)}
