"""`legal_commands`: the one source for buttons, validation and generated tests."""

from collections.abc import Callable, Iterator
from typing import Any, overload

from rules import commands
from rules.commands import Command
from rules.mechanics.actions import actions_of
from rules.mechanics.attacks import needs_magazine
from rules.mechanics.cards import card_of, effect_of, equipment_decks
from rules.mechanics.danger import skill_options
from rules.mechanics.inventory import slots_of
from rules.mechanics.skills import skills_of, tree_of
from rules.mechanics.spawn import DECK, active_zones
from rules.mechanics.teams import TENTS
from rules.mechanics.wounds import health_of
from rules.packs.schema import Pack
from rules.packs.schema.pack import Cover
from rules.play import Play, zombie_type
from rules.registry import AnyCommand, games, rulesets
from rules.state import State, Survivor, TableState

Offer = Callable[[TableState, Pack], Iterator[Command]]


def _made(kind: Any, **fields: object) -> Command:
    """A command whose `id` and `seen` are the sender's to fill in."""
    made: Command = kind(id="00000000", seen=0, **fields)
    return made


@overload
def legal_commands(state: TableState, pack: Pack) -> tuple[Command, ...]: ...
@overload
def legal_commands(state: State, pack: Cover) -> tuple[AnyCommand, ...]: ...
def legal_commands(state: Any, pack: Any) -> tuple[Any, ...]:
    """Every command that would be accepted now, in its smallest step.

    Left out is what needs something only the table knows: cards and dice of its own, a new
    zone's name, what an unknown card says.
    """
    own = games[state.game].legal
    return own(state, pack) if own else _of_the_family(state, pack)


def _of_the_family(state: TableState, pack: Pack) -> tuple[Command, ...]:
    known = rulesets[state.game].handlers
    offered = (command for offer in OFFERS for command in offer(state, pack))
    return tuple(command for command in offered if type(command) in known)


def _flow(state: TableState, pack: Pack) -> Iterator[Command]:
    if state.result is not None:
        return
    yield _made(commands.PhaseNext)
    for result in ("won", "lost", "abandoned"):
        yield _made(commands.MissionEnd, result=result)
    zones = active_zones(Play(state, pack))
    rolls = any(zone.locators for zone in zones)
    app_does_it = _app_draws(state, pack) and (state.dice == "app" or not rolls)
    if zones and app_does_it and state.phase == "zombies" and not state.spawned:
        yield _made(commands.SpawnResolve)


def _app_draws(state: TableState, pack: Pack) -> bool:
    """Whether the app draws all that a spawn step may ask for."""
    asked = [name for name in state.decks if name not in equipment_decks(pack)]
    return all(state.decks[name].source == "app" for name in asked)


def _cards(state: TableState, pack: Pack) -> Iterator[Command]:
    if _app_draws(state, pack):
        yield _made(commands.BuildingOpen, zones=("room",))
        yield _made(commands.BuildingOpen, zones=("hall", "kitchen", "cellar"))
    yield _made(commands.DeckReshuffle, deck=DECK)


def _items(state: TableState, pack: Pack) -> Iterator[Command]:
    for key, survivor in state.survivors.items():
        slots = _free_of_wounds(state, key, pack)
        for copy in (*survivor.inventory.values(), *survivor.found):
            yield _made(commands.DeckDiscard, survivor=key, card=copy)
        if survivor.status != "in_play":
            continue
        for name in equipment_decks(pack):
            deck = state.decks[name]
            if deck.source == "app" and (deck.draw or deck.discard):
                yield _made(commands.DeckDraw, deck=name, survivor=key)
            if deck.draw:
                yield _made(commands.DeckTake, deck=name, survivor=key, card=deck.draw[-1])
        for copy in [*survivor.inventory.values(), *survivor.found][:2]:
            yield _made(commands.ItemMove, survivor=key, card=copy, slot=slots[-1])
            for other, one in state.survivors.items():
                if other != key and one.status == "in_play":
                    there = _free_of_wounds(state, other, pack)[0]
                    yield _made(commands.ItemMove, survivor=key, card=copy, slot=there, to=other)
        for copy in survivor.turned:
            magazine = _magazine(survivor, pack) if needs_magazine(card_of(pack, copy)) else None
            if magazine or card_of(pack, copy).reload:
                yield _made(commands.WeaponReload, survivor=key, cards=(copy,), magazine=magazine)


def _free_of_wounds(state: TableState, key: str, pack: Pack) -> list[str]:
    blocked = state.survivors[key].blocked
    return [slot for slot in slots_of(state, key, pack) if slot not in blocked]


