"""The access log: sign-ins, refusals and changes of rights, an event of its own each.

The line names the person concerned; the line of the request with the same id says who did it.
"""

import logging
from functools import partial

from django.db import transaction

from companion.frame.request_id import current_address, short_id

log = logging.getLogger("safehouse.access")

DONE = "done"


def note(event: str, *, person: object, outcome: str = DONE, **more: object) -> None:
    """Log an event of this person's access, by their id, once the transaction commits.

    Nothing that opens a door belongs into it, nor what somebody typed: it may be a password.
    """
    extra = {
        "person": short_id(person),
        "address": current_address(),
        "outcome": outcome,
        **{name: str(value) for name, value in more.items()},
    }
    level = logging.INFO if outcome == DONE else logging.WARNING
    transaction.on_commit(partial(log.log, level, event, extra=extra), robust=True)
