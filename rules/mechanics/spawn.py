"""The spawn step: zones in order, a card for each, and everything a card can say."""

from rules.commands import BoardAnswer, BuildingOpen, CardDescribe, SpawnResolve
from rules.errors import IllegalCommand, UnknownId
from rules.events import (
    BoardAnswered,
    BoardAsked,
    CardDescribed,
    DiceRolled,
    NothingSpawned,
    SpawnDoubled,
    ZoneAdded,
)
from rules.mechanics.skills import known_skills
from rules.mechanics.supply import place
from rules.mechanics.zeus import ORDERS, draw_order
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.packs.schema.cards import SpawnCard
from rules.play import Play, zombie_type
from rules.ruleset import Outcome, SpawnPoints
from rules.state import Description, Pending, TableState, Zone

DECK = "zombies"
DOUBLE = "double_spawn"
DISTRIBUTOR = "distributor"
SHORT = 50
ENDLESS = 4  # times through a whole deck: only a deck of nothing but double spawns gets there


def active_zones(play: Play) -> list[Zone]:
    """Zones that spawn this round: the starting one first, then in the order of the list."""
    round_ = play.before.round
    active = [
        zone for zone in play.zones if zone.active_from is not None and zone.active_from <= round_
    ]
    return sorted(active, key=lambda zone: not zone.start)


def points_by_token(play: Play) -> list[str]:
    """One card for every token, stacked ones too (Black Plague, p. 25, 37)."""
    return [zone.id for zone in active_zones(play) for _ in range(zone.tokens)]


def points_by_dice(play: Play) -> list[str]:
    """Dice choose the zones by their locators; zones without one draw a card each, last.

    As many dice as survivors began with ask for (Rue Morgue, p. 22). A mission without locators
    draws one card a zone.
    """
    zones = active_zones(play)
    located = [zone for zone in zones if zone.locators]
    if not located:
        return points_by_token(play)
    faces = play.chance.roll(spawn_dice(play))
    play.emit(DiceRolled(faces=faces, why="spawn"))
    points = [
        zone.id
        for zone in sorted(located, key=lambda zone: min(zone.locators))
        for face in faces
        if face in zone.locators
    ]
    return points + [zone.id for zone in zones if not zone.locators]


def draws_of(play: Play) -> int:
    """How many cards of the zombie deck a step draws, before special cards add to it."""
    zones = [zone for zone in active_zones(play) if zone.kind != "zeus"]
    dice = spawn_dice(play)
    if not dice or not any(zone.locators for zone in zones):
        return sum(zone.tokens for zone in zones)
    return dice + sum(not zone.locators for zone in zones)


def spawn_dice(play: Play) -> int:
    """By the survivors who began; later deaths change nothing (Rue Morgue, p. 22)."""
    survivors = len(play.before.survivors)
    return next((one.spawn_dice for one in play.pack.crowd if survivors <= one.up_to), 0)


def spawn_resolver(points: SpawnPoints):  # type: ignore[no-untyped-def]
    """The handler of `spawn.resolve` for a game that finds its spawn points this way."""

    def resolve_spawn(state: TableState, command: SpawnResolve, pack: Pack) -> Outcome:
        """The whole spawn step of the zombies phase."""
        if state.result is not None:
            raise IllegalCommand("mission.over")
        if state.phase != "zombies":
            raise IllegalCommand("spawn.not_now")
        if state.spawned:
            raise IllegalCommand("spawn.done")
        play = Play(state, pack, cards=command.cards, dice=command.dice)
        if not active_zones(play):
            raise IllegalCommand("spawn.no_zones")
        if command.order:
            distribute(play, points(play), command.order)
        else:
            draw_for(play, points(play), grows=True)
        play.fields["spawned"] = True
        return play.outcome()

    return resolve_spawn


def open_building(state: TableState, command: BuildingOpen, pack: Pack) -> Outcome:
    """A card for each zone of the building, special cards included (Black Plague, p. 27)."""
    play = Play(state, pack, cards=command.cards)
    draw_for(play, list(command.zones))
    return play.outcome()


def draw_for(play: Play, points: list[str], *, grows: bool = False) -> None:
    """Draw and resolve for each point in order, with the chain of double spawns.

    A double spawn doubles what the next point draws: two cards, four after two of them. After
    the last point the doubled draw goes to the first again, until no double spawn is left
    (Black Plague, p. 28). With `grows`, tokens that come and spawn at once are points, too.
    """
    draws, index = 1, 0
    most = ENDLESS * (len(points) + len(play.deck(DECK).draw) + len(play.deck(DECK).discard))
    while index < len(points) or draws > 1:
        zone = points[index % len(points)]
        there = {one.id for one in play.zones}
        doubles = draw_at(play, zone, draws)
        if grows:
            points += [one.id for one in active_zones(play) if one.id not in there]
        draws = 2**doubles
        if index > most:
            raise IllegalCommand("spawn.endless")
        if doubles:
            play.emit(SpawnDoubled(zone=points[(index + 1) % len(points)], draws=draws))
        index += 1


def distribute(play: Play, points: list[str], order: tuple[int, ...]) -> None:
    """All cards are drawn first, and who distributes gives them out (Rue Morgue, p. 42)."""
    distributors = [
        key
        for key, one in play.survivors.items()
        if one.status == "in_play"
        and any(skill.family == DISTRIBUTOR for skill in known_skills(play.before, key, play.pack))
    ]
    if not distributors:
        raise IllegalCommand("spawn.no_distributor")
    if sorted(order) != list(range(len(points))):
        raise IllegalCommand("spawn.order", count=len(points))
    cards = [play.draw(DECK, zone) for zone in points]
    for zone, index in zip(points, order, strict=True):
        resolve_card(play, zone, cards[index])
        play.discard(DECK, cards[index])


