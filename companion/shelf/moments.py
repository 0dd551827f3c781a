"""The best moments of a game: what is told on the way home, found in what stands in the log."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.models import Table
from companion.shelf.selectors import standing_events
from companion.teller import Teller
from companion.terms import danger_word
from companion.words import loss_word
from rules import Event, pack_of
from rules.mechanics.attacks.attack import AttackResolved
from rules.mechanics.companions import CompanionDied
from rules.mechanics.danger import DangerRaised
from rules.mechanics.kills import ZombiesKilled
from rules.mechanics.questions import BoardAnswered
from rules.mechanics.rounds import MissionLost, PhaseBegan
from rules.mechanics.spawn.drawing import SpawnResolved
from rules.mechanics.supply import ZombiesPlaced
from rules.mechanics.wounds.wound import (
    NOBODY_LEFT,
    Died,
    FriendlyFire,
    KnockedOut,
    Rescued,
    Wounded,
)
from rules.mechanics.wounds.wound import wounds_told as wounds_of

MANY_DICE = 3
"""Fewer that all miss are nothing to tell of."""


class BestMoment(NamedTuple):
    icon: str
    title: str
    text: str


class MomentFinder:
    """A reader of the whole log, in one pass, that collects the candidates for the best moments."""

    def __init__(self, levels: Sequence[str]) -> None:
        self.levels = levels
        self.kills: Counter[str] = Counter()
        self.wounds: Counter[str] = Counter()
        self.blow: tuple[AttackResolved, int] | None = None
        """The attack that killed the most, and in which round."""
        self.miss: AttackResolved | None = None
        """The attack with the most dice and no hit."""
        self.wave: tuple[int, int] | None = None
        """The spawn step that brought the most zombies: how many, and in which round."""
        self.first: DangerRaised | None = None
        """Who came first to the highest level that anybody reached."""
        self.rescue: Rescued | None = None
        self.loss: tuple[MissionLost, list[str]] | None = None
        """What lost the mission, and who fell in the same step."""
        self.round = 1
        self._coming, self._waits = 0, False
        self._fallen: list[str] = []

    @property
    def killed(self) -> int:
        return self.kills.total()

    def begin_step(self) -> None:
        self._fallen = []

    def hear(self, event: Event) -> None:
        match event:
            case PhaseBegan():
                self.round = event.round
            case AttackResolved():
                self._attack(event)
            case SpawnResolved():
                self._came(event, goes_on=self._waits)
                self._waits = event.waits is not None
            case BoardAnswered():  # those of a card that asked come with the step
                self._came(event, goes_on=True)
        for fact in event.facts():
            self._fact(fact)

    def _came(self, event: Event, *, goes_on: bool) -> None:
        """A step that stopped for answers is one wave all the same."""
        came = sum(fact.count for fact in event.facts() if isinstance(fact, ZombiesPlaced))
        self._coming = came + (self._coming if goes_on else 0)
        if self._coming > (self.wave[0] if self.wave else 0):
            self.wave = (self._coming, self.round)

    def _attack(self, attack: AttackResolved) -> None:
        if fallen(attack) > (fallen(self.blow[0]) if self.blow else 1):
            self.blow = (attack, self.round)
        if not attack.hits and dice(attack) >= (dice(self.miss) + 1 if self.miss else MANY_DICE):
            self.miss = attack

    def _fact(self, fact: Event) -> None:
        match fact:
            case ZombiesKilled(survivor=str(survivor)):
                self.kills[survivor] += fact.count
            case Wounded() | FriendlyFire():
                hurt, wounds = wounds_of(fact)
                self.wounds[hurt] += wounds
            case DangerRaised():
                height = self.levels.index
                if self.first is None or height(fact.after) > height(self.first.after):
                    self.first = fact
            case Rescued():
                self.rescue = fact
            case Died() | KnockedOut():
                self._fallen.append(fact.survivor)
            case CompanionDied():
                self._fallen.append(fact.companion)
            case MissionLost():
                self.loss = (fact, self._fallen)


def fallen(attack: AttackResolved) -> int:
    return sum(attack.killed.values())


def dice(attack: AttackResolved) -> int:
    return len(attack.faces) + len(attack.all_out) + len(attack.ammo)


def evening_of(table: Table) -> MomentFinder:
    """Return the log's moments; one query, however long it is."""
    evening = MomentFinder([level.id for level in pack_of(table.state).danger])
    for _seq, events in standing_events(table):
        evening.begin_step()
        for event in events:
            evening.hear(event)
    return evening


