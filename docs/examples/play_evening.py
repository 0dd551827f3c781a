"""Plays a whole evening by itself: opens a table, goes through its rounds, ends the mission.

    python play_evening.py http://192.168.1.20:8000 --rounds 6

It needs no account. The code it prints lets phones join and watch.
"""

import argparse
import random
import sys
from typing import Any

from safehouse import Refused, Safehouse

ZONES = [{"id": "north", "start": True, "locators": [1, 4]}, {"id": "south", "locators": [2, 5]}]


class Evening:
    """One table, and the version and state of the last answer."""

    def __init__(self, house: Safehouse, game: str) -> None:
        self.house = house
        box = house.ask("GET", f"games/{game}/")
        if "survivors" not in box:
            sys.exit(f"{game} has no rounds of zombies: choose another game.")
        self.known = [card["number"] for card in box["spawns"] if card["sure"] != "unknown"]
        self.pile: list[str] = []
        survivors = [{"survivor": survivor["id"]} for survivor in box["survivors"][:6]]
        table = house.open_table(
            game=game, players=["Marta", "Luis"], survivors=survivors, zones=ZONES
        )
        self.table, self.code = table["id"], table["join"]["code"]
        self.version, self.state = table["version"], table["state"]

    def send(self, kind: str, **fields: Any) -> None:
        answer = self.house.send(self.table, kind, self.version, **fields)
        self.version, self.state = answer["version"], answer["state"]

    def round(self) -> None:
        """Everybody kills something, the zombies spawn, the round ends."""
        for key, survivor in self.state["survivors"].items():
            standing = [
                name for name, miniatures in self.state["supply"].items() if miniatures["board"]
            ]
            if survivor["status"] == "in_play" and standing:
                self.attempt("zombies.kill", zombie=standing[0], survivor=key, means="all")
        self.answer_questions()
        self.send("phase.next")
        self.draw("spawn.resolve")
        self.answer_questions()
        self.send("phase.next")
        self.send("phase.next")

    def answer_questions(self) -> None:
        """What the app cannot see, we say: nothing stands on those places of the board.

        A spawn step that waits until some zombies have acted goes on once they have.
        """
        while question := self.open_question():
            if question["what"] in ("manholes", "beds"):
                self.send("board.answer", question=question["id"], places=0)
            else:
                self.draw("spawn.go_on", question=question["id"])

    def open_question(self) -> dict[str, Any] | None:
        """What the table must answer next: a place on the board, or the step that waits."""
        for question in self.state["pending"]:
            if question["what"] in ("manholes", "beds") or question["id"] == self.state["waits"]:
                return question
        return None

    def draw(self, kind: str, **fields: Any) -> None:
        """Send a step that draws; of a deck that lies on the table, name the cards as they come.

        That is a deck of which the app does not know every card. It asks for each that is missing.
        """
        cards: list[str] = []
        while True:
            try:
                return self.send(kind, cards=cards, **fields)
            except Refused as refusal:
                if refusal.code != "cards.missing":
                    raise
            if not self.pile:
                self.send("deck.reshuffle", deck="zombies")
                left = [card for card in self.known if card not in cards]
                self.pile = random.sample(left, len(left))
            cards.append(self.pile.pop())

    def attempt(self, kind: str, **fields: Any) -> None:
        """Something the rules may refuse; then nothing has changed and the evening goes on."""
        try:
            self.send(kind, **fields)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            print(f"  {refusal}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site")
    parser.add_argument("--game", default="black-plague")
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()

    evening = Evening(Safehouse(options.site), options.game)
    print(f"Table {evening.code}", flush=True)
    for _ in range(options.rounds):
        evening.round()
        board = sum(miniatures["board"] for miniatures in evening.state["supply"].values())
        print(
            f"Round {evening.state['round']}, danger {evening.state['danger']}, "
            f"{board} zombies on the board",
            flush=True,
        )
    evening.send("mission.end", result="won")
    print(f"Won after {evening.version} steps", flush=True)


if __name__ == "__main__":
    main()
