"""How hard is this: one set-up or two, a thousand simulated evenings each, in charts and tables."""

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.measured import MeasuredSetup, MeasuredSubject
from campaigns.printing.render import PrintedSheet
from companion.difficulty.report import NAMES, report
from companion.words import option_word
from rules import Pack, mission_of, played_pack
from rules.evenings.setting import left_out
from rules.evenings.tally import RoundTally, Tally
from rules.packs.schema import Term

TEMPLATE = "print/difficulty.html"
Counts = tuple[tuple[int, int], ...]
"""Each number, and in how many evenings it came."""


class MeasuredRound(Content, frozen=True, kw_only=True):
    """The end of a round, over all evenings."""

    zombies: Counts
    danger: Counts
    """By level, from the lowest."""
    short: int
    overrun: int


class MeasuredSide(Content, frozen=True, kw_only=True):
    """A set-up without names, and what its evenings came to."""

    game: str
    expansions: tuple[str, ...] = ()
    mission: str = ""
    """`box:code`; empty in free play."""
    own_title: Term | None = None
    """Of a mission of the group's own."""
    own_decks: tuple[Term, ...] = ()
    """Decks put together by the group."""
    survivors: tuple[str, ...]
    zones: int
    options: tuple[str, ...] = ()
    left_out: int = 0
    """Cards nobody knew."""
    evenings: int
    rounds: tuple[MeasuredRound, ...]

    @property
    def pack(self) -> Pack:
        return played_pack(self.game, self.expansions)

    @property
    def tally(self) -> Tally:
        rounds = tuple(
            RoundTally(
                zombies=dict(measured.zombies),
                danger=dict(measured.danger),
                short=measured.short,
                overrun=measured.overrun,
            )
            for measured in self.rounds
        )
        return Tally(evenings=self.evenings, rounds=rounds)


class Measured(Content, frozen=True, kw_only=True):
    sides: tuple[MeasuredSide, ...]
    """One, or two to be compared."""


def content(subject: MeasuredSubject, chosen: PrintChoices) -> Measured:
    return Measured(sides=tuple(map(_side, subject.measured)))


def _side(measured: MeasuredSetup) -> MeasuredSide:
    setting, tally = measured.setting, measured.tally
    return MeasuredSide(
        game=setting.game,
        expansions=setting.expansions,
        mission=setting.mission,
        own_title=measured.own_title,
        own_decks=measured.own_decks,
        survivors=setting.survivors,
        zones=len(setting.zones),
        options=setting.options,
        left_out=left_out(setting),
        evenings=tally.evenings,
        rounds=tuple(
            MeasuredRound(
                zombies=tuple(sorted(counted.zombies.items())),
                danger=tuple(sorted(counted.danger.items())),
                short=counted.short,
                overrun=counted.overrun,
            )
            for counted in tally.rounds
        ),
    )


def title(content: Measured) -> str:
    return _("How hard is this: %(game)s") % {"game": _games(content)}


def _games(content: Measured) -> str:
    """Return each once."""
    return ", ".join(dict.fromkeys(_term(side.pack.short) for side in content.sides))


def pieces(content: Measured) -> list[PrintedSheet]:
    sides = content.sides
    pack = sides[0].pack
    context = {
        "games": _games(content),
        "sides": [
            {"name": name, "lines": _lines(side), "evenings": side.evenings}
            for name, side in zip(NAMES, sides, strict=False)
        ],
        "is_pair": len(sides) > 1,
        "report": report(pack, [side.tally for side in sides]),
        "foot": f"Safehouse · {title(content)}",
        "mark": title(content),
    }
    return [PrintedSheet(title(content), TEMPLATE, context, one_page=False)]


def _lines(side: MeasuredSide) -> list[str]:
    """Return the measured set-up line by line: game, survivors, zones, rules."""
    boxes = [_term(side.pack.expansions[key].short) for key in side.expansions]
    survivors = len(side.survivors)
    lines = [
        " · ".join([_term(side.pack.name), *boxes, _mission(side)]),
        " · ".join(
            [
                ngettext("%(n)d survivor", "%(n)d survivors", survivors) % {"n": survivors},
                ngettext("%(n)d spawn zone", "%(n)d spawn zones", side.zones) % {"n": side.zones},
            ]
        ),
        _names(side),
        ", ".join(map(_term, side.own_decks)),
        ", ".join(option_word(name, side.pack.game) for name in side.options) or _("By the book"),
    ]
    if side.left_out:
        sentence = ngettext(
            "%(n)d unknown card is left out.", "%(n)d unknown cards are left out.", side.left_out
        )
        lines.append(sentence % {"n": side.left_out})
    return [line for line in lines if line]


def _mission(side: MeasuredSide) -> str:
    if side.own_title is not None:
        return _term(side.own_title) or _("Mission without a title")
    mission = mission_of(side.game, side.mission)
    return _term(mission.title) if mission else _("Free play")


def _names(side: MeasuredSide) -> str:
    """Return the names of survivors of the box; no others are named."""
    names = {survivor.id: survivor.name for survivor in side.pack.survivors}
    return ", ".join(names[key] for key in side.survivors if key in names)


def _term(term: Term) -> str:
    return term.in_language(get_language() or "en")


KINDS = (
    PrintKind(
        name="difficulty",
        content=Measured,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=MeasuredSubject,
                name=gettext_lazy("How hard is this?"),
                about=gettext_lazy("simulated evenings in charts and tables"),
                content=content,
                rank=10,
            ),
        ),
    ),
)
