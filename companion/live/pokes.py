"""A poke as other processes hear it: what has moved, and to which version."""

from companion.live.hub import Hub

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
