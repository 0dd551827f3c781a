"""Archive, bin and back. Nothing is deleted for ever without 30 days in the bin."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from campaigns.models import Campaign
from companion.writing import write_transaction


def _set(campaign: Campaign, **fields: object) -> None:
    with write_transaction():
        Campaign.objects.filter(pk=campaign.pk).update(**fields)


def campaign_archive(*, campaign: Campaign) -> None:
    """Off the front page; everything else works as before."""
    _set(campaign, archived_at=timezone.now())


def campaign_unarchive(*, campaign: Campaign) -> None:
    _set(campaign, archived_at=None)


def campaign_bin(*, campaign: Campaign) -> None:
    """Gone from every page but the bin; `campaign_restore` brings it back whole."""
    _set(campaign, binned_at=timezone.now())


def campaign_restore(*, campaign: Campaign) -> None:
    _set(campaign, binned_at=None)


def campaigns_bin_empty() -> int:
    """Remove for good what has been in the bin for `BIN_DAYS`; returns how many."""
    limit = timezone.now() - timedelta(days=settings.BIN_DAYS)
    with write_transaction():
        old = Campaign.objects.filter(binned_at__lt=limit)
        count = old.count()
        old.delete()
    return count
