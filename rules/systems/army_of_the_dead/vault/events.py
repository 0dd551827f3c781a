from typing import ClassVar

from rules.events import BaseEvent


class VaultThrown(BaseEvent, tag="vault.thrown", frozen=True, kw_only=True):
    survivor: str
    faces: tuple[int, ...]
    throws: int


class VaultHelped(BaseEvent, tag="vault.helped", frozen=True, kw_only=True):
    faces: tuple[int, ...]
    by: str | None


class VaultOpened(BaseEvent, tag="vault.opened", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str


class VaultBeaten(BaseEvent, tag="vault.beaten", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    faces: tuple[int, ...]
