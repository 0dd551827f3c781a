"""One web process: the event loop, Django's threads, and a stop that waits for nobody's stream."""

import asyncio
import contextlib
import gc
import os
import socket
from collections.abc import Callable
from typing import Any, NamedTuple

import uvicorn

from companion.frame.log_lines import write_beside
from companion.live.hub import hub
from companion.server.listening import Connections, server_config
from companion.server.pulse import ALIVE, BEAT_SECONDS, answer, tell_system

TICKS = round(BEAT_SECONDS * 10)
"""Number of uvicorn's ticks between two beats; there are ten a second."""


class Parent(NamedTuple):
    """The server this process is a child of, and the socket by which it asks if we still answer."""

    pid: int
    pulse: socket.socket


class Server(uvicorn.Server):
    """uvicorn's server; it ends the live streams first, so that a stop never waits for a phone.

    With a `parent`, it goes when that process is gone, even if that was killed.
    """

    def __init__(
        self, config: uvicorn.Config, *, opened: Callable[[], None], parent: Parent | None = None
    ) -> None:
        super().__init__(config)
        self.server_state = Connections()
        self.opened, self.parent = opened, parent

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            # What is loaded by now stays: the garbage collector need not go through all of it
            # each time it runs, with everybody waiting.
            gc.collect()
            gc.freeze()
            if self.parent is not None:
                answer(self.parent.pulse, asyncio.get_running_loop())
            self.opened()

    async def on_tick(self, counter: int) -> bool:
        if self.parent is None:
            if counter % TICKS == 0:
                tell_system(ALIVE)
        elif os.getppid() != self.parent.pid:
            hub.close()
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: Any) -> None:
        hub.close()
        super().handle_exit(sig, frame)


def serve(
    listener: socket.socket, *, opened: Callable[[], None], parent: Parent | None = None
) -> None:
    """Answer what comes to that socket until the process is asked to stop."""
    write_beside()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it once more after a clean stop
        Server(server_config(), opened=opened, parent=parent).run(sockets=[listener])
