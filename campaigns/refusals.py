"""What a campaign refuses, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, Promise] = {
    "achievement.name": _("An achievement's name has 1 to %(most)s letters."),
    "achievement.twice": _("That achievement is earned already."),
    "amend.nothing": _("That is how the book has it already."),
    "amend.reason": _("A reason has 1 to %(most)s letters."),
    "amend.rewards": _(
        "%(survivor)s has not earned so many rewards: raise the campaign points first."
    ),
    "branch.not_there": _("A branch begins at the start or the booking of a mission."),
    "campaign.binned": _("This campaign is in the bin. Take it out first."),
    "campaign.name": _("A campaign's name has 1 to %(most)s letters."),
    "campaign.over": _("This campaign is over."),
    "cep.enough": _("A mission gives %(most)s campaign points at most for danger levels."),
    "cep.full": _("The sheet has %(most)s campaign points already."),
    "cep.not_gained": _("%(survivor)s has no such point in this mission."),
    "cep.off": _("This campaign is played without campaign points."),
    "cep.spent": _("%(survivor)s has chosen the reward already: amend the sheet instead."),
    "companion.too_many": _("A campaign has %(most)s companions at most."),
    "ending.booked": _("This mission is booked by now. What you entered is not in it."),
    "ending.changed": _(
        "Another phone entered something else: %(what)s. Yours stands below: look at it, then "
        "send it."
    ),
    "extra_action.full": _("A sheet has %(most)s extra actions at most."),
    "invitation.closed": _("That invitation is closed. Ask for a new one."),
    "invitation.too_many": _("%(most)s invitations are open already: close one first."),
    "keyword.twice": _("That keyword is noted already."),
    "keyword.word": _("A keyword has 1 to %(most)s letters."),
    "map.gone": _("This map is not in your packs any more."),
    "map.known": _("How the tiles of this mission lie is known already."),
    "map.tiles": _("The map has each of these tiles once, %(most)s in a row at most: %(tiles)s."),
    "member.gone": _("You do not belong to this campaign any more."),
    "member.keeper_only": _("Only a keeper of the campaign decides that."),
    "member.last_keeper": _("Somebody must keep the campaign: hand it over first."),
    "member.no_way_back": _("The way back is closed by now. Ask for an invitation."),
    "member.reader": _("You can only read this campaign."),
    "member.too_many": _("A campaign has %(most)s members at most."),
    "mission.none": _("No mission is being played."),
    "mission.not_finished": _("Say first how the mission ended."),
    "mission.not_played": _("No mission %(number)s has been booked."),
    "mission.order": _("Mission %(mission)s comes next."),
    "mission.running": _("The mission before is not booked to its end yet."),
    "mission.unknown": _("There is no such mission here."),
    "note.not_unread": _("That note is read or closed already."),
    "note.order": _("Another note comes before that one."),
    "objective.is_note": _("That is a note: it is read, not taken."),
    "objective.locked": _("That card asks for %(word)s first."),
    "objective.no_note": _("That card is no note."),
    "objective.no_tile": _("This mission has no tile %(tile)s."),
    "objective.not_face_down": _("That card does not lie face down any more."),
    "objective.not_taken": _("Nobody has taken that card."),
    "objective.not_yet": _("It is not the hour of that card."),
    "objective.order": _("Another card must be taken first."),
    "objective.timed": _("Nobody takes that card: it is read when the clock shows %(hour)s."),
    "objective.unknown": _("This mission has no such card."),
    "objective.unread": _(
        "No one has read that card, so nothing is noted down. You typed: “%(typed)s”"
    ),
    "road.none": _("No mission of this pack is on its road yet."),
    "road.unsound": _("The road of these missions leads to one that is not there."),
    "reward.not_due": _("%(survivor)s has no reward to choose now."),
    "sheet.dead": _("%(survivor)s is dead and stays in the book."),
    "sheet.has_heir": _("%(survivor)s has a successor already."),
    "sheet.others_choose": _(
        "%(player)s chooses who follows %(survivor)s. Whoever keeps the campaign can give the "
        "sheet to another player."
    ),
    "sheet.not_dead": _("%(survivor)s is alive and needs no successor."),
    "step.at_table": _("That came of a step at the table: go on there."),
    "step.in_campaign": _("That came from the campaign: change it there."),
    "table.booked": _(
        "This mission is booked: its table is read, not played. Until the next mission begins, "
        "the booking can be taken back in the campaign."
    ),
    "undo.campaign_first": _("Decided since in the campaign: %(what)s."),
    "undo.table_first": _("Played since at the table: %(what)s."),
    "upkeep.enough": _("The box has enough of that card: nobody has to give it up."),
    "upkeep.not_due": _("There is nothing to roll for that card."),
    "upkeep.not_kept": _("That card is not among the kept ones."),
    "upkeep.open": _("%(count)s upkeep rolls are still to be made."),
    "upkeep.too_few": _("More of a card would be kept than the box has: decide who keeps theirs."),
    "versatile.not_theirs": _("%(survivor)s does not have that skill to begin with."),
}