def _magazine(survivor: Survivor, pack: Pack) -> str | None:
    carried = survivor.inventory.values()
    return next((copy for copy in carried if effect_of(card_of(pack, copy), "reload")), None)


def _survivors(state: TableState, pack: Pack) -> Iterator[Command]:
    for key, survivor in state.survivors.items():
        if survivor.points:
            yield _made(commands.PointsAward, survivor=key, amount=-1)
        if survivor.status == "out_of_action" and survivor.down_since is not None:
            yield _made(commands.SurvivorRescue, survivor=key)
        if survivor.status != "in_play":
            continue
        yield _made(commands.PointsAward, survivor=key, amount=1)
        yield _made(commands.PointsAward, survivor=key, amount=12)
        if survivor.wounds < health_of(pack, key):
            yield _made(commands.WoundTake, survivor=key)
        if survivor.wounds:
            yield _made(commands.WoundHeal, survivor=key)
        yield _made(commands.SurvivorEscape, survivor=key)


def _questions(state: TableState, pack: Pack) -> Iterator[Command]:
    for question in state.pending:
        if question.what == "token":
            continue  # answered by `necromancer.kill`, see the zones
        if question.what == "wound":
            for copy in state.survivors[question.survivor or ""].inventory.values():
                yield _made(commands.WoundPlace, survivor=question.survivor, card=copy)
            continue
        if question.what != "skill":
            for places in (0, 1, 3):
                yield _made(commands.BoardAnswer, question=question.id, places=places)
            continue
        key = question.survivor or ""
        assert question.level is not None
        options = skill_options(state, pack, key, question.level) or tuple(pack.skills)[:3]
        own = state.survivors[key].skills + (tree_of(state, pack, key).blue or ())
        for skill in options:
            if skill not in own:
                yield _made(commands.SkillChoose, survivor=key, skill=skill)


def _zombies(state: TableState, pack: Pack) -> Iterator[Command]:
    killer = next((k for k, one in state.survivors.items() if one.status == "in_play"), None)
    play = Play(state, pack)
    for zombie in pack.zombies:
        if state.board.get(zombie.id):
            yield _made(commands.ZombiesRemove, zombie=zombie.id)
            if zombie.killed_by != "nothing":
                yield _made(commands.ZombiesKill, zombie=zombie.id, survivor=killer, means="all")
        if play.reserve(zombie.id) > 0:
            yield _made(commands.ZombiesAdd, zombie=zombie.id)


def _attacks(state: TableState, pack: Pack) -> Iterator[Command]:
    """An attack on everything on the board, with a typed weapon; the dice must be the app's."""
    standing = {zombie: count for zombie, count in state.board.items() if count}
    if state.dice != "app" or not standing:
        return
    there = [key for key, one in state.survivors.items() if one.status == "in_play"]
    for key in there[:1]:
        yield _made(commands.ZombiesSplit, zombies=standing, routes=2)
        first = next(iter(standing))
        wounds = zombie_type(pack, first).wounds
        yield _made(commands.ZombiesAttack, zombies={first: 1}, wounds={key: wounds})
        for card in pack.equipment:
            if effect_of(card, "eliminate-all"):
                yield _made(commands.BlastResolve, cards=(card.id,), survivor=key, targets=standing)
        for mode in ("melee", "ranged"):
            yield _made(
                commands.AttackResolve,
                survivor=key,
                mode=mode,
                targets=standing,
                survivors_in_zone=tuple(there),
                profile=commands.WeaponProfile(name="any", dice=4, accuracy=3, damage=2, all_out=2),
                all_out=mode == "melee",
            )
        for copy in state.survivors[key].inventory.values():
            card = card_of(pack, copy)
            if card.doors is not None and card.doors.roll is None:
                yield _made(commands.DoorOpen, survivor=key, card=copy)
    yield _made(commands.NoiseMake)


def _night(state: TableState, pack: Pack) -> Iterator[Command]:
    for key, survivor in state.survivors.items():
        if survivor.status == "in_play":
            switch = commands.LightOff if survivor.light else commands.LightOn
            yield _made(switch, survivor=key)
            yield _made(commands.SleepersKill, survivor=key, count=2)
    yield _made(commands.SleepersWake, count=3)
    shines = any(one.light and one.status == "in_play" for one in state.survivors.values())
    if shines and state.board and state.phase == "players" and not state.light_seen:
        yield _made(commands.LightSeen, zombies={next(iter(state.board)): 1})


