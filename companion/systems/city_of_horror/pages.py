"""The pages of City of Horror."""

from companion.pages import Pages
from companion.systems.city_of_horror.asking import said
from companion.systems.city_of_horror.in_short import in_short
from companion.systems.city_of_horror.narration import CityTeller
from companion.systems.city_of_horror.saving import SAVING
from companion.systems.city_of_horror.services import opened_again, sample
from companion.systems.city_of_horror.setup import open_table
from companion.systems.city_of_horror.story import story_context
from companion.systems.city_of_horror.views import context, screen_context
from rules import pack_of
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.board import living

STATE = CityState


def names(state: CityState, player: str) -> list[str]:
    """Return the characters a player still has."""
    pack = pack_of(state)
    assert isinstance(pack, CityPack)
    return [said(pack.characters[key].name) for key in living(state, player)]


PAGES = Pages(
    open=open_table,
    context=context,
    screen="city/_screen.html",
    screen_context=screen_context,
    story="city/story.html",
    story_context=story_context,
    again=opened_again,
    names=names,
    has_own=False,
    teller=CityTeller,
    saving=SAVING,
    sample=sample,
    in_short=in_short,
)
