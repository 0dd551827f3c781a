"""The way through the end of a mission: its steps, and what the later ones show."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns import words
from campaigns.narration import COMPANIONS, RESULTS, STATUSES
from campaigns.play.gains import Gain
from campaigns.selectors import SheetRow, sheet_row
from rules.campaign import CampaignBook, CampaignState, book_of, rewards_due
from rules.campaign.objectives import notes_read
from rules.campaign.road import missions_after
from rules.campaign.state import Played
from rules.campaign.upkeep import due_of, kept_of, still_to_roll, surplus
from rules.packs.schema.people import Skill

STEPS = ("how", "upkeep", "rewards", "heirs", "book")
STARTS_WITH = "starts-with"


class WayStep(NamedTuple):
    """A step of the way: ticked, the one on this page, or still to come."""

    key: str
    number: int
    word: str
    status: Literal["done", "now", "open"]


class RewardOption(NamedTuple):
    """A reward that may be chosen, with what it does."""

    skill: str
    name: str
    effect: str
    closed: str = ""
    """The reason it cannot be chosen any more."""


class DueReward(NamedTuple):
    """A survivor with a reward to choose."""

    key: str
    row: SheetRow
    options: list[RewardOption]
    following: int | None
    """Campaign points of the next reward."""


def words_of(step: str) -> str:
    return {
        "how": pgettext("step of the end", "Result"),
        "upkeep": pgettext("step of the end", "Upkeep"),
        "rewards": pgettext("step of the end", "Rewards"),
        "heirs": pgettext("step of the end", "Successors"),
        "book": pgettext("step of the end", "Booking"),
    }[step]


def title_of(step: str) -> str:
    """Return the step by its whole name, where there is room for it."""
    return {
        "how": _("End of the mission"),
        "upkeep": pgettext("end of a mission", "Upkeep"),
        "heirs": _("Successor"),
    }.get(step) or words_of(step)


def is_done(state: CampaignState, step: str) -> bool:
    """Check if nothing is left to do in a step; a step that does not apply is done, too."""
    book, ending = book_of(state), state.ending
    if ending is None:
        return False
    match step:
        case "how":
            return True
        case "upkeep":
            return not still_to_roll(state, book) and not surplus(state, book)
        case "rewards":
            return not who_chooses(state, book)
        case "heirs":
            return all(key in ending.heirs for key in who_died(state))
        case _:
            return False


def step_due(state: CampaignState) -> str:
    return next(step for step in STEPS if not is_done(state, step))


def step_after(state: CampaignState, step: str) -> str:
    """Return the next step in which something is to be done."""
    rest = STEPS[STEPS.index(step) + 1 :]
    return next((later for later in rest if not is_done(state, later)), "book")


def way(state: CampaignState, now: str) -> list[WayStep]:
    """Ticked are the steps before the one that is due: what comes later nobody has looked at."""
    done = STEPS[: STEPS.index(step_due(state))]
    return [
        WayStep(
            key=step,
            number=number,
            word=words_of(step),
            status="now" if step == now else "done" if step in done else "open",
        )
        for number, step in enumerate(STEPS, 1)
    ]


def who_died(state: CampaignState) -> list[str]:
    fallen = state.ending.fallen if state.ending else {}
    return [key for key, status in fallen.items() if status == "dead"]


def who_chooses(state: CampaignState, book: CampaignBook) -> list[str]:
    """Sheets with a reward to choose; the dead of this mission choose no more."""
    died = who_died(state)
    return [
        key
        for key, sheet in state.sheets.items()
        if sheet.status != "dead" and key not in died and rewards_due(sheet, book.rules) > 0
    ]


def reward_of(state: CampaignState, book: CampaignBook, key: str) -> DueReward:
    """Return every option of a sheet with its text; each campaign skill is had once only."""
    sheet, rules = state.sheets[key], book.rules
    options = []
    effect = _("Once a mission. With this one: %(count)d of %(most)d.")
    counts = {"count": sheet.extra_actions + 1, "most": rules.extra_actions_max}
    full = _("All %(most)d are there") % counts if counts["count"] > rules.extra_actions_max else ""
    options.append(RewardOption("", _("Extra action"), "" if full else effect % counts, full))
    language = words.language()
    for skill in rules.skills:
        known = book.pack.skills[skill]
        has_it = _("%(survivor)s has it") % {"survivor": sheet.name}
        options.append(
            RewardOption(
                skill=skill,
                name=known.name.in_language(language),
                effect=_effect(book, known),
                closed=has_it if skill in sheet.skills else "",
            )
        )
    options.sort(key=lambda option: bool(option.closed))
    return DueReward(
        key=key,
        row=sheet_row(state, book, key, None),
        options=options,
        following=next(
            (milestone for milestone in rules.milestones if milestone > sheet.points), None
        ),
    )


def _effect(book: CampaignBook, skill: Skill) -> str:
    """Return the effect of a campaign skill; for one that brings a card, which card and when."""
    if skill.family != STARTS_WITH or not skill.of:
        return skill.effect.in_language(words.language())
    cards = [words.card_name(book, card) for card in skill.of]
    sentence = _("From the next mission on, begins with %(cards)s.")
    return sentence % {"cards": _(" or ").join(cards)}


def lines_to_book(state: CampaignState, gains: Mapping[str, Gain]) -> list[tuple[str, str]]:
    """Exactly what the mission changes in the book: what, and by how much."""
    book, ending = book_of(state), state.ending
    assert ending is not None
    points = book.rules.points.in_language(words.language())
    lines = []
    for key, sheet in state.sheets.items():
        gain = gains[key]
        gained = [f"+{gain.points} {points}"] if gain.points > 0 else []
        if sheet.status != "dead" and (gained or gain.rewards):
            lines.append((sheet.name, ", ".join(gained + gain.rewards)))
    for key in who_chooses(state, book):
        lines.append((state.sheets[key].name, _("reward to choose")))
    kept = sum(map(len, kept_of(state, book).values()))
    rolled = sum(map(len, due_of(state, ending, book).values()))
    if rolled:
        cards = ngettext("%(count)d card kept", "%(count)d cards kept", kept)
        equipment = pgettext("step of the end", "Upkeep")
        lines.append((equipment, cards % {"count": kept} + _(" of %(all)d") % {"all": rolled}))
    for key, status in ending.fallen.items():
        lines.append((state.sheets[key].name, str(STATUSES[status])))
        if key in ending.heirs:
            follows = _("follows %(survivor)s") % {"survivor": state.sheets[key].name}
            lines.append((ending.heirs[key].name, follows))
    for key, person in state.companions.items():
        if person.status == "here" or person.fell_in == state.mission:
            name = words.companion_name(book, state, key)
            lines.append((name, str(COMPANIONS[person.status])))
    if notes := [copy.rpartition("-")[2] for copy in notes_read(state.objectives)]:
        lines.append((_("Notes read"), ", ".join(notes)))
    return lines


def mission_after(state: CampaignState, book: CampaignBook) -> str | None:
    """Return the next mission once this one is booked; a lost mission is played again."""
    played = state.played
    if state.ending is not None and state.mission:
        played = (*played, Played(mission=state.mission, result=state.ending.result))
    return next(iter(missions_after(played, book)), None)


def result_to_book(state: CampaignState) -> tuple[str, str]:
    """Return the mission, and how it ended."""
    ending = state.ending
    assert ending is not None
    assert state.mission is not None
    line = str(RESULTS[ending.result])
    if ending.rounds:
        rounds = ngettext("%(count)d round", "%(count)d rounds", ending.rounds)
        line = f"{line}, {rounds % {'count': ending.rounds}}"
    return words.mission_title(book_of(state), state.mission), line
