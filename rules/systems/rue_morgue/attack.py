"""Attacks of Rue Morgue: rivals may be attacked, and crawlers rise."""

from rules.fields import Counts, Field, Several
from rules.mechanics.attacks.attack import Attack
from rules.mechanics.looking import in_box, others_in_reach
from rules.mechanics.supply import Arrival, place

NO_CRAWLERS = "no-crawlers"
COMPETITIVE = "competitive"


class MorgueAttack(Attack):
    """An attack in which competing teams may hit each other and some of the dead crawl on."""

    @property
    def is_contest(self) -> bool:
        """Return True if rivals may be chosen: in melee, or by a skill that chooses targets.

        A steady hand passes by whom it likes, and hits rivals it names (p. 43).
        """
        chooses = self.is_free or self.spares_friends()
        return self.play.has_option(COMPETITIVE) and chooses

    def fields(self) -> dict[str, Field]:
        fields, box = super().fields(), in_box(self.play)
        if self.play.has_option(COMPETITIVE):
            fields["targets"] = Counts(most=box)
        if self.is_contest:
            rivals = others_in_reach(self.play, self.command.survivor)
            fields["assign"] = Several(values=(*box, *rivals), repeated=True, most=20)
        return fields

    def strike_first(self, hits: int) -> int:
        """Hit rivals of competing teams: a hit for each name (Rue Morgue, p. 39)."""
        if not self.is_contest:
            return 0
        rivals = [key for key in self.command.assign if key in self.others()][:hits]
        for key in rivals:
            if self.play.survivors[key].status == "in_play":
                self.strike(key, 1)
        return len(rivals)

    def risen(self) -> Arrival | None:
        """Return one for each natural 1, at most as many as skinners died (Rue Morgue, p. 12)."""
        leaves = {zombie: self.play.zombie(zombie).leaves for zombie in self.killed}
        skinners = sum(count for zombie, count in self.killed.items() if leaves[zombie])
        rising = min(self.faces.count(1), skinners)
        crawler = next(filter(None, leaves.values()), None)
        if not crawler or not rising or self.weapon.has(NO_CRAWLERS):
            return None
        return place(self.play, {crawler: rising}, why="crawlers")
