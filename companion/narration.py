"""The log in words: events are keys and numbers, their sentences are made for the reader."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from companion.city.narration import CITY_SENTENCES, CityTeller
from companion.house_rules import option_word
from companion.models import LogEntry
from companion.plurals import counted, plural
from companion.terms import danger_word, field_word, phase_word, value_word, why_word
from rules import Cover, Event, Pack, State, TableState, events
from rules.systems.city_of_horror import CityPack, CityState


class Teller:
    """One event of one table, and the words for what it names."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.language = get_language() or "en"

    def survivor(self, key: str | None) -> str:
        if key is None:
            return _("the table")
        found = self.state.survivors.get(key)
        return found.name if found else key

    def zombies(self, zombie: str, count: int) -> str:
        """`3 Walkers`: the pack's word with its number."""
        return counted(count, self.zombie(zombie), self.language)

    def several(self, zombie: str) -> str:
        """`Walkers`: all of a type."""
        return plural(self.zombie(zombie), self.language)

    def zombie(self, zombie: str) -> str:
        for one in self.pack.zombies:
            if one.id == zombie:
                return one.name.in_language(self.language)
        return zombie

    def skill(self, skill: str) -> str:
        found = self.pack.skills.get(skill)
        return found.name.in_language(self.language) if found else skill

    def weapon(self, name: str) -> str:
        """A weapon by card or copy id; what the players typed stays as it is."""
        for card in self.pack.equipment:
            if card.id in (name, name.rpartition("-")[0]):
                return card.name.in_language(self.language)
        return name

    def card(self, card: str) -> str:
        """A card by the number or name printed on it."""
        for deck in self.pack.decks.values():
            if card.startswith(f"{deck.id}-"):
                return card.removeprefix(f"{deck.id}-")
        return card

    def special(self, copy: str) -> str:
        """A card of a special deck by its name, else by its id."""
        for deck in self.pack.decks.values():
            for card in deck.cards:
                if copy.rpartition("-")[0] == card.id and card.name is not None:
                    return card.name.in_language(self.language)
        return copy

    def deck(self, deck: str) -> str:
        if deck == "dice":
            return _("dice")
        found = self.pack.decks.get(deck)
        return found.name.in_language(self.language) if found else deck

    def path(self, path: str) -> str:
        """What a correction has set: `survivors.ann.points` as "points of Ann"."""
        where, *rest = path.split(".")
        if where == "board":
            return self.zombie(rest[0])
        name = field_word(rest[-1] if rest else where)
        if not rest:
            return name
        of = self.survivor(rest[0]) if where == "survivors" else self.zone(rest[0])
        return _("%(what)s of %(of)s") % {"what": name, "of": of}

    def value(self, value: object) -> str:
        """A value as the reader would say it."""
        if value is None or value == ():
            return "—"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, tuple):
            return ", ".join(self.skill(one) for one in value)
        return value_word(str(value))

    def zone(self, zone: str | None) -> str:
        return zone or _("the board")

    def points_unit(self) -> str:
        return self.pack.points.in_language(self.language)

    def faces(self, faces: tuple[int, ...]) -> str:
        return " ".join(str(face) for face in faces)


Sentence = Callable[[Any, Any], str]
"""An event, and the teller of its game."""

