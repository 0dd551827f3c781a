"""What is told of a browser: a few words of what it calls itself, and roughly where it is."""

import re
from ipaddress import IPv4Address, ip_address, ip_network

from django.utils.translation import gettext as _

# The first that is found counts: most browsers also claim to be others.
BROWSERS = (
    ("Edge", r"Edg(A|iOS)?/"),
    ("Opera", r"OPR/|OPT/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("ChromeOS", r"CrOS"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh"),
    ("Linux", r"Linux|X11"),
)
MOST_LETTERS = 300


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, pattern in names if re.search(pattern, agent)), "")


def device_words(agent: str) -> str:
    """As "Firefox on Android"."""
    browser, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser")


def rough_address(address: str | None) -> str:
    """The network an address is in: enough to recognise one's home, not enough to find it."""
    if address is None:
        return ""
    parsed = ip_address(address)
    if isinstance(parsed, IPv4Address):
        return str(parsed).rpartition(".")[0] + ".*"
    if parsed.ipv4_mapped:
        return rough_address(str(parsed.ipv4_mapped))
    return str(ip_network((parsed, 48), strict=False).network_address) + "*"
