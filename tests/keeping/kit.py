"""A house with something in it, and ways to look at all of it."""

import os
import subprocess
import uuid
from pathlib import Path
from typing import Any

from django.apps import apps

from campaigns.printing import services as printing
from campaigns.printing.models import PrintJob
from companion import services
from companion.house.services import survivor_describe
from companion.models import Seat, Table
from companion.people.models import Person
from companion.writing import write_transaction
from rules.mechanics.danger import PointsAward
from rules.mechanics.rounds import PhaseNext
from rules.packs.schema.people import SkillTree
from tests.campaigns.kit import begin, step, tell
from tests.conftest import open_table
from tests.nest import PASSED_ON, run

TREE = SkillTree(blue=("lucky",), yellow=("plus-1-action",), orange=("lucky",), red=("lucky",))


def tap(seat: Seat, amount: int = 1) -> None:
    command = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="wanda", amount=amount)
    services.command_submit(table_id=seat.table_id, seat=seat, command=command)


def advance(seat: Seat) -> None:
    """On to the next phase: spawns, draws, dice."""
    version = Table.objects.values_list("version", flat=True).get(pk=seat.table_id)
    command = PhaseNext(id=uuid.uuid4().hex, seen=version, overrule=True)
    services.command_submit(table_id=seat.table_id, seat=seat, command=command)


def back_and_again(seat: Seat) -> None:
    for act in (services.table_undo, services.table_undo, services.table_redo):
        version = Table.objects.values_list("version", flat=True).get(pk=seat.table_id)
        act(table_id=seat.table_id, seat=seat, command_id=uuid.uuid4().hex, seen=version)


def finished_print(person: Person, code: str = "K74Q2M") -> PrintJob:
    with write_transaction():  # a real worker must not be faster
        job = printing.print_request(
            person=person, kind="table-card", content={"code": code}, language="es"
        )
        claimed = printing.job_claim(job.pk)
    assert claimed is not None
    assert printing.job_finish(claimed, b"%PDF-1.7 " + code.encode())
    return PrintJob.objects.get(pk=job.pk)


def furnish() -> Person:
    """A person with a played table, a campaign, a print and a card of their own."""
    from campaigns.services import campaign_redo, campaign_undo

    marta = Person.objects.create_guest(name="Marta")
    seat = open_table(marta).seats.get()
    for _ in range(3):
        tap(seat)
        advance(seat)
    back_and_again(seat)
    campaign = begin(marta)
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "keyword.gain", word="LLAVE")
    tell(campaign, "keyword.gain", word="SOL")
    step(campaign, campaign_undo)
    step(campaign, campaign_redo)
    finished_print(marta)
    survivor_describe(person=marta, game="zombicide-2e", survivor="tess", tree=TREE)
    return marta


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of ours, by table."""
    return {
        model._meta.label: [
            {key: _plain(value) for key, value in row.items()}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in apps.get_models()
        if model._meta.app_label not in ("contenttypes", "auth")
    }


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def manage(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` in a process of its own, on a data folder of its own."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    command = ("-W", "error", "manage.py", *arguments)
    return run(command, kept | {"DATA_DIR": str(data)} | environment)
