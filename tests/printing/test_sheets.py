"""Every sheet as a reader sees it: pages, text, fonts and bookmarks of real PDFs."""

import html
import io
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import translation
from pypdf import PdfReader

from campaigns.printing import drawings
from campaigns.printing.kind import PrintChoices
from campaigns.printing.look import Look
from campaigns.printing.names import HEAD, SEAT, lines_of, name_class, width_of
from campaigns.printing.render import SHEETS_AT_ONCE, Made, make_pdf
from campaigns.printing.sheets import campaign, mission, reference, report, seats, weapons
from campaigns.printing.sheets.mission import specialty_name
from campaigns.printing.subjects import TableSubject
from campaigns.printing.words import difficulty_word, duration_words, objective_colour_word
from companion import services
from companion.models import Seat, Table
from companion.terms import zone_colour
from companion.words import token_word
from rules import Survivor, encode, load_packs, new_table, played_pack, rulesets
from rules.mechanics.danger import PointsAward
from rules.mechanics.equipment import DeckTake
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import PhaseNext
from rules.mechanics.supply import ZombiesAdd
from rules.packs.schema.missions import Mission
from tests.printing import extreme, sample
from tests.printing.boxes import squeezed
from tests.printing.prints import made, pages_as_html, said
from tests.printing.reading import fonts_of, outline_of, pages_of, size_of, text_of

LOOKS = [Look(paper="a4", ink="full"), Look(paper="letter", ink="saving")]
CODES = [f"DD29.{number}.3.{'ABC0' * 115}" for number in (1, 2, 3)]


def filled(*sheets: str) -> campaign.CampaignSheets:
    facts = sample.campaign()
    return campaign.CampaignSheets(
        campaign=facts,
        sheets=sheets or tuple(sheet.key for sheet in facts.sheets),
        url="http://192.168.1.2:8000/campaigns/7k2q/",
        codes=tuple(CODES),
        restore_url="http://192.168.1.2:8000/r#",
    )


def seat_cards(player: str) -> seats.SeatCards:
    cards = (seats.SeatCard(player=player),)
    return seats.SeatCards(code="K74Q2M", game="zombicide-2e", join_url="http://x/", seats=cards)


def six_sheets() -> Made:
    """Every name there is, made once for all tests that only look."""
    return made("campaign-sheets", filled(), "es", LOOKS[0])


@pytest.mark.parametrize(("language", "look"), [("es", LOOKS[0]), ("en", LOOKS[1])])
def test_filled_campaign_sheets_are_one_page_each(language: str, look: Look) -> None:
    """But for one whose survivor and player have sixty of the widest letter, without a space."""
    hardest = filled("s1")  # a long name on the shorter paper
    pdf = six_sheets().pdf if language == "es" else made("campaign-sheets", hardest, "en", look).pdf
    assert pages_of(pdf) == (7 if language == "es" else 1)
    assert size_of(pdf) == ((210, 297) if look.paper == "a4" else (216, 279))
    text = text_of(pdf)
    for word in ("Żaneta Wiśniewska", "Los del sótano", "M10", "DD29"):
        assert word in text
    words = {
        "es": ("Socorrista", "Fusil de francotirador", "Rata de túnel", "PEC", "ganada"),
        "en": ("Lifesaver", "Sniper Rifle", "Tunnel rat", "CEP", "won"),
    }
    for word in words[language]:
        assert word.lower() in text.lower()


def test_no_letter_of_a_name_is_lost_in_any_script() -> None:
    made_ = six_sheets()
    text = "".join(text_of(made_.pdf, "-raw").split())
    for name, player in sample.NAMES:
        assert "".join(name.split()) in text
        assert "".join(player.split()) in text
    assert made_.missing == ""
    fonts = fonts_of(made_.pdf)
    assert fonts
    assert all(fonts.values()), "every font is in the file"
    for part in ("Fira-Sans", "Sofia-Sans", "Noto-Emoji"):
        assert any(part in name for name in fonts)


def test_letters_without_a_font_are_named() -> None:
    assert made("seat-cards", seat_cards("𓀀")).missing == "𓀀"


def test_title_and_bookmarks() -> None:
    pdf = six_sheets().pdf
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Hojas de campaña: Los del sótano"
    assert outline_of(pdf) == [name for name, _player in sample.NAMES]


def test_large_type_takes_front_and_back() -> None:
    assert pages_of(made("campaign-sheets", filled("s0"), "es", Look(type="large")).pdf) <= 3


