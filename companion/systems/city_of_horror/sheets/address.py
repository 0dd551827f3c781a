"""What a sheet is asked with."""

from typing import NamedTuple

from django.http import Http404, QueryDict

from companion.posted import whole_number
from companion.systems.city_of_horror.selectors import CityBoard
from companion.table.asking import read_address, sheet_address


class CityAsk(NamedTuple):
    """`card/2?card=gun-1`: which sheet, of the how manieth player, and what else it says."""

    board: CityBoard
    name: str
    key: str
    query: QueryDict
    path: str

    @classmethod
    def read(cls, board: CityBoard, show: str) -> "CityAsk":
        return cls(board, *read_address(show))

    @property
    def url(self) -> str:
        return sheet_address(self.board.table.pk, self.path)

    def player(self) -> str:
        """The player the address names, if this phone decides for them; else there is nothing."""
        number, players = whole_number(self.key), self.board.state.players
        if number is None or not 1 <= number <= len(players):
            raise Http404
        if (player := players[number - 1]) not in self.board.mine:
            raise Http404
        return player

    def number(self, name: str, default: int = 0) -> int:
        """A number of the address; what is no number is the default."""
        number = whole_number(self.query.get(name, ""))
        return default if number is None else number
