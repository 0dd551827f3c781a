"""Missions of a campaign: order, start, end, and one booking for all of it."""

from msgspec.structs import replace

from rules.campaign.book import CampaignBook
from rules.campaign.commands import MissionBook, MissionFinish, MissionStart, MissionTell
from rules.campaign.companions import going_along
from rules.campaign.events import (
    ENDINGS,
    CampaignLost,
    CampaignWon,
    EquipmentKept,
    EquipmentLost,
    MissionBooked,
    MissionFinished,
    MissionStarted,
    MissionTold,
    SheetFell,
)
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.objectives import lay_out, notes_read, texts_with_tiles
from rules.campaign.road import end_of_road, is_free_to_choose, next_mission, next_missions
from rules.campaign.sheets import check_skill, set_reached, succeed
from rules.campaign.state import CampaignState, Ending, Played, SheetStatus
from rules.campaign.upkeep import (
    card_of,
    due_of,
    free_copy,
    keepable,
    kept_of,
    numbered,
    still_to_roll,
    surplus,
)
from rules.errors import IllegalCommand, UnknownId
from rules.names import tidy
from rules.state import Result

VERSATILE = "versatile"


def start_mission(
    state: CampaignState, command: MissionStart, book: CampaignBook
) -> CampaignOutcome:
    """Start a mission and place its cards; survivors out of action are back (p. 7)."""
    ledger = Ledger(state, book)
    ledger.going_on()
    if state.mission is not None:
        raise IllegalCommand("mission.running")
    is_next = is_free_to_choose(book) or command.mission in next_missions(state, book)
    if not book.free and command.mission not in ledger.rules.missions:
        raise UnknownId("mission.unknown", mission=command.mission)
    if not is_next and not command.out_of_order:
        raise IllegalCommand("mission.order", mission=next_mission(state, book) or "")
    if all(sheet.status == "dead" for sheet in state.sheets.values()):
        raise IllegalCommand("survivors.none")
    for key, sheet in state.sheets.items():
        if sheet.status != "dead":
            ledger.change(key, status="ready", lent=None)
    for key, skill in command.versatile.items():
        _lend(ledger, key, skill)
    for key, picks in command.picks.items():
        _pick(ledger, key, picks)
    for companion, leader in command.leaders.items():
        ledger.living(leader)
        if companion not in going_along(state):
            raise UnknownId("companion.unknown", companion=companion)
    ledger.fields |= {
        "mission": command.mission,
        "out_of_order": not is_next,
        "objectives": lay_out(book, command.mission, state.texts),
        "leaders": dict(command.leaders),
    }
    ledger.emit(MissionStarted(mission=command.mission, out_of_order=not is_next))
    return ledger.outcome()


def _lend(ledger: Ledger, key: str, skill: str) -> None:
    """Lend a campaign skill the survivor lacks, until the mission ends (Versatile, p. 31)."""
    sheet = ledger.living(key)
    printed = next(
        (survivor for survivor in ledger.book.pack.survivors if survivor.id == key), None
    )
    blue = printed.skills.blue if printed else None
    if blue is not None and VERSATILE not in blue:
        raise IllegalCommand("versatile.not_theirs", survivor=sheet.name)
    check_skill(ledger, sheet, skill)
    ledger.change(key, lent=skill)


def _pick(ledger: Ledger, key: str, picks: dict[str, str]) -> None:
    """Set the card that a skill with several brings, such as bullets or shells."""
    sheet = ledger.living(key)
    for skill, card in picks.items():
        known = ledger.book.pack.skills.get(skill)
        if known is None or skill not in (*sheet.skills, sheet.lent):
            raise UnknownId("skill.unknown", skill=skill)
        if card not in known.of:
            raise UnknownId("item.unknown", card=card)
    ledger.change(key, picks={**sheet.picks, **picks})


def finish_mission(
    state: CampaignState, command: MissionFinish, book: CampaignBook
) -> CampaignOutcome:
    """Record the end of a mission.

    Nothing is booked yet: the group can still correct it and roll for upkeep.
    """
    ledger = Ledger(state, book)
    mission = ledger.running()
    fallen: dict[str, SheetStatus] = {}
    for status, keys in (("out_of_action", command.out_of_action), ("dead", command.dead)):
        for key in keys:
            ledger.living(key)
            if key in fallen:
                raise IllegalCommand("survivors.twice")
            fallen[key] = status  # type: ignore[assignment]
    for key in (*command.carried, *command.kills):
        ledger.living(key)
    for key, levels in command.reached.items():
        set_reached(ledger, key, levels)
    before = state.ending
    named = before.heirs if before else state.heirs
    ending = Ending(
        result=command.result,
        carried=numbered(book, command.carried),
        fallen=fallen,
        rolls=before.rolls if before else {},
        dropped=before.dropped if before else (),
        kills=dict(command.kills),
        rounds=command.rounds,
        heirs={key: heir for key, heir in named.items() if fallen.get(key) == "dead"},
    )
    ledger.fields |= {"ending": ending, "heirs": {}}
    ledger.emit(MissionFinished(mission=mission, result=command.result))
    return ledger.outcome()