def test_the_fullest_missions_of_washington_are_one_page_each() -> None:
    """With six survivors who kept three cards each, in the longer language."""
    facts = sample.campaign(names=[("Anton", "Lucía Fernández")])
    codes = ["M1", "M5", "M7", "M8"]
    content = mission.campaign_sheets(facts, codes, "http://192.168.1.2:8000/join/K74Q2M/")
    pdf = made("mission-sheets", content, "es").pdf
    assert pages_of(pdf) == len(codes)
    assert [title.split()[0] for title in outline_of(pdf)] == codes


def test_a_mission_for_twelve_takes_two_pages_with_room_for_notes_on_both() -> None:
    """One we know and a blank one, in the very print that `test_paper_holds` looks at."""
    content = next(
        content
        for name, _kind, content in extreme.contents("worst")
        if name == "mission-black-plague"
    )
    look = Look(paper="letter", ink="saving")
    pages = text_of(made("mission-sheets", content, "en", look).pdf).split("\f")[:-1]
    assert [page.count("NOTES") for page in pages] == [1] * 4


def test_who_has_an_achievement_stands_on_the_sheet() -> None:
    facts = sample.campaign(sheets=1)
    text = said("mission-sheets", mission.campaign_sheets(facts, ["M7"], ""))
    assert "Tunnel rat · Anton" in text
    assert "Let there be light · nobody has it" in text


def test_a_board_nobody_knows_is_never_guessed() -> None:
    pack = load_packs()["zombicide-2e"].expansions["washington-zc"]
    unknown = next(listed for listed in pack.missions if not listed.grid)
    content = mission.MissionSheets(
        game="zombicide-2e", expansions=("washington-zc",), missions=(unknown.code,)
    )
    assert "only drawn in the book" in said("mission-sheets", content)


@pytest.mark.parametrize("game", sorted(rulesets))
def test_a_reference_sheet_is_one_page(game: str) -> None:
    """In Spanish on the shorter paper, which is the hard case."""
    pack = load_packs()[game]
    pdf = made("reference", reference.QuickReference(game=game), "es", Look(paper="letter")).pdf
    assert pages_of(pdf) == 1
    text = " ".join(text_of(pdf).split())
    for zombie in pack.zombies:
        assert zombie.name.in_language("es").split()[0] in text


def of_table(seat: Seat) -> TableSubject:
    return TableSubject(seat, "http://192.168.1.2:8000/join/K74Q2M/")


@pytest.fixture
def played(table: Table, seat: Seat) -> Seat:
    """A few taps: kills, points, a weapon found, a kill taken back."""
    commands: list[Any] = [
        ZombiesAdd(id="tap-0001", seen=0, zombie="walker", count=5),
        ZombiesKill(id="tap-0002", seen=0, zombie="walker", count=3, survivor="wanda"),
        ZombiesKill(id="tap-0003", seen=0, zombie="walker", count=1, survivor="ned"),
    ]
    for command in commands:
        services.command_submit(table_id=table.pk, seat=seat, command=command)
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=3)
    for command in (
        PointsAward(id="tap-0005", seen=4, survivor="wanda", amount=6),
        DeckTake(id="tap-0006", seen=5, deck="equipment", survivor="ned", card="katana-1"),
        PhaseNext(id="tap-0007", seen=6),
    ):
        services.command_submit(table_id=table.pk, seat=seat, command=command)
    return Seat.objects.select_related("table").get(pk=seat.pk)


def test_the_bars_of_a_report_add_up_to_all_who_came() -> None:
    """Where there are more kinds than fills, the last bar is of all the others."""
    pack = load_packs()["army-of-the-dead"]
    state = new_table(pack=pack, survivors=[("martin", Survivor(name="Martin", player="Ana"))])
    placed = {zombie.id: number for number, zombie in enumerate(pack.zombies, 1)}
    content = report.MissionReport(
        code="K74Q2M",
        played_on="2026-11-18",
        state=msgspec.json.decode(encode(state)),
        rounds=(report.ReportedRound(round=1, placed=placed),),
        kills={},
        wounds={},
    )
    (piece,) = report.pieces(content)
    assert len(placed) > len(report.FILLS)
    ((_round, bars),) = piece.context["chart"]
    assert len(bars) == len(piece.context["legend"]) == len(report.FILLS)
    assert sum(bars) == sum(placed.values()) == piece.context["placed"]


@pytest.mark.django_db
def test_the_after_action_report_leaves_out_what_was_taken_back(played: Seat) -> None:
    content = report.content(of_table(played), PrintChoices())
    assert content.kills == {"wanda": 3}
    assert content.state.get("seed", "") == ""
    text = said("after-action", content, "es")
    assert "Wanda" in text
    assert "Amarillo" in text


