"""What has been measured of a set-up."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from companion.difficulty.models import Measurement
from companion.setup.plan import Plan
from rules.evenings.policy import NAME
from rules.evenings.setting import Setting, content_hash, setting_of

KEEP = timedelta(days=90)


def hash_of(setting: Setting) -> str:
    """By what a measurement is found again: set-up, cards and policy."""
    return content_hash(setting, NAME)


def setting_for(plan: Plan) -> Setting:
    """The set-up of a plan, with the cards this group has described and those of its packs."""
    return setting_of(
        game=plan.pack.game,
        expansions=plan.expansions,
        mission=plan.mission_key,
        own=plan.own.mission if plan.own else None,
        own_box=plan.taken.box,
        aside=plan.taken.left_out,
        survivors=tuple(survivor.key for survivor in plan.survivors),
        zones=plan.zones,
        hour=plan.hour,
        options=plan.options,
        described=plan.known.described,
        trees=plan.known.trees,
    )


def measured(settings: Iterable[Setting]) -> Mapping[str, Measurement]:
    """Return the stored measurements of these settings by hash, in one query."""
    hashes = {hash_of(setting) for setting in settings}
    return {row.content_hash: row for row in Measurement.objects.filter(content_hash__in=hashes)}


def old_measurements() -> QuerySet[Measurement]:
    """Return the measurements nobody has asked for in a long time."""
    return Measurement.objects.filter(asked_at__lt=timezone.now() - KEEP)
