"""The shapes of answers: structs that name what they show of a struct of the rules."""

from collections.abc import Callable
from typing import Any, Self, TypeVar

import msgspec
from msgspec import structs


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Part of an answer."""

    @classmethod
    def of(cls, source: object, **more: Any) -> Self:
        """Return the view with the fields in `more`; all others are read from the source."""
        names = (name for name in cls.__struct_fields__ if name not in more)
        return cls(**{name: getattr(source, name) for name in names}, **more)


AnyView = TypeVar("AnyView", bound=View)


def shows(source: type[msgspec.Struct], names: str) -> Callable[[type[AnyView]], type[AnyView]]:
    """Return a decorator that makes a view with these fields, in this order.

    The fields that the class declares keep their type; all others have that of the source.
    """
    types = {field.name: field.type for field in structs.fields(source)}

    def made(view: type[AnyView]) -> type[AnyView]:
        own = {field.name: field.type for field in structs.fields(view)}
        shown = [(name, own.pop(name) if name in own else types[name]) for name in names.split()]
        assert not own, f"{view.__name__} declares fields that it does not show: {', '.join(own)}"
        return msgspec.defstruct(  # type: ignore[return-value]
            view.__name__,
            shown,
            bases=(View,),
            namespace={"__doc__": view.__doc__},
            module=view.__module__,
            frozen=True,
            kw_only=True,
        )

    return made