@pytest.mark.django_db
def test_weapon_cards_of_what_the_table_carries(played: Seat) -> None:
    content = weapons.content(of_table(played), PrintChoices())
    assert content.carried == (weapons.CarriedCards(owner="Ned", cards=("katana-1",)),)
    text = said("weapon-cards", content)
    assert "Katana" in text
    assert "Ned" in text
    assert "Kills at least one" in text


@pytest.mark.django_db
def test_seat_cards_one_for_each_player(seat: Seat) -> None:
    sheets = pages_as_html("seat-cards", seats.content(of_table(seat), PrintChoices()), "es")
    assert len(sheets) == 1
    text = sheets[0]
    for word in ("Marta", "Luis", "Wanda", "Ned"):
        assert word in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anton", "nm1"),
        ("Bartholomea Torres de la Vega", "nm1"),
        ("Bartholomea Torres de la Vega y Mendoza", "nm2"),
        (sample.LONG, "nm3"),
        ("W" * 60, "nm4"),
        ("田中さくら 王小龙 김민준 田中さくら", "nm3"),
        ("", "nm1"),
    ],
)
def test_a_name_is_as_large_as_fits(name: str, expected: str) -> None:
    assert name_class(name) == expected


def test_widths_are_those_of_the_font() -> None:
    assert width_of("W") > 2 * width_of("i")
    assert width_of("田") == 1
    assert width_of("e\u0301") == width_of("e")
    assert SEAT.width < HEAD.width
    assert lines_of("a a", width_of("a a")) == (1, False)
    assert lines_of("a a", width_of("a")) == (2, False)
    assert lines_of("W" * 60, width_of("W") * 31) == (2, True)


def test_boxes_are_true_squares() -> None:
    bar = drawings.point_bar(3, track=20, milestones=(2, 5), total="T", saves_ink=False)
    assert bar.count('width="7.6" height="7.6"') == 20
    assert bar.count('fill="#000"/>') == 0 or 'fill="#000" stroke' in bar


def test_ink_saving_uses_less_ink(tmp_path: Path) -> None:
    content = campaign.BlankSheets(game="zombicide-2e", expansion="washington-zc", count=1)
    dark = {}
    for ink in ("full", "saving"):
        pdf = tmp_path / f"{ink}.pdf"
        pdf.write_bytes(made("blank-sheets", content, "es", Look(ink=ink)).pdf)  # type: ignore[arg-type]
        subprocess.run(
            ["pdftoppm", "-r", "40", "-gray", "-singlefile", pdf, tmp_path / ink], check=True
        )
        pixels = (tmp_path / f"{ink}.pgm").read_bytes()
        dark[ink] = sum(255 - pixel for pixel in pixels[20:])
    assert dark["saving"] < dark["full"] * 0.9


def test_many_sheets_are_bound_into_one_file() -> None:
    piece = seats.pieces(seat_cards("Ned (1 0 R)"))[0]
    pieces = [piece._replace(copies=SHEETS_AT_ONCE - 1), piece._replace(copies=2), piece]
    with translation.override("es"):
        made_ = make_pdf(pieces, Look(), title="Muchas")
    reader = PdfReader(io.BytesIO(made_.pdf), strict=True)
    root: Any = reader.trailer["/Root"]
    assert len(reader.pages) == made_.pages == SHEETS_AT_ONCE + 2
    assert text_of(made_.pdf).count("Ned (1 0 R)") == 2 * made_.pages, "front and back of a seat"
    assert reader.metadata is not None
    assert (reader.metadata.title, root["/Lang"]) == ("Muchas", "es")
    bookmarks: list[Any] = [
        bookmark for bookmark in reader.outline if not isinstance(bookmark, list)
    ]
    assert [reader.get_destination_page_number(bookmark) for bookmark in bookmarks] == [
        *range(made_.pages)
    ]
    parts = [part.get_object() for part in root["/StructTreeRoot"]["/ParentTree"]["/Kids"]]
    tags: dict[int, Any] = {
        part["/Nums"][n]: part["/Nums"][n + 1]
        for part in parts
        for n in range(0, len(part["/Nums"]), 2)
    }
    for page in reader.pages:
        assert page["/StructParents"] in tags, "the page finds its tags"
        assert tags[page["/StructParents"]][0].get_object()["/Pg"] == page
    assert root["/MarkInfo"]["/Marked"]


