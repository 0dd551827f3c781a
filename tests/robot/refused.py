"""What a page offered and the table did not take."""

from collections.abc import Iterator

from tests.robot.player import Answer
from tests.robot.promises import Fault, place
from tests.robot.refusals import TELLING


def refused(answers: list[Answer]) -> Iterator[Fault]:
    """What a page offered and the table did not take."""
    for answer in answers:
        if answer.status == 200:
            continue
        is_form = any(control.type != "hidden" for control in answer.button.form.controls)
        if answer.status == 422 and is_form and answer.code in TELLING:
            continue
        where = place(answer.page.url)
        yield Fault("takes what it offers", where, f"{answer.button.kind}: {answer.code}: {answer}")