SENTENCES: dict[type, Sentence] = {
    **CITY_SENTENCES,
    events.PhaseBegan: lambda e, t: (
        _("round %(round)d, %(phase)s") % {"round": e.round, "phase": phase_word(e.phase)}
    ),
    events.FirstPlayerPassed: lambda e, t: (
        _("%(player)s goes first") % {"player": e.player or _("Keeper")}
    ),
    events.ClockAdvanced: lambda e, t: _("it is %(hour)d:00") % {"hour": e.hour},
    events.NightFell: lambda e, t: _("night falls"),
    events.DayBroke: lambda e, t: _("day breaks"),
    events.MissionWon: lambda e, t: _("mission won"),
    events.MissionLost: lambda e, t: _("mission lost"),
    events.MissionAbandoned: lambda e, t: _("mission abandoned"),
    events.PointsGained: lambda e, t: (
        _("%(survivor)s %(change)+d %(unit)s")
        % {
            "survivor": t.survivor(e.survivor),
            "change": e.after - e.before,
            "unit": t.points_unit(),
        }
    ),
    events.DangerRaised: lambda e, t: (
        _("%(survivor)s reaches %(level)s")
        % {"survivor": t.survivor(e.survivor), "level": danger_word(e.after)}
    ),
    events.ChoiceDue: lambda e, t: (
        _("%(survivor)s chooses a skill") % {"survivor": t.survivor(e.survivor)}
    ),
    events.SkillGained: lambda e, t: (
        _("%(survivor)s gains %(skill)s")
        % {"survivor": t.survivor(e.survivor), "skill": t.skill(e.skill)}
    ),
    events.Wounded: lambda e, t: (
        ngettext(
            "%(survivor)s takes %(count)d wound", "%(survivor)s takes %(count)d wounds", e.count
        )
        % {"survivor": t.survivor(e.survivor), "count": e.count}
    ),
    events.Healed: lambda e, t: (
        ngettext(
            "%(survivor)s heals %(count)d wound", "%(survivor)s heals %(count)d wounds", e.count
        )
        % {"survivor": t.survivor(e.survivor), "count": e.count}
    ),
    events.KnockedOut: lambda e, t: (
        _("%(survivor)s is out of action") % {"survivor": t.survivor(e.survivor)}
    ),
    events.Rescued: lambda e, t: (
        _("%(survivor)s is picked up") % {"survivor": t.survivor(e.survivor)}
    ),
    events.Died: lambda e, t: _("%(survivor)s dies") % {"survivor": t.survivor(e.survivor)},
    events.Escaped: lambda e, t: _("%(survivor)s escapes") % {"survivor": t.survivor(e.survivor)},
    events.CardDrawn: lambda e, t: (
        _("%(zone)s: card %(card)s") % {"zone": e.zone, "card": t.card(e.card)}
        if e.zone
        else _("drawn: %(card)s") % {"card": t.weapon(t.card(e.card))}
    ),
    events.DeckReshuffled: lambda e, t: _("the discard pile is shuffled back"),
    events.CardDescribed: lambda e, t: _("card %(card)s is described") % {"card": t.card(e.card)},
    events.ItemFound: lambda e, t: (
        _("%(survivor)s finds %(item)s")
        % {"survivor": t.survivor(e.survivor), "item": t.weapon(e.card)}
    ),
    events.ItemDiscarded: lambda e, t: (
        _("%(survivor)s discards %(item)s")
        % {"survivor": t.survivor(e.survivor), "item": t.weapon(e.card)}
    ),
    events.ItemMoved: lambda e, t: (
        _("%(item)s to %(survivor)s") % {"survivor": t.survivor(e.to), "item": t.weapon(e.card)}
    ),
    events.DiceRolled: lambda e, t: _("dice: %(faces)s") % {"faces": t.faces(e.faces)},
    events.ZombiesPlaced: lambda e, t: (
        _("%(zone)s: %(zombies)s")
        % {"zone": t.zone(e.zone), "zombies": t.zombies(e.zombie, e.count)}
    ),
    events.ZombiesShort: lambda e, t: (
        _("%(zombies)s missing in the box") % {"zombies": t.zombies(e.zombie, e.missing)}
    ),
    events.ActivationExtra: lambda e, t: (
        _("extra activation: %(zombie)s (%(why)s)")
        % {"zombie": t.zombie(e.zombie), "why": why_word(e.why)}
    ),
    events.NothingSpawned: lambda e, t: _("%(zone)s: nobody comes") % {"zone": t.zone(e.zone)},
    events.SpawnDoubled: lambda e, t: (
        _("%(zone)s draws %(draws)d cards") % {"zone": t.zone(e.zone), "draws": e.draws}
    ),
    events.BoardAsked: lambda e, t: (
        pgettext("asks the players", "card %(card)s asks: how many?") % {"card": t.card(e.card)}
    ),
    events.BoardAnswered: lambda e, t: (
        ngettext("%(places)d place on the board", "%(places)d places on the board", e.places)
        % {"places": e.places}
    ),
    events.ZombiesKilled: lambda e, t: (
        _("%(survivor)s kills %(zombies)s")
        % {"survivor": t.survivor(e.survivor), "zombies": t.zombies(e.zombie, e.count)}
    ),
    events.AttackRolled: lambda e, t: (
        ngettext(
            "%(survivor)s rolls %(faces)s: %(hits)d hit",
            "%(survivor)s rolls %(faces)s: %(hits)d hits",
            e.hits,
        )
        % {
            "survivor": t.survivor(e.survivor),
            "faces": t.faces(e.faces + e.all_out + e.ammo),
            "hits": e.hits,
        }
    ),
    events.HitWasted: lambda e, t: (
        ngettext("%(count)d hit wasted", "%(count)d hits wasted", e.count) % {"count": e.count}
    ),
    events.FriendlyFire: lambda e, t: (
        ngettext(
            "friendly fire: %(survivor)s takes %(count)d wound",
            "friendly fire: %(survivor)s takes %(count)d wounds",
            e.wounds,
        )
        % {"survivor": t.survivor(e.survivor), "count": e.wounds}
    ),
    events.WeaponBroken: lambda e, t: _("%(weapon)s breaks") % {"weapon": t.weapon(e.weapon)},
    events.WeaponEmpty: lambda e, t: _("%(weapon)s is empty") % {"weapon": t.weapon(e.weapon)},
    events.SleepersWoke: lambda e, t: (
        ngettext("%(count)d sleeper wakes", "%(count)d sleepers wake", e.count) % {"count": e.count}
    ),
    events.SleepersKilled: lambda e, t: (
        ngettext(
            "%(survivor)s eliminates %(count)d sleeper",
            "%(survivor)s eliminates %(count)d sleepers",
            e.count,
        )
        % {"survivor": t.survivor(e.survivor), "count": e.count}
    ),
    events.LightSwitched: lambda e, t: (
        (_("%(survivor)s: light on") if e.on else _("%(survivor)s: light off"))
        % {"survivor": t.survivor(e.survivor)}
    ),
    events.ZombiesCorrected: lambda e, t: (
        _("on the board: %(zombies)s") % {"zombies": t.zombies(e.zombie, e.after)}
    ),
    events.ZoneAdded: lambda e, t: _("spawn zone %(zone)s added") % {"zone": e.zone},
    events.ZoneRemoved: lambda e, t: _("spawn zone %(zone)s removed") % {"zone": e.zone},
    events.ZoneActivated: lambda e, t: (
        _("spawn zone %(zone)s active from round %(round)d") % {"zone": e.zone, "round": e.round}
    ),
    events.ZoneDeactivated: lambda e, t: _("spawn zone %(zone)s inactive") % {"zone": e.zone},
    events.NecromancerEscaped: lambda e, t: (
        ngettext(
            "the necromancer escapes: %(tokens)d spawn token",
            "the necromancer escapes: %(tokens)d spawn tokens",
            e.tokens,
        )
        % {"tokens": e.tokens}
    ),
    events.SkillUsed: lambda e, t: (
        _("%(survivor)s uses %(skill)s")
        % {"survivor": t.survivor(e.survivor), "skill": t.skill(e.skill)}
    ),
    events.SurvivorDescribed: lambda e, t: (
        _("the card of %(survivor)s is known now") % {"survivor": t.survivor(e.survivor)}
    ),
    events.ActionsSpent: lambda e, t: (
        ngettext(
            "%(survivor)s: %(left)d action left",
            "%(survivor)s: %(left)d actions left",
            e.left,
        )
        % {"survivor": t.survivor(e.survivor), "left": e.left}
    ),
    events.ExtraActionUsed: lambda e, t: (
        ngettext(
            "%(survivor)s takes an extra action, %(left)d left",
            "%(survivor)s takes an extra action, %(left)d left",
            e.left,
        )
        % {"survivor": t.survivor(e.survivor), "left": e.left}
    ),
    events.TableCorrected: lambda e, t: (
        _("set by hand: %(what)s, %(before)s to %(after)s")
        % {"what": t.path(e.path), "before": t.value(e.before), "after": t.value(e.after)}
    ),
    events.OptionSwitched: lambda e, t: (
        (_("house rule on: %(rule)s") if e.on else _("house rule off: %(rule)s"))
        % {"rule": option_word(e.option)}
    ),
    events.SourceSwitched: lambda e, t: (
        (_("the table draws: %(deck)s") if e.source == "table" else _("the app draws: %(deck)s"))
        % {"deck": t.deck(e.deck)}
    ),
    events.CardSetAside: lambda e, t: (
        (_("card %(card)s is back in the game") if e.back else _("card %(card)s leaves the game"))
        % {"card": t.card(e.card)}
    ),
    events.ZonesOrdered: lambda e, t: _("spawn order: %(zones)s") % {"zones": ", ".join(e.zones)},
    events.BlastWentOff: lambda e, t: (
        (
            _("%(cards)s: everybody in the zone dies")
            if e.damage is None
            else _("%(cards)s: damage %(damage)d to everybody in the zone")
        )
        % {"cards": ", ".join(t.weapon(one) for one in e.cards), "damage": e.damage or 0}
    ),
    events.BilePlaced: lambda e, t: (
        _("%(survivor)s places bile") % {"survivor": t.survivor(e.survivor)}
    ),
    events.ArmourRolled: lambda e, t: (
        _("armour of %(survivor)s, %(value)d+: %(faces)s, %(saved)d stopped")
        % {
            "survivor": t.survivor(e.survivor),
            "value": e.value,
            "faces": t.faces(e.faces),
            "saved": e.saved,
        }
    ),
    events.WoundsIgnored: lambda e, t: (
        ngettext(
            "%(survivor)s ignores %(count)d wound",
            "%(survivor)s ignores %(count)d wounds",
            e.count,
        )
        % {"survivor": t.survivor(e.survivor), "count": e.count}
    ),
    events.WeaponReloaded: lambda e, t: (
        _("%(survivor)s reloads %(weapon)s")
        % {"survivor": t.survivor(e.survivor), "weapon": t.weapon(e.weapons[0])}
    ),
    events.DoorTried: lambda e, t: (
        (
            _("%(survivor)s opens a door with %(weapon)s")
            if e.opened
            else _("%(survivor)s does not get a door open with %(weapon)s")
        )
        % {"survivor": t.survivor(e.survivor), "weapon": t.weapon(e.card)}
    ),
    events.NoiseMade: lambda e, t: (
        ngettext("%(tokens)d noise token", "%(tokens)d noise tokens", e.tokens)
        % {"tokens": e.tokens}
    ),
    events.ZombiesAttacked: lambda e, t: (
        ngettext(
            "%(zombies)s attack: %(wounds)d wound",
            "%(zombies)s attack: %(wounds)d wounds",
            e.wounds,
        )
        % {
            "zombies": ", ".join(t.zombies(zombie, count) for zombie, count in e.zombies.items()),
            "wounds": e.wounds,
        }
    ),
    events.ZombiesSplit: lambda e, t: (
        _("%(zombies)s split on %(routes)d routes")
        % {
            "zombies": ", ".join(t.zombies(zombie, count) for zombie, count in e.zombies.items()),
            "routes": e.routes,
        }
    ),
    events.SupplyChanged: lambda e, t: (
        _("miniatures of other boxes: %(zombies)s") % {"zombies": t.zombies(e.zombie, e.count)}
    ),
    events.ZeusCame: lambda e, t: _("%(zombie)s comes") % {"zombie": t.zombie(e.zombie)},
    events.VaultThrown: lambda e, t: (
        _("vault, throw %(throws)d: %(faces)s") % {"throws": e.throws, "faces": t.faces(e.faces)}
    ),
    events.VaultHelped: lambda e, t: (
        _("help at the vault: %(faces)s") % {"faces": t.faces(e.faces)}
    ),
    events.VaultBeaten: lambda e, t: _("the traps of the vault are beaten"),
    events.PersonalDrawn: lambda e, t: (
        _("personal objective of %(survivor)s") % {"survivor": t.survivor(e.survivor)}
    ),
    events.PersonalMet: lambda e, t: (
        _("a personal objective is met") if e.met else _("a personal objective is open again")
    ),
    events.TeamActionUsed: lambda e, t: (
        _("team %(team)s: %(card)s") % {"team": e.team, "card": t.special(e.card)}
    ),
    events.TimeAdvanced: lambda e, t: (
        _("time meter: box %(box)d of %(last)d") % {"box": e.box, "last": e.last}
    ),
}


