"""Companions and their leaders (Army of the Dead, p. 27; Washington Z.C., p. 2 and 15)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from companion.hooks import Fact, Notice
from companion.rooms import Room, RowLink
from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.teller import Teller
from companion.words import Words
from companion.workshop.fields import skill_names
from rules import TableState
from rules.mechanics.accompanied import companions_of, standing_of
from rules.mechanics.companions import (
    LOST,
    OWN,
    CompanionDied,
    CompanionFollowed,
    CompanionJoined,
    CompanionWent,
    CompanionWounded,
    people_of,
)
from rules.packs.schema.people import Skill


def _joined(event: CompanionJoined, t: Any) -> str:
    sentence = _("%(companion)s goes along with %(survivor)s")
    return sentence % {
        "companion": t.companion(event.companion),
        "survivor": t.survivor(event.survivor),
    }


def _followed(event: CompanionFollowed, t: Any) -> str:
    sentence = _("%(survivor)s leads %(companion)s now")
    return sentence % {
        "companion": t.companion(event.companion),
        "survivor": t.survivor(event.survivor),
    }


def _wounded(event: CompanionWounded, t: Any) -> str:
    sentence = ngettext(
        "%(survivor)s takes %(count)d wound", "%(survivor)s takes %(count)d wounds", event.count
    )
    return sentence % {"survivor": t.companion(event.companion), "count": event.count}


def standing_word(standing: str) -> str:
    return {
        "here": pgettext("companion", "goes along"),
        "alone": pgettext("companion", "waits where the leader fell"),
        "escaped": pgettext("companion", "left by the exit"),
        "gone": pgettext("companion", "went their own way"),
        "dead": pgettext("companion", "dead"),
    }[standing]


WORDS = Words(
    sentences={
        CompanionJoined: _joined,
        CompanionFollowed: _followed,
        CompanionWounded: _wounded,
        CompanionDied: lambda e, t: _("%(survivor)s dies") % {"survivor": t.companion(e.companion)},
        CompanionWent: lambda e, t: (
            _("%(companion)s goes their own way") % {"companion": t.companion(e.companion)}
        ),
    },
    icons={
        CompanionJoined: "person",
        CompanionFollowed: "person",
        CompanionWounded: "wound",
        CompanionDied: "tomb",
    },
    losses={LOST: gettext_lazy("a companion has died")},
    refusals={
        "companion.name": gettext_lazy("A companion's name has 1 to %(most)s letters."),
        "companion.not_there": gettext_lazy("That companion is not on the board any more."),
        "companion.same": gettext_lazy("%(survivor)s leads them already."),
        "companion.there": gettext_lazy("They are at the table already."),
        "companion.unknown": gettext_lazy("Nobody of that name goes along."),
    },
    rules={
        "companions": gettext_lazy(
            "A companion goes with a leader, who has their blue skill; the first wound kills them"
        ),
    },
    because={
        CompanionJoined: lambda e, t: ["companions"],
        CompanionDied: lambda e, t: ["companions"],
    },
    fields={
        "companion": pgettext_lazy("what is asked", "companion"),
        "expendable": pgettext_lazy("what is asked", "the mission goes on if they die"),
        "exits": pgettext_lazy("what is asked", "must leave by the exit"),
        "health": pgettext_lazy("what is asked", "health"),
        "leader": pgettext_lazy("what is asked", "leader"),
    },
    values={OWN: pgettext_lazy("companion", "somebody of no box")},
    commands={
        "companion.join": pgettext_lazy("command", "A companion joins"),
        "companion.follow": pgettext_lazy("command", "Another leads the companion"),
        "companion.hurt": pgettext_lazy("command", "Wound of a companion"),
        "companion.leave": pgettext_lazy("command", "A companion goes their own way"),
    },
)


class CompanionCard(NamedTuple):
    """A companion as the table shows them."""

    key: str
    name: str
    leader: str
    leader_name: str
    standing: str
    standing_word: str
    skills: list[str]
    hearts: list[bool]
    """One for each health, True while it is left."""
    expendable: bool
    exits: bool
    others: list[tuple[str, str]]
    """The other survivors who may lead them, as key and name."""

    @property
    def is_on_board(self) -> bool:
        return self.standing in ("here", "alone")

    @property
    def would_die(self) -> bool:
        return sum(self.hearts) == 1


def people(board: Board) -> list[CompanionCard]:
    state, teller = board.state, Teller(board.state, board.pack)
    return [
        CompanionCard(
            key=key,
            name=teller.companion(key),
            leader=companion.leader,
            leader_name=teller.survivor(companion.leader),
            standing=(standing := standing_of(state, companion)),
            standing_word=standing_word(standing),
            skills=[teller.skill(skill) for skill in companion.skills],
            hearts=[n >= companion.wounds for n in range(companion.health)],
            expendable=companion.expendable,
            exits=companion.exits,
            others=[
                (card.key, card.name)
                for card in board.survivors
                if card.is_in_play and (card.key != companion.leader or standing == "alone")
            ],
        )
        for key, companion in companions_of(state).items()
    ]


def _facts(board: Board) -> Mapping[str, Any]:
    return {"people": people(board)}


def sheet(ask: SheetRequest) -> Shown:
    """Show everybody who goes along, and a form for whoever joins."""
    board = ask.board
    teller, there = Teller(board.state, board.pack), companions_of(board.state)
    of_the_box = [person.id for person in board.pack.companions]
    known = [key for key in people_of(board.pack) if key not in {*there, *board.state.survivors}]
    leader = ask.query.get("leader", "")
    return Shown(
        "mechanics/companions/sheet.html",
        {
            "people": people(board),
            "joining": [(key, teller.companion(key)) for key in known if key in of_the_box],
            "survivors": [(key, teller.companion(key)) for key in known if key not in of_the_box],
            "own": OWN,
            "leaders": [card for card in board.survivors if card.is_in_play],
            "leader": leader if board.survivor(leader) else "",
            "skills": _skills(board),
        },
    )


def _skills(board: Board) -> list[Skill]:
    """Return the skills that a card can print, in the reader's order."""
    return [board.pack.skills[key] for key in skill_names(board.pack).values()]


