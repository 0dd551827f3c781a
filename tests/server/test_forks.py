"""A process that is forked before it is needed."""

import os
import signal

import pytest

from companion.server.forks import Fork


def ends_well() -> None:
    """What there is to do."""


def ends_badly() -> None:
    raise SystemExit(3)


@pytest.mark.parametrize(("work", "code"), [(ends_well, 0), (ends_badly, 3)])
def test_it_waits_works_and_ends(work: object, code: int) -> None:
    fork = Fork(work)  # type: ignore[arg-type]
    assert fork.poll() is None
    fork.let_go()
    assert fork.wait(20) == code


def test_dismissed_it_ends_without_its_work() -> None:
    fork = Fork(ends_badly)
    fork.dismiss()
    assert fork.poll() == 0


def test_killed_while_it_waits_it_is_an_end_like_any_other() -> None:
    """Whoever lets it go then goes on and starts another one."""
    fork = Fork(ends_well)
    os.kill(fork.pid, signal.SIGKILL)
    assert fork.wait(20) == -signal.SIGKILL
    fork.let_go()
    assert fork.poll() == -signal.SIGKILL