def lost_because(evening: MomentFinder, teller: Teller) -> str:
    """Return why the mission was lost and with whom; nothing where the players said that it is.

    Where everybody fell, those who fell last are not named.
    """
    if evening.loss is None:
        return ""
    lost, fallen = evening.loss
    fallen = [] if lost.why == NOBODY_LEFT else fallen
    words = {
        "why": capfirst(loss_word(lost.why, teller.game)),
        "names": ", ".join(teller.companion(key) for key in fallen),
    }
    if not words["why"]:
        return ""
    return (_("%(why)s: %(names)s.") if fallen else _("%(why)s.")) % words


def best_moments(table: Table, evening: MomentFinder) -> list[BestMoment]:
    """Return the best moments, the best first; an evening without any has none."""
    teller = Teller(table.state, pack_of(table.state))
    moments = [
        _killer(evening, teller),
        _blow(evening, teller),
        _wave(evening),
        _first(evening, teller),
        _rescue(evening, teller),
        _tough(evening, teller),
        _miss(evening, teller),
    ]
    return [moment for moment in moments if moment is not None]


def _killer(evening: MomentFinder, teller: Teller) -> BestMoment | None:
    if not evening.kills:
        return None
    key, count = evening.kills.most_common(1)[0]
    words = ngettext("%(count)d zombie of %(all)d", "%(count)d zombies of %(all)d", count)
    text = words % {"count": count, "all": evening.killed}
    return BestMoment("medal", _("%(name)s, the most kills") % {"name": teller.survivor(key)}, text)


def _blow(evening: MomentFinder, teller: Teller) -> BestMoment | None:
    if evening.blow is None:
        return None
    attack, number = evening.blow
    weapon = " + ".join(dict.fromkeys(teller.word(name) for name in attack.weapons))
    words = {
        "name": teller.survivor(attack.survivor),
        "killed": teller.groups(attack.killed),
        "weapon": weapon,
        "round": number,
    }
    text = _("%(name)s with %(weapon)s, round %(round)d: %(killed)s") % words
    return BestMoment("aim", _("The best attack"), text)


def _wave(evening: MomentFinder) -> BestMoment | None:
    if evening.wave is None:
        return None
    count, number = evening.wave
    words = ngettext(
        "%(count)d zombie came in round %(round)d",
        "%(count)d zombies came in round %(round)d",
        count,
    )
    return BestMoment("walker", _("The worst spawn"), words % {"count": count, "round": number})


def _first(evening: MomentFinder, teller: Teller) -> BestMoment | None:
    if evening.first is None:
        return None
    level = danger_word(evening.first.after)
    title = _("First to %(level)s") % {"level": level}
    return BestMoment(f"d-{evening.first.after}", title, teller.survivor(evening.first.survivor))


def _rescue(evening: MomentFinder, teller: Teller) -> BestMoment | None:
    if evening.rescue is None or evening.rescue.by is None:
        return None
    words = {
        "by": teller.survivor(evening.rescue.by),
        "name": teller.survivor(evening.rescue.survivor),
    }
    return BestMoment("hand", _("Nobody left behind"), _("%(by)s picked %(name)s up") % words)


def _tough(evening: MomentFinder, teller: Teller) -> BestMoment | None:
    standing = {
        key: count
        for key, count in evening.wounds.items()
        if key in teller.state.survivors and teller.state.survivors[key].status == "in_play"
    }
    if not standing:
        return None
    key = max(standing, key=lambda candidate: standing[candidate])
    count = standing[key]
    words = ngettext(
        "%(name)s took %(count)d wound and stands",
        "%(name)s took %(count)d wounds and stands",
        count,
    )
    text = words % {"name": teller.survivor(key), "count": count}
    return BestMoment("heart", _("Hard to kill"), text)


def _miss(evening: MomentFinder, teller: Teller) -> BestMoment | None:
    if evening.miss is None:
        return None
    thrown = dice(evening.miss)
    text = ngettext("%(name)s: %(dice)d die, no hit", "%(name)s: %(dice)d dice, no hit", thrown)
    words = {"name": teller.survivor(evening.miss.survivor), "dice": thrown}
    return BestMoment("die-1", _("The worst roll"), text % words)
