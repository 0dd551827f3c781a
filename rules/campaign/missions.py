"""From mission to mission: order, upkeep, the fallen and their successors."""

from rules.campaign.commands import MissionFinish, MissionStart, SheetSucceed, UpkeepRoll
from rules.campaign.events import (
    CampaignLost,
    EquipmentKept,
    EquipmentLost,
    MissionFinished,
    MissionStarted,
    SheetFell,
    SheetSucceeded,
)
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Played, Sheet
from rules.errors import IllegalCommand, UnknownId
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import Equipment
from rules.packs.schema.pack import Expansion


def next_mission(state: CampaignState, box: Expansion) -> str | None:
    """The first of the campaign that is not won yet; a lost one is played again."""
    assert box.campaign is not None
    won = {one.mission for one in state.played if one.result == "won"}
    return next((one for one in box.campaign.missions if one not in won), None)


def start_mission(state: CampaignState, command: MissionStart, box: Expansion) -> CampaignOutcome:
    ledger = Ledger(state, box)
    if state.result is not None:
        raise IllegalCommand("campaign.over")
    if state.mission is not None or state.upkeep:
        raise IllegalCommand("mission.running")
    if command.mission not in ledger.rules.missions:
        raise UnknownId("mission.unknown", mission=command.mission)
    is_next = command.mission == next_mission(state, box)
    if not is_next and not command.out_of_order:
        raise IllegalCommand("mission.order", mission=next_mission(state, box) or "")
    ledger.fields["mission"] = command.mission
    for key, sheet in state.sheets.items():
        if sheet.status == "out_of_action":
            ledger.change(key, status="ready")
    ledger.emit(MissionStarted(mission=command.mission, out_of_order=not is_next))
    return ledger.outcome()


def upkeep_of(box: Expansion, copy: str) -> int | None:
    """How many dice a card's upkeep asks for; None: it is never kept (p. 6)."""
    for deck in box.decks.values():
        card = deck_copies(box, deck.id).get(copy) if deck.holds == "equipment" else None
        if isinstance(card, Equipment):
            return None if deck.id in card.no_upkeep else card.upkeep
    raise UnknownId("item.unknown", card=copy)


def finish_mission(state: CampaignState, command: MissionFinish, box: Expansion) -> CampaignOutcome:
    """Book the end: cards without upkeep go, the fallen lose everything, the rest is rolled for."""
    ledger = Ledger(state, box)
    if state.mission is None:
        raise IllegalCommand("mission.none")
    for status, keys in (("out_of_action", command.out_of_action), ("dead", command.dead)):
        for key in keys:
            ledger.living(key)
            ledger.change(key, status=status)
            ledger.emit(SheetFell(sheet=key, status=status))
    due: dict[str, tuple[str, ...]] = {}
    taken = [copy for copies in command.carried.values() for copy in copies]
    if len(taken) != len(set(taken)):
        raise IllegalCommand("item.twice")
    for key in ledger.sheets:
        ledger.change(key, kept=(), mission_points=0, extra_actions_used=0)
    for key, copies in command.carried.items():
        fell = ledger.sheet(key).status != "ready"
        kept = tuple(copy for copy in copies if upkeep_of(box, copy) and not fell)
        for copy in copies:
            if copy not in kept:
                why = "fell" if fell else "no upkeep"
                ledger.emit(EquipmentLost(sheet=key, card=copy, why=why, faces=()))
        if kept:
            due[key] = kept
    ledger.fields |= {
        "mission": None,
        "upkeep": due,
        "played": (*state.played, Played(mission=state.mission, result=command.result)),
    }
    ledger.emit(MissionFinished(mission=state.mission, result=command.result))
    if all(sheet.status != "ready" for sheet in ledger.sheets.values()):
        ledger.fields["result"] = "lost"
        ledger.emit(CampaignLost(why="survivors"))
    return ledger.outcome()


def roll_upkeep(state: CampaignState, command: UpkeepRoll, box: Expansion) -> CampaignOutcome:
    """Any broken symbol loses the card, else it starts the next mission in the inventory (p. 6)."""
    ledger = Ledger(state, box, dice=command.dice)
    due = state.upkeep.get(command.sheet, ())
    if command.card not in due:
        raise IllegalCommand("upkeep.not_due", card=command.card)
    faces = ledger.chance.roll(upkeep_of(box, command.card) or 0)
    left = tuple(copy for copy in due if copy != command.card)
    upkeep = {**state.upkeep, command.sheet: left}
    ledger.fields["upkeep"] = {key: copies for key, copies in upkeep.items() if copies}
    if ledger.rules.break_face in faces:
        ledger.emit(
            EquipmentLost(sheet=command.sheet, card=command.card, why="broken", faces=faces)
        )
    else:
        kept = ledger.sheet(command.sheet).kept
        ledger.change(command.sheet, kept=(*kept, command.card))
        ledger.emit(EquipmentKept(sheet=command.sheet, card=command.card, faces=faces))
    return ledger.outcome()


def succeed_sheet(state: CampaignState, command: SheetSucceed, box: Expansion) -> CampaignOutcome:
    """The dead stay in the book and are never chosen again; achievements pass on (p. 7)."""
    ledger = Ledger(state, box)
    fallen = ledger.sheet(command.sheet)
    if fallen.status != "dead":
        raise IllegalCommand("sheet.not_dead", survivor=fallen.name)
    if command.successor in ledger.sheets:
        raise IllegalCommand("survivors.twice")
    ledger.sheets[command.successor] = Sheet(
        name=command.name, player=fallen.player, achievements=fallen.achievements
    )
    ledger.emit(SheetSucceeded(sheet=command.sheet, successor=command.successor))
    return ledger.outcome()
