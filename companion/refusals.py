"""Words for the refusals that no game has to itself."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

REFUSALS: dict[str, Promise] = {
    "choice.count": _("At most %(most)s of those can be named."),
    "choice.exactly": ngettext_lazy(
        "%(field_name)s: type exactly %(count)s number.",
        "%(field_name)s: type exactly %(count)s numbers.",
        "count",
    ),
    "choice.missing": _("Something is still to be said: choose it and send again."),
    "choice.none": _("That cannot be done now. Look at the table and choose again."),
    "choice.not_asked": _("That was not asked for here."),
    "choice.not_offered": _("That choice is not there any more. Look at the table and choose."),
    "choice.number": _("A number from %(least)s to %(most)s, please."),
    "choice.same": _("That is how it is already."),
    "choice.so_many": _("Choose %(count)s of these, no more and no fewer."),
    "choice.several": _("Choose from %(least)s to %(most)s of these."),
    "choice.taken": _("“%(value)s” is taken. Choose another name."),
    "choice.text": _("Between 1 and %(most)s letters, please."),
    "choice.twice": _("The same choice was made twice."),
    "branch.no_such_entry": _("The log has no entry %(seq)s."),
    "command.unknown_here": _("This game has no such step."),
    "command.unreadable": _("Nothing has changed. Load the page again and repeat the last step."),
    "dice.missing": ngettext_lazy(
        "%(missing)s die is missing.", "%(missing)s dice are missing.", "missing"
    ),
    "dice.too_many": ngettext_lazy(
        "%(surplus)s die more than the rules ask for.",
        "%(surplus)s dice more than the rules ask for.",
        "surplus",
    ),
    "die.impossible": _("A die has no %(face)s."),
    "expansion.unknown": _("This game has no such expansion."),
    "game.elsewhere": _("That page is for other games than this one."),
    "game.unknown": _(
        "The game “%(game)s” is not installed on this site. Whatever was played with it is kept, "
        "and goes on once it is installed again."
    ),
    "mission.over": _("This mission is over. Undo its end to go on."),
    "name.alike": _("Somebody is called %(name)s already, and that looks the same."),
    "player.name": _("A player's name has 1 to %(most)s letters."),
    "players.too_many": _("More players than survivors: tap more survivors."),
    "question.unknown": _("That question is not open."),
    "redo.nothing": _("There is nothing to redo."),
    "seat.answer_due": _(
        "Whoever keeps the table has %(minutes)s minutes to answer since you asked: wait a little"
        " longer."
    ),
    "seat.gone": _("You do not sit at this table any more."),
    "seat.closed": _("The place of %(player)s is kept: ask whoever keeps the table."),
    "seat.keeper_played": _(
        "%(keeper)s has played since you asked, so that phone is not lost: talk to each other. If"
        " it gets lost later, withdraw and ask again."
    ),
    "seat.keeps_already": _("You keep the table already."),
    "seat.last_keeper": _("Somebody must keep the table. Let another seat keep it first."),
    "seat.name": _("A name at the table has 1 to %(most)s letters."),
    "seat.no_such_place": _("There is no such place at this table."),
    "seat.not_asking": _("%(name)s does not ask to keep the table any more."),
    "seat.not_keeper": _("Only whoever keeps the table can do that."),
    "seat.other_player": _("That is for %(player)s to decide, on their own phone."),
    "seat.reader": _("From this seat the table can only be watched."),
    "seat.sealed": _(
        "The cards of %(player)s wait for the phone that left: whoever keeps the table can give"
        " the place free."
    ),
    "seat.table_locked": _("The table is locked: ask whoever keeps it to let you in."),
    "seat.taken": _("Somebody sits in the place of %(player)s already."),
    "seat.too_many": _("%(most)s seats are enough for one table."),
    "transfer.secret": _(
        "Players of this game still know what the others may not: its file waits for the end."
    ),
    "survivor.name": _("A survivor's name has 1 to %(most)s letters."),
    "survivor.not_in_play": _("%(survivor)s is not in play any more."),
    "survivor.unknown": _("That survivor is not at this table."),
    "survivors.none": _("A table needs at least one survivor."),
    "survivors.too_many": _("A table takes %(most)s survivors at most."),
    "survivors.twice": _("The same survivor was chosen twice."),
    "table.archived": _("This table is in the archive: take it out, and it can be played again."),
    "table.binned": _("This table is in the bin: take it out first."),
    "table.moved": _("The table has moved on. Nothing is lost: look at it and decide again."),
    "table.secret": _("That waits until the game is over: it would show what is secret."),
    "transfer.foreign": _("This file does not hold %(wanted)s saved by Safehouse."),
    "transfer.other": _("This file holds %(found)s, not %(wanted)s."),
    "transfer.newer": _("A newer version of Safehouse saved this file. Update this one first."),
    "transfer.too_large": _("This file is larger than %(most)s MB."),
    "transfer.too_long": _("This file has more than %(most)s steps in its log."),
    "transfer.zone": _("A zone's name has 1 to %(most)s letters."),
    "transfer.unreadable": _(
        "This file is broken or does not hold %(wanted)s. Save it again at its source."
    ),
    "transfer.unsound": _("Something in this file cannot be right. %(why)s"),
    "undo.not_there": _("That entry was taken back already. Nothing has changed."),
    "undo.nothing": _("There is nothing to undo."),
    "zombie.unknown": _("This game has no such zombie."),
    "zone.unknown": _("There is no zone %(zone)s."),
}
