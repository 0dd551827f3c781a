"""The only writers of line-ups."""

from companion.models import LineUp
from companion.people.models import Person
from companion.writing import write_transaction


def line_up_save(*, person: Person, game: str, query: str) -> None:
    """Make this 'our usual table' of the game, in place of the one before."""
    with write_transaction():
        LineUp.objects.update_or_create(person=person, game=game, defaults={"query": query})


def line_ups_hand_over(giver: Person, taker: Person) -> None:
    """Of two usual tables of a game the taker's stays."""
    own = set(LineUp.objects.filter(person=taker).values_list("game", flat=True))
    for line_up in LineUp.objects.filter(person=giver).exclude(game__in=own):
        line_up.person = taker
        line_up.save(update_fields=["person"])