def narrate(event: Event, state: State, pack: Cover) -> str:
    """One event as a short line."""
    return SENTENCES[type(event)](event, teller_of(state, pack))


def teller_of(state: State, pack: Cover) -> Teller | CityTeller:
    """Whoever has the words for what the events of this game name."""
    if isinstance(state, CityState) and isinstance(pack, CityPack):
        return CityTeller(state, pack)
    assert isinstance(state, TableState)
    assert isinstance(pack, Pack)
    return Teller(state, pack)


HEADLINES = 3
STEPS = {"spawn.resolve", "building.open"}


def headline(entry: LogEntry, state: State, pack: Cover) -> str:
    """What an entry did, in the few words the undo bar has room for."""
    happened = entry.events
    zones = [one.zone for one in happened if isinstance(one, events.CardDrawn) and one.zone]
    if zones and any(f'"{kind}"' in entry.command_json[:40] for kind in STEPS):
        count = len(zones)
        return ngettext("spawn, %(count)d card", "spawn, %(count)d cards", count) % {"count": count}
    rolled = happened[0] if happened else None
    if isinstance(rolled, events.AttackRolled):
        kills = sum(one.count for one in happened if isinstance(one, events.ZombiesKilled))
        words = ngettext(
            "attack of %(survivor)s, %(kills)d kill",
            "attack of %(survivor)s, %(kills)d kills",
            kills,
        )
        teller = teller_of(state, pack)
        assert isinstance(teller, Teller)
        return words % {"survivor": teller.survivor(rolled.survivor), "kills": kills}
    told = [one for one in happened if not isinstance(one, events.CardDrawn)] or happened
    return ", ".join(narrate(event, state, pack) for event in told[:HEADLINES])
