"""Contents of every kind of print: as a usual evening has them, and the worst anybody can type."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from campaigns.printing.evening import Evening
from campaigns.printing.facts import CampaignFacts, Run
from campaigns.printing.kind import Content
from campaigns.printing.kinds import KINDS
from campaigns.printing.paper.codes import cut
from campaigns.printing.sheets import (
    campaign,
    campaign_set,
    city,
    difficulty,
    map_poster,
    mission,
    pack_cards,
    pack_codes,
    reference,
    seats,
    story,
    survivors,
    table_card,
    weapons,
)
from rules import load_packs, played_pack
from rules.maps.board import from_grid
from rules.maps.given import is_spawn
from rules.maps.kit import tools_of
from rules.maps.steps import drawn_with
from rules.packs.schema import Term
from rules.packs.schema.maps import DrawnMap
from rules.systems.city_of_horror.pack import load_city
from rules.workshop import PackContent
from rules.workshop.draft import Said
from rules.workshop.pieces import DraftCard, DraftSpawn
from rules.workshop.pieces.spawns import LEVELS
from tests.printing import sample

URL = "http://192.168.1.2:8000/campaigns/eb45a7f9-efcf-4ab8-85d4-02857211d080/"
JOIN = "http://192.168.1.2:8000/join/K74Q2M/"
WIDE = "W" * 60
ACCENTS = "Ávila Żaneta Ñíguez Óxido Ängstrom Çağlar Őrség Ůl Ếch"
PARAGRAPHS = "\n\n".join(
    f"{number}. Prometió volver a por el perro del búnker; la puerta verde está soldada por dentro."
    "\n- Tres silbidos cortos.\n- Ni uno más."
    for number in range(1, 16)
)
SENTENCES = (
    "Abrimos el restaurante a la primera y media ciudad pasó por dentro.",
    "Nadie se quedó atrás, aunque Angelo volvió a rastras.",
    "A las 19:00 la radio habló sola. Nadie ha querido repetir lo que dijo.",
    "Perdimos el foco y la noche; a la segunda, a oscuras, salió bien.",
    "La puerta verde era la buena. Tess lo había dicho.",
)
UNBROKEN = "Sin" + "espacios" * 240
CODES = tuple(f"DD29.{number}.3.{'ABC0' * 115}" for number in (1, 2, 3))
MANY_CODES = tuple(f"DD29.{number}.9.{'ABC0' * 115}" for number in range(1, 10))


def usual_people(count: int = 6) -> list[tuple[str, str]]:
    return [sample.ORDINARY[number % len(sample.ORDINARY)] for number in range(count)]


def worst_people(count: int = 12) -> list[tuple[str, str]]:
    names = [(WIDE, "M" * 60), (ACCENTS, WIDE), (sample.LONG, ACCENTS), *sample.NAMES[2:5]]
    return [names[number % len(names)] for number in range(count)]


def facts(*, worst: bool) -> CampaignFacts:
    if not worst:
        usual = sample.campaign(6, names=sample.ORDINARY)
        runs = tuple(
            replace(run, sentence=SENTENCES[number]) if number < len(SENTENCES) else run
            for number, run in enumerate(usual.runs)
        )
        tess, *others = usual.sheets
        return replace(usual, runs=runs, sheets=(replace(tess, fell_in=("M2", "M8")), *others))
    longest = sample.campaign(12, names=worst_people())
    notes = (PARAGRAPHS[:2000], UNBROKEN[:2000], "x\n" * 60)
    sheets = tuple(
        replace(
            sheet,
            notes=notes[number % len(notes)],
            achievements=(*sheet.achievements, WIDE, "Salvar al perro " * 3),
            points=20,
            status="dead" if number == 1 else sheet.status,
            fell_in=("M4", "M9"),
        )
        for number, sheet in enumerate(longest.sheets)
    )
    more = tuple(
        Run(
            mission=name,
            result=result,  # type: ignore[arg-type]
            played_on="2026-10-12",
            rounds=30,
            kills={"s0": 1234},
            fell=tuple(sheet.name for sheet in sheets[:4]),
            notes=("M1-note-1", "M1-note-2"),
            achievements=("tunnel-rat", WIDE),
            sentence="«Ávila», " + WIDE + " y después nadie ha querido repetir lo que dijo.",
        )
        for name, result in ((WIDE, "abandoned"), ("Nuestra misión", "lost"), (ACCENTS, "won"))
    )
    return replace(longest, name=WIDE, sheets=sheets, runs=(*longest.runs, *more))


def _sheets(
    campaign_facts: CampaignFacts, first: int, last: int, *, worst: bool
) -> campaign.CampaignSheets:
    return campaign.CampaignSheets(
        campaign=campaign_facts,
        sheets=tuple(sheet.key for sheet in campaign_facts.sheets[first:last]),
        url=URL,
        codes=MANY_CODES if worst else CODES,
        left_out=("log", "luck", "texts", "notes") if worst else ("log",),
        restore_url="http://192.168.1.2:8000/r#",
    )


def _story(campaign_facts: CampaignFacts) -> story.PrintedStory:
    luck = {sheet.key: 7 * number - 20 for number, sheet in enumerate(campaign_facts.sheets)}
    return story.PrintedStory(campaign=campaign_facts, url=URL, luck=luck)


def _goes(game: str, people: list[tuple[str, str]]) -> tuple[mission.Goes, ...]:
    pack = load_packs()[game]
    cards = tuple(card.id for card in pack.equipment[:5])
    return tuple(
        mission.Goes(
            key=pack.survivors[number % len(pack.survivors)].id,
            name=name,
            player=player,
            cards=cards[: number % 3],
        )
        for number, (name, player) in enumerate(people)
    )


def _report(people: list[tuple[str, str]], *, worst: bool) -> Content:
    """An evening of so many rounds in which every kind of zombie came and everybody rolled."""
    stored_file = Path(__file__).parent / "stored.json"
    stored: dict[str, Any] = next(
        content
        for kind, content in json.loads(stored_file.read_text(encoding="utf-8"))
        if kind == "after-action"
    )
    sample_survivor = stored["state"]["survivors"]["wanda"]
    stored["state"]["survivors"] = {
        f"s{number}": sample_survivor | {"name": name, "player": player, "points": 7 * number}
        for number, (name, player) in enumerate(people)
    }
    zombies = [zombie.id for zombie in load_packs()["zombicide-2e"].zombies]
    risen = [
        {"kind": "danger.raised", "survivor": f"s{number}", "before": "blue", "after": "yellow"}
        for number in range(len(people))
    ]
    rounds = range(1, 61 if worst else 13)
    stored["rounds"] = [
        {
            "round": number,
            "placed": {zombie: number + n for n, zombie in enumerate(zombies)},
            "killed": dict.fromkeys(zombies, number),
            "events": risen if worst and number < 6 else risen[number % len(risen) :][:1],
        }
        for number in rounds
    ]
    stored["luck"] = {
        "share": 72,
        "came": 1234,
        "mean": 1200.5,
        "steps": [
            {"round": number, "danger": "red", "came": number, "low": 2, "high": 14, "mean": 7.5}
            for number in rounds
        ],
        "dice": [
            {"name": name, "dice": 120, "hits": 63, "expected": 60.5} for name, _player in people
        ],
    }
    stored["state"]["mission"] = "zombicide-2e:M0"
    stored["campaign_name"] = WIDE if worst else "Los jueves"
    return KINDS["after-action"].read(stored)  # type: ignore[no-any-return]


FAMILY = ("zombicide-2e", "black-plague", "army-of-the-dead", "rue-morgue")
MISSIONS = {
    "zombicide-2e": ("M0",),
    "black-plague": ("A1", ""),
    "army-of-the-dead": ("M2",),
    "rue-morgue": ("M06", "M00-2"),
}
"""One with a boss, a limit and a needed specialty; of which we know the name only; a blank one."""


def _measured(game: str, *, worst: bool) -> difficulty.MeasuredSide:
    """A set-up with everything there is, or a plain one, and evenings nobody has played."""
    pack = load_packs()[game]
    survivors = [survivor.id for survivor in pack.survivors]
    most = 120 if worst else 30
    return difficulty.MeasuredSide(
        game=game,
        expansions=tuple(pack.expansions) if worst else (),
        own_title=Term(es="Ñ" * 60, en="W" * 60) if worst else None,
        own_decks=(Term(es="Ñ" * 60, en="W" * 60),) if worst else (),
        survivors=tuple(survivors[: 12 if worst else 6]),
        zones=24 if worst else 3,
        options=tuple(pack.options) if worst else (),
        left_out=12 if worst else 0,
        evenings=1000,
        rounds=tuple(
            difficulty.MeasuredRound(
                zombies=((number, 500), (most * number // 10 + 9, 500)),
                danger=((min(3, number // 4), 400), (min(3, number // 3), 600)),
                short=number * 90,
                overrun=number * 80,
            )
            for number in range(1, 11)
        ),
    )


def drawn() -> DrawnMap:
    """A map with everything the box has, turned tiles and full places."""
    pack = played_pack("black-plague")
    wanted: dict[str, Any] = {
        "tiles/9": {"tile": "9R", "row": 0, "column": 0},
        "tiles/4": {"tile": "4V", "row": 0, "column": 1, "turn": 1},
        "tiles/1": {"tile": "1R", "row": 1, "column": 0, "turn": 2},
        "tiles/2": {"tile": "2R", "row": 1, "column": 1, "turn": 3},
        "tiles/7": {"tile": "7V", "row": 2, "column": 0},
        "doors/9.a1.e": {"colour": "blue"},
        "doors/9.a1.s": {"colour": "green", "state": "open"},
        "doors/4.a1.s": {"state": "sealed"},
        "floors/9R.a1": "room",
        "floors/4V.b2": "corridor",
        "walls/9R.b1.e": "gap",
    }
    places = [
        f"{piece}.{column}{row}" for piece in ("9", "4", "1") for row in "123" for column in "abc"
    ]
    variants = [variant for tool in tools_of(pack) for variant in tool.variants]
    for number, (place, variant) in enumerate(zip(places, variants, strict=False)):
        value = msgspec.to_builtins(variant.token)
        if is_spawn(variant.kind):
            value |= {"number": 11 + number, "start": True}
        wanted[f"tokens/{place}.{variant.kind}"] = value
    crowd = {f"tokens/2.b2.{kind}": {"count": 3} for kind in ("zombie-walker", "zombie-fatty")}
    crowd |= {"tokens/2.b2.exit": {}, "tokens/2.b2.objective": {"colour": "red"}}
    return drawn_with(drawn_with(DrawnMap(), wanted)[0], crowd)[0]


def _pack_codes(*, worst: bool) -> pack_codes.PackCodes:
    """As many codes as there may be, and a name of sixty letters."""
    parts = cut(bytes(range(256)) * (37 if worst else 2))
    return pack_codes.PackCodes(
        name="M" * 60 if worst else "Nuestra peste",
        author=WIDE if worst else "Marta",
        version=12,
        codes=tuple(parts),
        restore_url="https://safehouse.example.org/r#",
    )


def _pack_cards(*, worst: bool) -> pack_cards.PackCards:
    """Every line of every level full, a text as long as may be, a name of sixty letters."""
    types = tuple(zombie.id for zombie in load_packs()["rue-morgue"].zombies)[:5]
    line = dict.fromkeys(types, 30) if worst else {types[0]: 2}
    levels = dict.fromkeys(LEVELS, line)
    if worst:
        title = "Siempre otra vez la misma horda, y ninguna puerta que cierre"
        name, text = Said(es=title, en=title), ("Nadie sabe de dónde vienen. " * 22)[:600].strip()
        words = Said(es=text, en=text)
    else:
        name = Said(es="Horda", en="Horde")
        words = Said(es="Dos pasos atrás.", en="Two steps back.")
    return pack_cards.PackCards(
        game="rue-morgue",
        name=name.es,
        languages=("es", "en"),
        pack=PackContent(
            spawns=tuple(
                DraftSpawn(id=f"c{number}", number=f"C-{number}", levels=levels)
                for number in range(10, 20)
            ),
            cards=(
                DraftCard(
                    id="k1",
                    deck="team-actions",
                    name=name,
                    text=words,
                ),
            ),
        ),
    )


def contents(which: str) -> Iterator[tuple[str, str, Content]]:
    """Name, kind and content; `which` is usual or worst."""
    worst = which == "worst"
    people = worst_people() if worst else usual_people()
    campaign_facts = facts(worst=worst)
    for number in range(3 if worst else 1):
        sheets = _sheets(campaign_facts, number, number + 1, worst=worst)
        yield f"campaign-{number + 1}", "campaign-sheets", sheets
    yield (
        "blank",
        "blank-sheets",
        campaign.BlankSheets(game="zombicide-2e", expansion="washington-zc", count=1),
    )
    yield "story", "story", _story(campaign_facts)
    laid = from_grid((("10R", "", "11R"), ("12R", "13V", "14V")))
    missions = mission.campaign_sheets(campaign_facts, ["M1", "M7"], URL, {"M7": laid})
    yield "mission-zc", "mission-sheets", missions
    yield (
        "set",
        "campaign-set",
        campaign_set.CampaignSet(
            sheets=_sheets(facts(worst=False), 0, 1, worst=worst),
            missions=replace(missions, missions=("M4",), survivors=()),
            story=story.PrintedStory(
                campaign=replace(campaign_facts, runs=(), sheets=campaign_facts.sheets[:1])
            ),
        ),
    )
    tutorial = replace(load_packs()["black-plague"].missions[0], map=drawn())
    yield (
        "mission-drawn",
        "mission-sheets",
        mission.MissionSheets(
            game="black-plague", missions=("m1",), own_mission=tutorial, name=campaign_facts.name
        ),
    )
    yield (
        "map",
        "map-poster",
        map_poster.MapPoster(
            game="black-plague",
            code="A0",
            title=tutorial.title,
            map=drawn(),
            name=campaign_facts.name,
        ),
    )
    yield "pack-cards", "pack-cards", _pack_cards(worst=worst)
    yield "pack-codes", "pack-codes", _pack_codes(worst=worst)
    for game in FAMILY:
        yield from _of_game(game, people, campaign_facts.name, worst=worst)
    evening = Evening(name=campaign_facts.name, mission="M1", expansions=("washington-zc",))
    yield "seats", "seat-cards", _seats(people[:4], evening, worst=worst)
    yield (
        "table-card",
        "table-card",
        table_card.TableCard(
            code="K74Q2M",
            game="zombicide-2e",
            join_url=JOIN,
            evening=evening,
            survivors=tuple(
                table_card.SurvivorAndPlayer(name=name, player=player) for name, player in people
            ),
        ),
    )
    yield "report", "after-action", _report(people, worst=worst)
    games = ("zombicide-2e", "army-of-the-dead") if worst else ("black-plague",)
    sides = tuple(_measured(game, worst=worst) for game in games)
    yield "difficulty", "difficulty", difficulty.Measured(sides=sides)
    players = tuple(
        city.ScoredPlayer(name=player, colour=colour)
        for (_name, player), colour in zip(people, sorted(load_city().colours), strict=False)
    )
    told_city = city.CitySheet(game="city-of-horror", url=JOIN, players=players[:6])
    yield "city-score", "city-score", told_city
    yield "city-reference", "city-reference", told_city


def _of_game(
    game: str, people: list[tuple[str, str]], name: str, *, worst: bool
) -> Iterator[tuple[str, str, Content]]:
    pack = load_packs()[game]
    keys = [survivor.id for survivor in pack.survivors]
    yield (
        f"mission-{game}",
        "mission-sheets",
        mission.MissionSheets(
            game=game, missions=MISSIONS[game], survivors=_goes(game, people), url=JOIN, name=name
        ),
    )
    skills = tuple(pack.skills)[:12]
    holders = {skill: tuple(("red", name) for name, _player in people[:5]) for skill in skills}
    yield (
        f"reference-{game}",
        "reference",
        reference.QuickReference(game=game, skills=skills, holders=holders, url=JOIN),
    )
    yield (
        f"survivors-{game}",
        "survivor-cards",
        survivors.SurvivorCards(
            game=game,
            survivors=tuple(
                survivors.OutgoingSurvivor(key=keys[number % len(keys)], name=name, player=player)
                for number, (name, player) in enumerate(people)
            ),
        ),
    )
    cards = tuple(card.id for card in pack.equipment)
    yield (
        f"weapons-{game}",
        "weapon-cards",
        weapons.WeaponCards(
            code="K74Q2M",
            game=game,
            carried=(weapons.CarriedCards(owner=people[0][0], cards=cards),),
        ),
    )


def _seats(people: list[tuple[str, str]], evening: Evening, *, worst: bool) -> seats.SeatCards:
    many = 3 if worst else 1
    return seats.SeatCards(
        code="K74Q2M",
        game="zombicide-2e",
        join_url=JOIN,
        evening=evening,
        seats=tuple(
            seats.SeatCard(
                player=player,
                survivors=tuple(name for name, _player in people[number : number + many]),
            )
            for number, (_name, player) in enumerate(people)
        ),
    )