def book_mission(state: CampaignState, command: MissionBook, book: CampaignBook) -> CampaignOutcome:
    """Book all at once: equipment kept and lost, the fallen, extra actions, what comes next."""
    ledger = Ledger(state, book)
    mission, ending = ledger.running(), state.ending
    if ending is None:
        raise IllegalCommand("mission.not_finished")
    if left := still_to_roll(state, book):
        raise IllegalCommand("upkeep.open", count=len(left))
    if over := surplus(state, book):
        raise IllegalCommand("upkeep.too_few", card=next(iter(over)))
    kept = _real_copies(state, book)
    for key, status in ending.fallen.items():
        fell_in = mission if status == "dead" else None
        ledger.change(key, status=status, fell_in=fell_in)
        ledger.emit(SheetFell(sheet=key, status=status))
    _book_equipment(ledger, ending, kept)
    for key in ledger.sheets:
        ledger.change(key, kept=kept.get(key, ()), reached=(), lent=None, extra_actions_used=0)
    ledger.fields |= {
        "mission": None,
        "out_of_order": False,
        "ending": None,
        "objectives": {},
        "texts": texts_with_tiles(state),
        "leaders": {},
        "played": (*state.played, _played(ledger, mission, ending, kept)),
    }
    ledger.emit(MissionBooked(mission=mission, result=ending.result))
    _settle(ledger, mission, ending.result)
    if ledger.fields.get("result") != "lost":
        for key, heir in ending.heirs.items():
            succeed(ledger, key, heir)
    return ledger.outcome()


def _real_copies(state: CampaignState, book: CampaignBook) -> dict[str, tuple[str, ...]]:
    """Return kept copies with real ids: numbers beyond the box become copies that are free now."""
    kept = kept_of(state, book)
    real = {copy for _deck, copy, _card in book.equipment_copies()}
    taken = {copy for copies in kept.values() for copy in copies if copy in real}
    copies_of: dict[str, tuple[str, ...]] = {}
    for key, copies in kept.items():
        mine = []
        for copy in copies:
            card = card_of(book, copy)
            in_box = copy if copy in keepable(book, card.id) else free_copy(book, card.id, taken)
            taken.add(in_box)
            mine.append(in_box)
        copies_of[key] = tuple(mine)
    return copies_of


def _book_equipment(ledger: Ledger, ending: Ending, kept: dict[str, tuple[str, ...]]) -> None:
    """Emit a reason for every card that was lost, and the name of every card kept."""
    due = due_of(ledger.before, ending, ledger.book)
    standing = kept_of(ledger.before, ledger.book)
    for key, copies in ending.carried.items():
        for copy in copies:
            if copy in standing.get(key, ()):
                continue
            if key in ending.fallen:
                why = "fell"
            elif copy in ending.dropped:
                why = "too few"
            else:
                why = "broken" if copy in due.get(key, ()) else "no upkeep"
            ledger.emit(EquipmentLost(sheet=key, card=copy, why=why))
    for key, copies in kept.items():
        for copy in copies:
            ledger.emit(EquipmentKept(sheet=key, card=copy))


def _played(
    ledger: Ledger, mission: str, ending: Ending, kept: dict[str, tuple[str, ...]]
) -> Played:
    known = {achievement for played in ledger.before.played for achievement in played.achievements}
    earned = [*ledger.before.achievements]
    for sheet in ledger.sheets.values():
        earned += [achievement for achievement in sheet.achievements if achievement not in earned]
    return Played(
        mission=mission,
        result=ending.result,
        out_of_order=ledger.before.out_of_order,
        points={key: sheet.points for key, sheet in ledger.sheets.items()},
        kept=kept,
        fallen=ending.fallen,
        kills=ending.kills,
        rounds=ending.rounds,
        notes=notes_read(ledger.before.objectives),
        achievements=tuple(achievement for achievement in earned if achievement not in known),
        companions={
            key: person.status
            for key, person in ledger.before.companions.items()
            if person.status == "here" or person.fell_in == mission
        },
    )


def _settle(ledger: Ledger, mission: str, result: Result) -> None:
    """End the campaign if it is over.

    It is lost if no one is left (p. 7), won with the last mission; a group's own campaign ends by
    its own order.
    """
    if all(sheet.status != "ready" for sheet in ledger.sheets.values()):
        ledger.fields["result"] = "lost"
        ledger.emit(CampaignLost(why="survivors"))
    elif result == "won" and ledger.rules.missions[-1:] == (mission,):
        ledger.fields["result"] = "won"
        ledger.emit(CampaignWon(why="mission"))
    elif ledger.book.road:
        played = ledger.fields["played"]
        assert isinstance(played, tuple)
        if end := end_of_road(played, ledger.book.road):
            ledger.fields["result"] = end
            ledger.emit(ENDINGS[end](why="mission"))


def tell_mission(state: CampaignState, command: MissionTell, book: CampaignBook) -> CampaignOutcome:
    """Set the one-line sentence about a played mission, even after the campaign has ended."""
    ledger = Ledger(state, book)
    if command.number > len(state.played):
        raise UnknownId("mission.not_played", number=command.number)
    index, sentence = command.number - 1, tidy(command.sentence)
    before = state.played[index]
    if before.sentence == sentence:
        raise IllegalCommand("amend.nothing")
    retold = replace(before, sentence=sentence)
    ledger.fields["played"] = (*state.played[:index], retold, *state.played[command.number :])
    ledger.emit(MissionTold(number=command.number, mission=before.mission, sentence=sentence))
    return ledger.outcome()
