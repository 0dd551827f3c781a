"""Codes of the rules in words. Every code has its sentence here; a test compares both lists."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.errors import RuleError

MESSAGES: dict[str, Promise] = {
    "attack.no_all_out": _("That weapon has no all-out dice."),
    "attack.no_profile": _("That weapon cannot be used for this attack, or we lack its values."),
    "attack.not_dual": _("Two of that weapon cannot be used at once."),
    "attack.not_first": _("Others must be hit before that target."),
    "attack.two_names": _("Two weapons at once must be of the same name."),
    "attack.weapon": _("Name a weapon, or its printed values."),
    "command.unreadable": _("Nothing has changed. Load the page again and repeat the last step."),
    "command.unknown_here": _("This game has no such step."),
    "card.impossible": _("There is no card %(card)s in that deck."),
    "card.in_aside": _("Card %(card)s is out of the game."),
    "card.in_discard": _("Card %(card)s lies in the discard pile."),
    "card.known": _("Card %(card)s is known already."),
    "card.undescribed": _("Nobody has told us yet what card %(card)s says. Describe it once."),
    "cards.missing": _("A card is missing: zone %(zone)s."),
    "cards.too_many": _("%(surplus)s cards more than the rules ask for."),
    "deck.empty": _("That deck is empty, and so is its discard pile."),
    "deck.unknown": _("There is no such deck at this table."),
    "deck.unknown_cards": _("We do not know every card of that deck: draw it at the table."),
    "dice.missing": _("%(missing)s dice are missing."),
    "dice.too_many": _("%(surplus)s dice more than the rules ask for."),
    "die.impossible": _("A die has no %(face)s."),
    "game.unknown": _("That game is not in this house."),
    "item.no_combination": _("Those two cards make nothing together."),
    "item.not_left": _("No copy of that card is left."),
    "item.not_there": _("%(survivor)s does not carry that card."),
    "item.unknown": _("This game has no such card."),
    "locator.twice": _("Locator %(locator)s lies in another zone."),
    "mission.over": _("This mission is over. Undo its end to go on."),
    "necromancer.not_there": _("That zone has no necromancer's token."),
    "points.below_zero": _("%(survivor)s has %(points)s points: there is less to take away."),
    "points.nothing": _("Zero points change nothing."),
    "question.unknown": _("That question is not open."),
    "seat.name": _("A name at the table has 1 to %(most)s letters."),
    "skill.not_due": _("%(survivor)s has no skill to choose now."),
    "skill.not_offered": _("The survivor's card does not offer that skill at this level."),
    "skill.twice": _("The survivor has that skill already."),
    "skill.unknown": _("This game has no such skill."),
    "slot.unknown": _("There is no such place in the inventory."),
    "spawn.done": _("The zombies of this round have spawned already."),
    "spawn.no_zones": _("No spawn zone is active. Add one first."),
    "spawn.not_now": _("Zombies spawn in the zombie phase."),
    "survivor.name": _("A survivor's name has 1 to %(most)s letters."),
    "survivor.not_down": _("%(survivor)s is not lying on the board."),
    "survivor.not_in_play": _("%(survivor)s is not in play any more."),
    "survivor.unknown": _("That survivor is not at this table."),
    "survivors.none": _("A table needs at least one survivor."),
    "survivors.too_many": _("A table takes %(most)s survivors at most."),
    "survivors.twice": _("The same survivor was chosen twice."),
    "table.moved": _("The table has moved on. Nothing is lost: look at it and decide again."),
    "weapon.unknown": _("This game has no such weapon."),
    "wound.none": _("%(survivor)s has no wound to heal."),
    "zombie.immune": _("That kills everything but this one."),
    "zombie.unknown": _("This game has no such zombie."),
    "zombies.not_in_box": _("Only %(left)s of them are left in the box."),
    "zombies.not_there": _("Only %(there)s of them are on the board."),
    "zone.active": _("Zone %(zone)s is active already."),
    "zone.inactive": _("Zone %(zone)s is inactive already."),
    "zone.second_start": _("There is a starting zone already."),
    "zone.twice": _("There is a zone %(zone)s already."),
    "zone.unknown": _("There is no zone %(zone)s."),
    "zones.too_many": _("A table takes %(most)s spawn zones at most."),
    "undo.nothing": _("There is nothing to undo."),
    "redo.nothing": _("There is nothing to redo."),
    "seat.reader": _("From this seat the table can only be watched."),
}


def error_message(error: RuleError) -> str:
    """The sentence for the reader's language; the bare code if we have none."""
    sentence = MESSAGES.get(error.code)
    return str(sentence) % error.params if sentence else error.code
