from rules.events import BaseEvent


class TableCorrected(BaseEvent, tag="table.corrected", frozen=True, kw_only=True):
    path: str
    before: int | str | bool | tuple[str, ...] | None
    after: int | str | bool | tuple[str, ...] | None


class OptionSwitched(BaseEvent, tag="option.switched", frozen=True, kw_only=True):
    option: str
    on: bool
