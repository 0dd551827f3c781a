from rules.events import BaseEvent


class WeaponReloaded(BaseEvent, tag="weapon.reloaded", frozen=True, kw_only=True):
    survivor: str
    weapons: tuple[str, ...]
