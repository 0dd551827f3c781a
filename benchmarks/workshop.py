"""The workshop: a pack of 200 cards and 20 missions against one with 20 cards and 2 missions.

Its page is opened, on which everything in it is checked, and a card is saved; the pages of a
mission and of a card beside it. The check without a page around it is only told: it reads every
piece once.
"""

import statistics
import time
from collections.abc import Callable

from django.core import signing
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from benchmarks import often
from benchmarks.commands import Result
from companion.frame.static_stamp import static_is_fresh
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from companion.workshop.models import HousePack
from companion.workshop.reading import Reading
from companion.workshop.selectors import newest_of
from companion.workshop.services import pack_create, piece_change
from rules import mission_of
from rules.workshop import PackContent, copied
from rules.workshop.pieces import PIECES, DraftSpawn
from rules.workshop.pieces.spawns import LEVELS

GAME, TUTORIAL = "black-plague", "black-plague:A0"
SMALL, LARGE = (often(20), often(2)), (often(200, 2), often(20, 2))
TIMES = often(31)
GOAL = 2
WHOLE = "opened, checked and saved"
CHECK = "the check alone"


def content_of(cards: int, missions: int) -> PackContent:
    """Zombie cards of a number each, and the tutorial as often as asked for."""
    printed = mission_of(GAME, TUTORIAL)
    assert printed is not None
    letter = PIECES["spawns"].letter
    return PackContent(
        missions=tuple(copied(printed, f"m{n}", GAME) for n in range(1, missions + 1)),
        spawns=tuple(
            DraftSpawn(
                id=f"{letter}{n}",
                number=f"C-{n:03}",
                levels={level: {"walker": 1 + n % 4} for level in LEVELS},
            )
            for n in range(1, cards + 1)
        ),
    )


def laid(person: Person, size: tuple[int, int]) -> HousePack:
    return pack_create(
        person=person,
        game=GAME,
        name=f"{size[0]} cards",
        author="Marta",
        languages=["es", "en"],
        content=content_of(*size),
    )


def median(work: Callable[[], object]) -> float:
    spent = []
    for _time in range(TIMES):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return statistics.median(spent)


def check(pack: HousePack) -> None:
    """Everything in it, as its page does."""
    reading = Reading(pack, newest_of(pack).content)
    for draft in reading.content.shown():
        assert reading.problems("missions", draft) == []
    for card in reading.content.pieces("spawns"):
        assert reading.problems("spawns", card) == []


def run() -> list[Result]:
    if not static_is_fresh():  # as it is once any of the others has started the site
        call_command("collectstatic", verbosity=0, interactive=False)
    person = Person.objects.create_guest(name="Marta")
    client = Client()
    client.cookies[GUEST_COOKIE] = signing.dumps(str(person.pk), salt="safehouse.guest")
    packs = {size: laid(person, size) for size in (SMALL, LARGE)}
    spent: dict[str, dict[tuple[int, int], float]] = {}
    for size, pack in packs.items():
        page = reverse("workshop:pack", args=[pack.pk])
        card = newest_of(pack).content.spawns[0].id
        mission = reverse("workshop:piece", args=[pack.pk, "missions", "m1"])
        piece = reverse("workshop:piece", args=[pack.pk, "spawns", card])
        maker = pack.members.get()
        copies = iter(range(1, 10_000))

        def opened(url: str) -> None:
            assert client.get(url).status_code == 200

        def save(maker: object = maker, card: str = card, copies: object = copies) -> None:
            count = 1 + next(copies) % 9  # type: ignore[call-overload]
            piece_change(
                member=maker,  # type: ignore[arg-type]
                kind="spawns",
                key=card,
                change=lambda now: replace(now, copies=count),
            )

        def all_of_it(page: str = page, save: Callable[[], None] = save) -> None:
            opened(page)
            save()

        for what, work in (
            (WHOLE, all_of_it),
            ("the page of a mission", lambda page=mission: opened(page)),
            ("the page of a card", lambda page=piece: opened(page)),
            ("a card saved", save),
            (CHECK, lambda pack=pack: check(pack)),
        ):
            work()
            spent.setdefault(what, {})[size] = median(work)
    sizes = f"{LARGE[0]} cards and {LARGE[1]} missions against {SMALL[0]} and {SMALL[1]}"
    return [
        Result(
            f"workshop: {what}, {sizes}",
            by_size[LARGE] / by_size[SMALL],
            None if what == CHECK else GOAL,
        )
        for what, by_size in spent.items()
    ]
