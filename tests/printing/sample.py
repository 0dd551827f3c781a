"""A campaign for paper: six sheets, nine missions, names that ask much of a typesetter."""

from collections.abc import Sequence

from campaigns.printing.facts import CampaignFacts, KeptCard, MilestoneReward, Run, SheetFacts

LONG = "Maximiliana Bartholomea von Hohenzollern-Sigmaringen y Torre"
NAMES = [
    ("Anton", "Lucía Fernández"),
    (LONG, "Żaneta Wiśniewska"),
    ("Αθηνά Παπαδοπούλου", "Příšerně žluťoučký kůň"),
    ("Владимир Кузнецов", "Ian 🧟 Ó Súilleabháin"),
    ("田中さくら 王小龙 김민준", "<b>Ned</b> & co"),
    ("W" * 60, "M" * 60),
]
NOTE = "Prometió volver a por el perro del búnker."
ORDINARY = [("Anton", "Lucía"), *NAMES[1:5], ("Justin", "Ian")]


def sheet(number: int, name: str, player: str) -> SheetFacts:
    return SheetFacts(
        key=f"s{number}",
        name=name,
        player=player,
        points=13,
        rewards=(
            MilestoneReward(skill="lifesaver", mission="M2"),
            MilestoneReward(mission="M4"),
            MilestoneReward(skill="steady-hand", mission="M6"),
            MilestoneReward(mission="M8"),
        ),
        kept=(
            KeptCard(card="machete-1", mission="M9"),
            KeptCard(card="sniper-rifle-1", mission="M9"),
            KeptCard(card="gunblade-1", mission="M9"),
        ),
        achievements=("tunnel-rat", "praetorian-guard"),
        marks={f"M{n}": ("orange", "red")[: n % 3] for n in range(1, 10)},
        notes=NOTE,
    )


def campaign(sheets: int = 6, *, names: Sequence[tuple[str, str]] = tuple(NAMES)) -> CampaignFacts:
    return CampaignFacts(
        name="Los del sótano",
        game="zombicide-2e",
        expansion="washington-zc",
        sheets=tuple(sheet(number, *names[number % len(names)]) for number in range(sheets)),
        runs=tuple(
            Run(
                mission=f"M{n}",
                result="won",
                played_on=f"2026-09-{n:02}",
                rounds=8 + n,
                kills={f"s{sheet_number}": 4 + n + sheet_number for sheet_number in range(6)},
                fell=(LONG,) if n == 4 else (),
            )
            for n in range(1, 10)
        ),
    )
