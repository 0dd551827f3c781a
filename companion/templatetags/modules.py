"""A script of a page and all that it imports, so that a browser asks for everything at once."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders

register = template.Library()

IMPORT = re.compile(r'^(?:import|export)\b[^"]*"\./([\w-]+)\.js";$', re.MULTILINE)


@cache
def imports_of(name: str) -> list[str]:
    """The names of all that a script imports, also through others, each once."""
    source = Path(str(finders.find(f"js/{name}.js"))).read_text(encoding="utf-8")
    direct = IMPORT.findall(source)
    return list(dict.fromkeys([*direct, *(far for script in direct for far in imports_of(script))]))


@register.inclusion_tag("parts/_module.html")
def module(name: str) -> dict[str, Any]:
    return {
        "script": f"js/{name}.js",
        "imports": [f"js/{script}.js" for script in imports_of(name)],
    }
