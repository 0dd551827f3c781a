"""Reading the environment."""

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


class Environment(environ.Env):  # type: ignore[misc]
    """A variable that is set to nothing counts as not set, as people expect of `.env` files."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        if self.ENVIRON.get(var) == "":
            del self.ENVIRON[var]
        return super().get_value(var, *args, **kwargs)

    def number(self, var: str, *, default: int, least: int = 0, most: int | None = None) -> int:
        """Return a whole number in its bounds; a sentence names the variable where it is none."""
        text = self.str(var, default=str(default))
        within = f"from {least} to {most}" if most is not None else f"not below {least}"
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise ImproperlyConfigured(
                f"{var}={text}: a whole number {within} is needed, for example {default}."
            )
        return number
