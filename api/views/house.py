"""Cards that a person's group has described, and their usual tables."""

from django.http import QueryDict
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import HouseAnswer
from api.bodies import SurvivorCardBody, TableBody
from api.http import read_body
from api.models import Scope
from api.openapi import READ, WRITE, operation
from api.refusals import ApiRefusal
from api.set_up import table_body, usual_plan
from api.views.base import Endpoint, no_query
from companion import selectors
from companion.house.forms import LEVELS, SurvivorCardForm
from companion.house.selectors import house_pack
from companion.house.services import survivor_describe
from companion.setup.selectors import plan_at, usual_query
from companion.setup.services import line_up_save
from rules import Pack, UnknownId, played_pack
from rules.names import OWN
from rules.packs.schema.people import SkillTree


def _game(slug: str) -> Pack:
    game = selectors.game(slug)
    if game is None:
        raise NotFound
    return game


class House(Endpoint):
    @operation("readHouse", tag="house", answers={200: HouseAnswer}, refusals=READ)
    def get(self, request: Request, slug: str) -> Response:
        """Return what my group has told of one game; `card.describe` at a table adds to it, too."""
        person = require(request, Scope.READ, whole_person=True).person
        no_query(request)
        house = house_pack(person, _game(slug).game)
        return Response(HouseAnswer(cards=house.described, survivors=house.trees))


class HouseSurvivor(Endpoint):
    @operation(
        "describeSurvivor",
        tag="house",
        answers={200: SkillTree},
        refusals=WRITE,
        body=SurvivorCardBody,
    )
    def put(self, request: Request, slug: str, survivor: str) -> Response:
        """Save the skills of a printed card, level by level; those known already are not asked."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        body, game = read_body(request, SurvivorCardBody), _game(slug)
        pack = played_pack(game.game, tuple(game.expansions))
        known = next((card for card in pack.survivors if card.id == survivor), None)
        if known is None and not survivor.startswith(OWN):
            raise UnknownId("survivor.unknown", survivor=survivor)
        tree = _described(pack, known.skills if known else None, body)
        survivor_describe(person=person, game=game.game, survivor=survivor, tree=tree)
        return Response(tree)


def _described(pack: Pack, printed: SkillTree | None, body: SurvivorCardBody) -> SkillTree:
    """The whole card by the rules of the page's own form."""
    levels = {level: getattr(body, level) for level in LEVELS}
    fields = {
        f"{level}-{number}": skill
        for level, skills in levels.items()
        for number, skill in enumerate(skills, 1)
    }
    form = SurvivorCardForm(fields, pack=pack, printed=printed, typed=None)
    if not set(fields) <= set(form.fields):
        raise ApiRefusal(422, "house.printed")
    if not form.is_valid():
        wrong = [str(error) for errors in form.errors.values() for error in errors]
        raise ApiRefusal(422, "house.card", detail=" ".join(wrong))
    return form.tree()


class Usual(Endpoint):
    @operation("readUsual", tag="house", answers={200: TableBody}, refusals=READ)
    def get(self, request: Request, slug: str) -> Response:
        """Return my usual table of a game, ready to be sent to `openTable`."""
        person = require(request, Scope.READ, whole_person=True).person
        no_query(request)
        game = _game(slug)
        query = usual_query(person, game.game)
        if not query:
            raise NotFound
        return Response(table_body(plan_at(game, QueryDict(query), person, person.name)))

    @operation("keepUsual", tag="house", answers={200: TableBody}, refusals=WRITE, body=TableBody)
    def put(self, request: Request, slug: str) -> Response:
        """Keep this as my usual table; the answer is what is kept, and what new tables have."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        game, body = _game(slug), read_body(request, TableBody)
        if body.game != game.game:
            raise ApiRefusal(422, "usual.other_game")
        plan = usual_plan(person, body)
        answer = table_body(plan)
        line_up_save(person=person, game=game.game, query=plan.query.urlencode())
        return Response(answer)
