"""Reading the environment."""

from typing import Any

import environ


class Environment(environ.Env):  # type: ignore[misc]
    """A variable that is set to nothing counts as not set, as people expect of `.env` files."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        if self.ENVIRON.get(var) == "":
            del self.ENVIRON[var]
        return super().get_value(var, *args, **kwargs)