def draw_at(play: Play, zone: str, draws: int) -> int:
    """Draw so many cards together, resolve them, double spawns last; returns how many of these."""
    if any(one.id == zone and one.kind == "zeus" for one in play.zones):
        draw_order(play, zone)
        return 0
    cards = [play.draw(DECK, zone) for _ in range(draws)]
    doubles = [card for card in cards if known_kind(play, card) == DOUBLE]
    for card in cards:
        if card not in doubles:
            resolve_card(play, zone, card)
        play.discard(DECK, card)
    return len(doubles)


def known_card(play: Play, card: str) -> SpawnCard | Description:
    """The card as the pack or the group knows it."""
    if described := play.before.described.get(card):
        return described
    found = deck_copies(play.pack, DECK)[card]
    assert isinstance(found, SpawnCard)
    if found.kind == "unknown":
        raise IllegalCommand("card.undescribed", card=found.number)
    return found


def known_kind(play: Play, card: str) -> str:
    return known_card(play, card).kind


def known_line(play: Play, card: str) -> dict[str, int]:
    """What the card says at the danger level of this moment."""
    found = known_card(play, card)
    if isinstance(found, Description):
        return dict(found.levels.get(play.danger, {}))
    return dict(found.levels.at(play.danger)) if found.levels else {}


def resolve_card(play: Play, zone: str, card: str) -> None:
    """Carry out one card of the zombie deck in a zone."""
    line = known_line(play, card)
    kind = known_kind(play, card)
    if not line:
        play.emit(NothingSpawned(zone=zone, card=card, danger=play.danger))
    elif kind == "extra_activation":
        for zombie, times in line.items():
            play.activate(zombie, "card", times=times)
    elif kind == "necromancer":
        arrive_necromancer(play, zone, card)
    elif kind in ("manhole", "bed"):
        ask_the_board(play, card, line)
    else:
        placed = place(play, line, zone=zone, card=card, why="card")
        if kind == "rush":
            for zombie in placed:
                play.activate(zombie, "rush", zone=zone)


def arrive_necromancer(play: Play, zone: str, card: str) -> None:
    """He and his token in the zone; those already there activate (Black Plague, p. 29)."""
    for zombie, count in known_line(play, card).items():
        if play.board.get(zombie, 0):
            play.activate(zombie, "necromancer")
        if play.reserve(zombie) < count:
            continue  # no miniature, no token: only that activation
        place(play, {zombie: count}, zone=zone, card=card, why="card")
        at_once = "necromancer-spawns-at-once" in play.before.options
        token = Zone(
            id=_free_id(play, f"{zone[:SHORT]}+"),
            kind="necromancer",
            active_from=play.before.round if at_once else next_spawn(play.before),
        )
        play.zones.append(token)
        play.emit(ZoneAdded(zone=token.id, why="necromancer"))


def next_spawn(state: TableState) -> int:
    """What is activated now spawns from the next zombies phase on."""
    return state.round if state.phase == "players" else state.round + 1


def _free_id(play: Play, stem: str) -> str:
    taken = {zone.id for zone in play.zones}
    return next(f"{stem}{n}" for n in range(1, len(taken) + 2) if f"{stem}{n}" not in taken)


def ask_the_board(play: Play, card: str, line: dict[str, int]) -> None:
    """How many manholes or beds there are on tiles with a survivor, only the players see."""
    found = known_card(play, card)
    assert isinstance(found, SpawnCard)
    what = "beds" if found.kind == "bed" else "manholes"
    question = Pending(
        id=_free_question(play, f"{what}-{play.before.round}-{card}"),
        what="beds" if what == "beds" else "manholes",
        card=card,
        colour=found.bed,
        zombies=line,
    )
    play.ask(question)
    play.emit(BoardAsked(question=question.id, what=what, card=card))


def _free_question(play: Play, stem: str) -> str:
    """A card may come twice in a round, if its deck is shuffled between."""
    taken = [one.id for one in play.pending if one.id.startswith(stem)]
    return f"{stem}-{len(taken) + 1}" if taken else stem


def answer_board(state: TableState, command: BoardAnswer, pack: Pack) -> Outcome:
    """Put the zombies on so many places; too few miniatures: one extra activation in all."""
    play = Play(state, pack)
    question = play.answered(command.question)
    if question.what not in ("manholes", "beds"):
        raise UnknownId("question.unknown", question=command.question)
    play.emit(BoardAnswered(question=question.id, places=command.places))
    if command.places:
        zombies = {zombie: each * command.places for zombie, each in question.zombies.items()}
        place(play, zombies, zone=None, card=question.card, why=question.what)
    return play.outcome()


def describe_card(state: TableState, command: CardDescribe, pack: Pack) -> Outcome:
    """What the printed card says, typed by the group; only for cards we do not know."""
    play = Play(state, pack)
    deck = ORDERS if command.does == "order" and ORDERS in pack.decks else DECK
    known = deck_copies(pack, deck)
    card = command.card if command.card in known else f"{deck}-{command.card}"
    found = known.get(card)
    if found is None:
        raise UnknownId("card.impossible", card=command.card, deck=deck)
    if found.sure != "unknown":
        raise IllegalCommand("card.known", card=command.card)
    levels: dict[DangerId, dict[str, int]] = {
        level: dict(zombies) for level, zombies in command.levels.items()
    }
    if deck == ORDERS:
        levels = {level.id: dict(command.brings) for level in pack.danger}
    for zombie in (*command.activates, *(one for line in levels.values() for one in line)):
        zombie_type(pack, zombie)
    described = Description(kind=command.does, levels=levels, activates=dict(command.activates))
    play.fields["described"] = {**state.described, card: described}
    play.emit(CardDescribed(card=card))
    return play.outcome()
