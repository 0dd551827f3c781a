"""What reaches everybody in a zone: molotovs, dragon fire, explosives."""

from rules.commands import BilePlace, BlastResolve
from rules.errors import IllegalCommand
from rules.events import BilePlaced, BlastWentOff, ZombiesCorrected
from rules.mechanics.cards import card_of, effect_of, named_card
from rules.mechanics.inventory import drop, holder
from rules.mechanics.kills import award, bury
from rules.mechanics.noise import make_noise
from rules.mechanics.wounds import LostWhen, eliminate, hurt
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.play import Play, zombie_type
from rules.ruleset import Handler, Outcome
from rules.state import TableState

BILE, TORCH = "place-bile", "ignite-bile"
KILLS_ALL = ("eliminate-all", TORCH)


def blaster(lost_when: LostWhen) -> Handler:
    """The handler of `blast.resolve`."""

    def resolve_blast(state: TableState, command: BlastResolve, pack: Pack) -> Outcome:
        """Everybody in the zone dies, or takes the damage of all that goes off together."""
        play = Play(state, pack)
        if command.survivor is not None:
            play.in_play(command.survivor)
        cards = [named_card(pack, name) for name in command.cards]
        damage = _damage(cards)
        _spend(play, command, cards)
        play.emit(BlastWentOff(survivor=command.survivor, cards=command.cards, damage=damage))
        _kill_zombies(play, command, cards, damage)
        for key in dict.fromkeys(command.survivors_in_zone):
            play.in_play(key)
            if damage is None:
                eliminate(play, key, lost_when)
            else:
                hurt(play, key, damage, "friendly_fire", lost_when)
        return play.outcome()

    return resolve_blast


def _damage(cards: list[Equipment]) -> int | None:
    """Explosives add up (Army of the Dead, p. 26); None when one of them kills everything."""
    total, kills_all = 0, False
    for card in cards:
        if any(effect_of(card, do) for do in KILLS_ALL) or any(
            profile.kills_all for profile in card.profiles
        ):
            kills_all = True
            continue
        exploding = effect_of(card, "explode")
        printed = [profile.damage for profile in card.profiles if profile.damage]
        damage = exploding.damage if exploding else next(iter(printed), None)
        if damage is None or not (exploding or effect_of(card, "damage-all")):
            raise IllegalCommand("blast.no_blast", weapon=card.id)
        total += damage
    return None if kills_all else total


def _spend(play: Play, command: BlastResolve, cards: list[Equipment]) -> None:
    """What somebody carries is used up; fire needs bile on the board; all else is noisy."""
    if any(effect_of(card, TORCH) for card in cards):
        if not play.before.bile:
            raise IllegalCommand("bile.none")
        play.fields["bile"] = play.before.bile - 1
    for key, survivor in list(play.survivors.items()):
        for copy in command.cards:
            if command.cards.count(copy) > 1 and copy in survivor.inventory.values():
                raise IllegalCommand("item.twice")
            if copy in survivor.inventory.values():
                drop(play, key, copy)
    noisy = (profile.noisy for card in cards for profile in card.profiles)
    if any(noisy) or any(card.noisy or effect_of(card, "explode") for card in cards):
        make_noise(play, command.survivor)


def _kill_zombies(
    play: Play, command: BlastResolve, cards: list[Equipment], damage: int | None
) -> None:
    """Points go to whoever set it off; traps and TNT give none (Army of the Dead, p. 26)."""
    gives_points = all(effect.points != 0 for card in cards for effect in card.effects)
    for zombie, count in command.targets.items():
        if not count:
            continue
        kind = zombie_type(play.pack, zombie)
        if kind.becomes is not None:
            unmask(play, zombie)
        tough = kind.toughness is not None and damage is not None and kind.toughness > damage
        is_immune = kind.killed_by == "nothing" or (kind.killed_by == "all" and damage is not None)
        if is_immune or tough:
            continue
        bury(play, command.survivor, zombie, count)
        if command.survivor is not None and gives_points:
            award(play, command.survivor, zombie, count)


def unmask(play: Play, zombie: str) -> None:
    """An explosive takes Zeus' helmet off; from then on he is Zeus (Army of the Dead, p. 18)."""
    there = play.board.get(zombie, 0)
    becomes = zombie_type(play.pack, zombie).becomes
    if there and becomes is not None:
        play.board[zombie] = 0
        play.emit(ZombiesCorrected(zombie=zombie, before=there, after=0))
        play.board[becomes] = play.board.get(becomes, 0) + there
        play.emit(ZombiesCorrected(zombie=becomes, before=0, after=there))


def place_bile(state: TableState, command: BilePlace, pack: Pack) -> Outcome:
    """A token at range 0-1; with all of them on the board one moves (Black Plague, p. 35)."""
    play = Play(state, pack)
    play.in_play(command.survivor)
    holder(play, command.survivor, command.card)
    if effect_of(card_of(pack, command.card), BILE) is None:
        raise IllegalCommand("bile.no_bile")
    drop(play, command.survivor, command.card)
    tokens = min(state.bile + 1, pack.bile_tokens)
    play.fields["bile"] = tokens
    play.emit(BilePlaced(survivor=command.survivor, tokens=tokens))
    return play.outcome()