KNOWN_MISSIONS = [
    pytest.param(game, box, each, id=f"{game}-{box}-{each.code}")
    for game, pack in load_packs().items()
    for box, missions in (
        ("", pack.missions),
        *((box.id, box.missions) for box in pack.expansions.values()),
    )
    for each in missions
    if each.detail != "index"
]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(("game", "box", "known"), KNOWN_MISSIONS)
def test_a_mission_sheet_has_all_that_the_pack_knows(
    game: str, box: str, known: Mission, language: str
) -> None:
    """Needed survivors, boss, time meter, zombies, tokens, decks, rules, goals and the head."""
    content = mission.MissionSheets(
        game=game, expansions=(box,) if box else (), missions=(known.code,)
    )
    pack = played_pack(game, content.expansions)
    page = said("mission-sheets", content, language)
    with translation.override(language):
        known_words = [known.title.in_language(language)]
        known_words += [difficulty_word(known.difficulty)] if known.difficulty else []
        known_words += [duration_words(known), *known.tiles]
        known_words += [each.in_language(language) for each in (*known.goals, *known.rules)]
        tokens = (*known.tokens, *known.other_tokens)
        known_words += [token_word(token, game) for token in tokens]
        known_words += [
            zone_colour(colour) for colour in (*known.spawn_colours, *known.door_colours)
        ]
        known_words += [objective_colour_word(colour) for colour in known.objective_colours]
        known_words += [
            zombie.name.in_language(language)
            for zombie in pack.zombies
            if zombie.id in known.zombies or zombie.id == known.boss
        ]
        known_words += [
            pack.decks[rule.deck].name.in_language(language) for rule in known.rules if rule.deck
        ]
        known_words += [specialty_name(key, pack) for key in known.needs]
    known_words += [tile for rule in (*known.goals, *known.rules) for tile in rule.tiles]
    known_words += [f"{known.start_hour:02}:00"] if known.start_hour is not None else []
    known_words += [str(known.survivors or "")]
    text = squeezed(page)
    assert [each for each in known_words if squeezed(str(each)) not in text] == []
    if known.time_track:
        assert re.search(rf"{known.time_track}\s+(casillas|boxes)", page)


@pytest.mark.parametrize("game", sorted(rulesets))
def test_every_mission_has_a_sheet_that_says_how_much_we_know(game: str) -> None:
    pack = load_packs()[game]
    boxes: list[tuple[tuple[str, ...], Any]] = [((), pack.missions)]
    boxes += [((box.id,), box.missions) for box in pack.expansions.values()]
    for expansions, missions in boxes:
        codes = tuple(each.code for each in missions)
        content = mission.MissionSheets(game=game, expansions=expansions, missions=codes)
        for known, page in zip(missions, pages_as_html("mission-sheets", content), strict=True):
            assert known.title.in_language("en") in page.replace("&#x27;", "'"), known.code
            assert ("Copy from the book" in page) == (known.detail == "index"), known.code
            assert ("the book is right" in " ".join(page.split())) == (known.detail == "partial")


SAME = {
    "Humvee", "Hospital", "min", "Total", "TOTAL", "auto", "Safehouse", "Ninja", "Katana", "Kukri",
    "Machete", "Rifle", "Ka-Bar", "Gunblade", "Mac-10", "TNT", "Zantetsuken", "Desert Eagle",
    "Glock 17", "Zeus", "Valentine", "Color",
}  # fmt: skip
"""Words of both languages, and names that the boxes leave as they are."""


def test_every_word_is_in_the_language_of_the_print() -> None:
    """What reads the same in both languages is a name, typed by somebody, or in `SAME`."""
    known = set(SAME) | {"Los del sótano", "Nuestra peste", "City of Horror", *extreme.SENTENCES}
    known |= {word for pair in sample.NAMES for word in pair} | {"Justin", "Ian", "Lucía"}
    for pack in load_packs().values():
        named = [pack.name, pack.short, *(box.short for box in pack.expansions.values())]
        known |= {survivor.name for survivor in pack.survivors}
        known |= {term.in_language("es") for term in named}
    for _name, kind, content in extreme.contents("usual"):
        es, en = (
            set(runs_of("".join(pages_as_html(kind, content, language))))
            for language in ("es", "en")
        )
        alike = {run for run in es & en if run.strip(" .,·:°0123456789") not in known}
        names = {name for name in alike if all(part in known for part in name.split(", "))}
        assert alike - names - {sample.NOTE} == set(), kind


def runs_of(page: str) -> list[str]:
    """Runs of text between tags that have a word in them, titles of drawings as well."""
    body = page.partition("<body>")[2]
    texts = (" ".join(html.unescape(run).split()) for run in re.split(r"<[^>]+>", body))
    return [text for text in texts if re.search(r"[a-z]{3}", text)]
