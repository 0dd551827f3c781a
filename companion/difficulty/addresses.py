"""Where a plan is measured, alone or beside another, and where it is changed."""

from urllib.parse import urlencode

from django.urls import reverse

from companion.setup.plan import Plan, changed

AGAINST = "against"
"""The second plan in an address, as `game?address`."""


def difficulty_url(plan: Plan, other: Plan | None = None) -> str:
    return beside_url(plan, other.address if other else "")


def beside_url(plan: Plan, address: str) -> str:
    """Return the address of a plan's odds beside another plan, given as `game?address`."""
    query = changed(plan, beside=None)
    against = urlencode({AGAINST: address}) if address else ""
    joined = "&".join(filter(None, (query, against)))
    url = reverse("companion:setup-difficulty", args=[plan.pack.game])
    return f"{url}?{joined}" if joined else url


def set_up_url(plan: Plan, beside: str | None = None) -> str:
    """Return the address of a plan's set-up page, or of a plan to compare it with."""
    query = changed(plan, beside=beside)
    url = reverse("companion:open", args=[plan.pack.game])
    return f"{url}?{query}" if query else url
