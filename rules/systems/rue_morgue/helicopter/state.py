from rules.state import Record


class Helicopter(Record, frozen=True, kw_only=True):
    """Who sits in it, and what lies in it."""

    pilot: str | None = None
    passengers: tuple[str, ...] = ()
    flies: bool = False
    cargo: tuple[str, ...] = ()
    """Copies of equipment that lie in it."""

    @property
    def aboard(self) -> tuple[str, ...]:
        return (*((self.pilot,) if self.pilot else ()), *self.passengers)
