"""Files that this site did not make: refused in words, or a table whose pages all open."""

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from companion.files.document import read_document
from companion.files.services import table_export, table_import
from companion.models import Table
from companion.people.models import Person
from companion.table.sheets import SHEETS
from companion.words import error_message
from rules import IllegalCommand
from tests.companion.test_files import played

__all__ = ["played"]

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
ROOT = Path(__file__).resolve().parent.parent.parent
MUTATIONS = int(os.environ.get("SOAK", "1")) * 60
STRANGE: list[Any] = [None, -1, 0, 10**12, 1.5, "", "\x00", "x" * 70, [], {}, True, "ned", "walker"]


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    paths = []
    for key, part in inner:
        paths.append((*at, key))
        if isinstance(part, dict | list):
            paths += places(part, (*at, key))
    return paths


def mutated(document: Any, chance: random.Random) -> Any:
    changed = copy.deepcopy(document)
    for _ in range(chance.randint(1, 3)):
        *way, last = chance.choice(places(changed))
        inner = changed
        for key in way:
            inner = inner[key]
        how = chance.random()
        if how < 0.2:
            del inner[last]
        elif how < 0.35 and isinstance(inner[last], int):
            inner[last] += chance.choice([-100, -1, 1, 100])
        else:
            inner[last] = copy.deepcopy(chance.choice(STRANGE))
    return changed


def pages_of(table: Table) -> list[str]:
    names = ["table", "story", "screen", "seats", "board"]
    keys = list(table.state.survivors)
    sheets = [*SHEETS, *(f"{name}/{keys[0]}" for name in ("survivor", "attack", "search"))]
    return [
        *(reverse(f"companion:{name}", args=[table.pk]) for name in names),
        *(reverse("companion:sheet", args=[table.pk, path]) for path in sheets),
        reverse("printing:table", args=[table.pk]),
    ]


def test_whatever_a_file_says_no_page_fails(played: Table, as_person: AsPerson) -> None:
    document = json.loads(table_export(played))
    taken = 0
    for seed in range(MUTATIONS):
        data = json.dumps(mutated(document, random.Random(seed))).encode()
        try:
            with transaction.atomic():
                saved, states = read_document(data)
                keeper = Person.objects.create_guest(name="Eva")
                table = table_import(person=keeper, saved=saved, states=states)
        except IllegalCommand:
            continue
        taken += 1
        for url in pages_of(table):
            assert as_person(keeper).get(url).status_code in (200, 204, 302, 404), (seed, url)
    assert taken, "some changes are harmless, or nothing was tried"


def refusal(document: Any) -> str:
    with pytest.raises(IllegalCommand) as caught:
        read_document(json.dumps(document).encode())
    return caught.value.code


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("begun",), "1066-10-14T12:00:00Z"),
        (("begun",), "2999-01-01T12:00:00Z"),
        (("begun",), "2026-01-01T12:00:00"),
        (("steps", 0, "at"), "9999-12-31T23:59:59Z"),
        (("steps", 0, "who"), "x" * 61),
        (("start", "survivors", "ned", "name"), "WANDA"),
        (("start", "survivors", "ned", "player"), "Nobody here"),
        (("start", "survivors", "ned"), []),
        (("start", "survivors"), None),
        (("start", "survivors"), [1]),
        (("start", "survivors"), "x"),
        (("start", "players"), []),
        (("start", "survivors", "ned", "points"), 10**9),
        (("start", "survivors", "ned", "points"), -5),
        (("start", "round"), 10**12),
        (("start", "players"), ["Marta", "Marta"]),
        (("start", "zones"), [{"id": str(number)} for number in range(100)]),
        (("start", "zones"), [{"id": "1", "tokens": 16}]),
        (("start", "zones"), [{"id": "1", "tokens": 0}]),
        (("start", "zones"), [{"id": "1", "locators": [7]}]),
        (("start", "zones"), [{"id": "1", "kind": "dragon"}]),
        (("start", "zones"), [{"id": "1", "colour": "x" * 61}]),
        (("start", "options"), ["no-such-rule"]),
        (("start", "hour"), 24),
        (("steps", 5, "target"), 99),
    ],
)
def test_what_the_site_could_not_have_made_is_refused(
    played: Table, way: tuple[Any, ...], value: Any
) -> None:
    document = json.loads(table_export(played))
    inner = document
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    assert refusal(document) == "transfer.unsound"


@pytest.mark.parametrize(
    ("way", "value", "why"),
    [
        (("start", "players"), [], "Está en players."),
        (("start", "survivors", "ned", "name"), "WANDA", "se llama Wanda"),
        (("steps", 0, "who"), "x" * 61, "Está en steps[].who."),
        (("steps", 0, "then"), [{"at": ["round", "x"], "to": 1}], "Guárdalo otra vez"),
        (("start", "round"), None, "Está en round."),
        (("steps",), None, "Está en steps."),
    ],
)
def test_the_refusal_of_a_file_is_a_sentence_in_the_language_of_the_reader(
    played: Table, way: tuple[Any, ...], value: Any, why: str
) -> None:
    document = json.loads(table_export(played))
    inner = document
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    with translation.override("es"), pytest.raises(IllegalCommand) as caught:
        read_document(json.dumps(document).encode())
    with translation.override("es"):
        told = error_message(caught.value)
    assert told.startswith("Algo de este archivo no puede ser así. ")
    assert why in told


def test_a_log_has_an_end(played: Table) -> None:
    document = json.loads(table_export(played))
    document["steps"] = [{**document["steps"][0], "seq": number} for number in range(1, 10_002)]
    assert refusal(document) == "transfer.too_long"


GROWTH = """
import json, sys
import django
def peak():  # of this program alone; what rusage says began in the one that started it
    lines = open("/proc/self/status").read().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
django.setup()
from companion.files.document import FORMAT, read_document
from companion.files.views import packed, unpacked
data = open(sys.argv[1], "rb").read()
before = peak()
saved, states = read_document(unpacked(packed(data), FORMAT))
after = peak()
print(json.dumps({"steps": len(saved.steps), "kb": after - before}))
"""


def test_the_largest_file_takes_less_than_150_megabytes(played: Table, tmp_path: Path) -> None:
    document = json.loads(table_export(played))
    first = {**document["steps"][1], "then": []}
    size = len(json.dumps(first)) + 2
    document["steps"] = [
        {**first, "seq": number} for number in range(1, min(10_000, 7_900_000 // size))
    ]
    file = tmp_path / "large.json"
    file.write_text(json.dumps(document))
    assert file.stat().st_size < 8_000_000
    done = subprocess.run(
        [sys.executable, "-c", GROWTH, str(file)],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": str(tmp_path),
            "DATABASE_URL": "",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    grown = json.loads(done.stdout.splitlines()[-1])
    assert grown["steps"] > 5_000
    assert 0 < grown["kb"] < 150_000, grown