def _special(state: TableState, pack: Pack) -> Iterator[Command]:
    """What only one game has. Decks and dice must be the app's to be offered here."""
    decks = {name for name, deck in state.decks.items() if deck.source == "app" and deck.draw}
    there = [key for key, one in state.survivors.items() if one.status == "in_play"]
    has_zeus = any(zombie.id == "zeus" for zombie in pack.zombies)
    is_due = has_zeus and any(zone.kind == "zeus" for zone in state.zones)
    if is_due and Play(state, pack).reserve("zeus"):
        yield _made(commands.ZeusPlace, zombie="zeus")
    if TENTS in decks:
        yield _made(commands.TentOpen, zone="tent")
    for question in state.objectives:
        yield _made(commands.PersonalMeet, card=question.card, met=not question.met)
    if state.dice == "app" and there:
        if state.vault is None or state.vault.beaten or state.vault.throws == state.vault.most:
            yield _made(commands.VaultAttempt, survivor=there[0])
        elif state.vault.throws < state.vault.most:
            yield _made(commands.VaultThrow, keep=(0, 2))
        if state.vault is not None and not state.vault.beaten:
            face = state.vault.faces[0] % 6 + 1
            yield _made(commands.VaultHelp, how="set", die=0, face=face)
    is_turn = state.phase == "players" and not state.team_actions_used and len(there) > 1
    free = [key for key, cards in state.team_actions.items() if len(cards) > 1]
    if "team-actions" in decks and is_turn and not free:
        yield _made(commands.TeamActionUse, team="us", card=state.decks["team-actions"].draw[0])
    for zombie in pack.zombies[:1]:
        yield _made(commands.SupplyAdd, zombie=zombie.id, count=2)
    empty = [key for key in there if not state.survivors[key].inventory]
    starting = state.decks.get("starting")
    if starting is not None and starting.draw and empty and not state.survivors[empty[0]].found:
        yield _made(commands.EquipmentDeal)


def _zones(state: TableState, pack: Pack) -> Iterator[Command]:
    for zone in state.zones:
        yield _made(commands.ZoneRemove, zone=zone.id)
        switch = commands.ZoneActivate if zone.active_from is None else commands.ZoneDeactivate
        yield _made(switch, zone=zone.id)
        if zone.kind != "necromancer":
            continue
        if state.board.get("necromancer"):
            yield _made(commands.NecromancerEscape, zone=zone.id)
        his = [one.id for one in state.zones if one.kind == "necromancer"]
        together = len(his) > 1 and state.board.get("necromancer", 0) >= len(his)
        if together and state.phase == "zombies":
            yield _made(commands.NecromancerRitual, zones=tuple(his))
        if state.board.get("necromancer") or any(one.what == "token" for one in state.pending):
            for other in state.zones:
                yield _made(commands.NecromancerKill, zone=zone.id, remove=other.id)


def _clock(state: TableState, pack: Pack) -> Iterator[Command]:
    if state.hour is not None:
        yield _made(commands.ClockSet, hour=(state.hour + 6) % 24)


def _turns(state: TableState, pack: Pack) -> Iterator[Command]:
    for key, survivor in state.survivors.items():
        if survivor.status != "in_play":
            continue
        if survivor.actions_used < actions_of(state, key, pack):
            yield _made(commands.ActionSpend, survivor=key)
        if survivor.actions_used:
            yield _made(commands.ActionSpend, survivor=key, count=-1)
        if survivor.extra_actions > survivor.extra_actions_used:
            yield _made(commands.ExtraActionUse, survivor=key)
        for skill in skills_of(state, key, pack):
            if skill in pack.skills and skill not in survivor.used:
                yield _made(commands.SkillUse, survivor=key, skill=skill)


def _house(state: TableState, pack: Pack) -> Iterator[Command]:
    for option in pack.options:
        yield _made(commands.OptionSet, option=option, on=option not in state.options)
    for name, deck in state.decks.items():
        if deck.source == "app":
            yield _made(commands.DeckSource, deck=name, source="table")
        if deck.draw and len(deck.draw) + len(deck.discard) > 1:
            yield _made(commands.DeckSetAside, deck=name, card=sorted(deck.draw)[0])
        if deck.aside:
            yield _made(commands.DeckSetAside, deck=name, card=sorted(deck.aside)[0], back=True)
    if len(state.zones) > 1:
        order = [zone.id for zone in state.zones]
        yield _made(commands.ZoneOrder, zones=tuple(order[1:] + order[:1]))
    yield _made(commands.TableCorrect, path="round", value=state.round + 1)
    for key, one in state.survivors.items():
        yield _made(commands.TableCorrect, path=f"survivors.{key}.points", value=one.points + 7)


OFFERS: tuple[Offer, ...] = (
    _flow,
    _turns,
    _cards,
    _survivors,
    _items,
    _questions,
    _zombies,
    _attacks,
    _night,
    _zones,
    _special,
    _clock,
    _house,
)
