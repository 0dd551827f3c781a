"""Messages between processes about a table that has moved: its version, or a quiet step."""

from companion.live.hub import Hub, QuietMessage

RIGHTS, AROUND = -1, -2
"""In the place of a version: rights of those who watch have changed, or what is shown beside."""


def read_poke(hub: Hub, words: str) -> None:
    """Pass on what another process has announced."""
    topic, number = words.split()
    version = int(number)
    if version == RIGHTS:
        hub.recheck(topic)
    elif version == AROUND:
        hub.stir(topic)
    else:
        hub.poke(topic, version)


def read_quiet(hub: Hub, words: str) -> None:
    """Pass on a quiet step that another process has announced."""
    topic, seen, version, message = words.split(" ", 3)
    hub.tell(topic, int(seen), QuietMessage(int(version), message))
