"""What the workshop refuses, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, Promise] = {
    "workshop.changed": _(
        "Somebody has changed this meanwhile. Look at it and save once more to keep what you wrote."
    ),
    "workshop.file_campaign": _("This file holds a campaign, not a pack."),
    "workshop.file_foreign": _("This file does not hold a pack saved by Safehouse."),
    "workshop.file_large": _("A pack has at most %(most)s kB."),
    "workshop.file_lacks": _("This file is not a whole pack: %(where)s is missing."),
    "workshop.file_line": _("This file is not a pack, or it is broken: look at line %(line)s."),
    "workshop.file_newer": _("This pack was saved by a newer copy of this site."),
    "workshop.file_table": _("This file holds a table, not a pack."),
    "workshop.file_text": _("The file cannot be read: it holds something that is no text."),
    "workshop.file_value": _("A value in the file does not fit: look at %(where)s."),
    "workshop.full": _("A pack holds %(most)s of these at most, those in its bin included."),
    "workshop.game": _("The game of this pack is not here: %(game)s."),
    "workshop.gone_on": _("Somebody has gone on there since. Nothing has changed."),
    "workshop.maker": _("Only whoever made the pack can do that."),
    "workshop.nobody": _("Nobody else sits there."),
    "workshop.not_there": _("That step is not there any more. Nothing has changed."),
    "workshop.pack": _("You have no such pack for this game: %(pack)s."),
    "workshop.packs": _("You have %(most)s packs already: put one into the bin."),
    "workshop.removed": _(
        "Whoever keeps this site has taken this version off the shelf. Change the pack first."
    ),
    "workshop.twice": _("Two of your packs have a zombie card %(number)s: play with one."),
    "workshop.rules": _("A mission has %(most)s goals and %(most)s rules at most."),
}