def _notices(board: Board, before: TableState) -> Iterator[Notice]:
    """Yield companions who join or die; one left alone is told with the fall of their leader."""
    was = {key: standing_of(before, person) for key, person in companions_of(before).items()}
    for person in people(board):
        if person.key not in was:
            yield _who_joined(person, board)
        elif person.standing == "dead" and was[person.key] != "dead":
            yield _died(person, board)


def _who_joined(person: CompanionCard, board: Board) -> Notice:
    facts = [Fact("star", _("Blue skill of %(leader)s now"), ", ".join(person.skills))]
    hurt = _("one wound kills, and the mission is lost")
    if person.expendable:
        hurt = _("one wound kills; the mission goes on")
    elif len(person.hearts) > 1:
        hurt = _("%(health)d health; the mission is lost with the last")
    facts = facts if person.skills else []
    params = {"leader": person.leader_name, "health": len(person.hearts)}
    facts = [Fact(fact.icon, fact.title % params, fact.text) for fact in facts]
    facts.append(Fact("wound", _("Careful"), hurt % params))
    if person.exits:
        facts.append(Fact("flag", _("Goal"), _("must leave by the exit with the leader")))
    return Notice(
        icon="person",
        name=person.name,
        what=_("goes along with %(leader)s") % params,
        why=_("Round %(round)d") % {"round": board.state.round},
        facts=facts,
    )


def _died(person: CompanionCard, board: Board) -> Notice:
    return Notice(
        icon="tomb",
        name=person.name,
        what=standing_word("dead"),
        why=_("Round %(round)d") % {"round": board.state.round},
        facts=[Fact("flag", _("The mission"), _("goes on without them, as their card says"))],
        stays=True,
    )


ROOM = Room(
    sheets={"companions": sheet},
    section="mechanics/companions/section.html",
    wounded="mechanics/companions/hits.html",
    on_survivor="mechanics/companions/led.html",
    goals="mechanics/companions/goals.html",
    context=_facts,
    notices=_notices,
    in_more=RowLink(
        "companions",
        "person",
        gettext_lazy("Companions"),
        gettext_lazy("who goes along, and with whom"),
    ),
)
