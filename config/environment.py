"""Reading the environment. What cannot be is refused at the start, in a sentence that names it."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

MOST = 1_000_000_000
"""Of anything; whoever reckons with more meets numbers that no clock or disk has."""


class Environment(environ.Env):  # type: ignore[misc]
    """A variable that is set to nothing counts as not set, as people expect of `.env` files."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        if self.ENVIRON.get(var) == "":
            del self.ENVIRON[var]
        return super().get_value(var, *args, **kwargs)

    def read_file(self, path: Path) -> None:
        """Read a `.env` file; one that is not there is none."""
        try:
            self.read_env(path)
        except UnicodeDecodeError as error:
            raise ImproperlyConfigured(f"{path}: text in UTF-8 is needed.") from error

    def number(self, var: str, *, default: int, least: int = 0, most: int = MOST) -> int:
        """Return a whole number in its bounds; a sentence names the variable where it is none."""
        text = self.str(var, default=str(default))
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            has_end = most < MOST or number > most
            within = f"from {least} to {most}" if has_end else f"not below {least}"
            raise ImproperlyConfigured(
                f"{var}={text}: a whole number {within} is needed, for example {default}."
            )
        return number

    def rate(self, var: str, *, default: str) -> str:
        """Return so many in a while."""
        text: str = self.str(var, default=default)
        if not re.fullmatch(r"\d+/[smhd][a-z]*", text, re.ASCII):
            raise ImproperlyConfigured(
                f"{var}={text}: so many in a second, min, hour or day are needed, "
                f"for example {default}."
            )
        return text

    def one_of(self, var: str, options: tuple[str, ...]) -> str:
        """Return one of them; the first is the default."""
        text: str = self.str(var, default=options[0])
        if text not in options:
            raise ImproperlyConfigured(f"{var}={text}: one of {', '.join(options)} is needed.")
        return text

    def address(self, var: str, *, schemes: tuple[str, ...], example: str, path: str = ".*") -> str:
        """Return the address of a service, or nothing; its `path` is of that form.

        It may hold a password, so nobody is told it.
        """
        text: str = self.str(var, default="")
        try:
            parts = urlsplit(text)
            is_one = parts.scheme in schemes and parts.port != 0 and re.fullmatch(path, parts.path)
        except ValueError:  # a port that is no number
            is_one = False
        if text and not is_one:
            raise ImproperlyConfigured(f"{var}: an address is needed, for example {example}")
        return text

    def time_zone(self, var: str, *, default: str) -> str:
        text: str = self.str(var, default=default)
        try:
            ZoneInfo(text)
        except (LookupError, ValueError, OSError) as error:
            raise ImproperlyConfigured(
                f"{var}={text}: the name of a time zone is needed, for example {default}."
            ) from error
        return text
