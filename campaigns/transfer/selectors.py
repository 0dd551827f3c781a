"""A person's campaigns, to be taken out."""

from collections.abc import Iterator

import msgspec
from django.db.models import Q
from django.utils.text import slugify

from campaigns.models import Member
from campaigns.transfer.services import campaign_export
from companion.people.belongings import File
from companion.people.models import Person
from companion.rows import each_row


def campaigns_taken_out(person: Person) -> Iterator[File]:
    """Every campaign this person is a member of, as the file that brings it back, and a list."""
    members = (
        Member.objects.filter(person=person)
        .filter(Q(campaign__binned_at=None) | Q(role=Member.Role.KEEPER))
        .select_related("campaign")
        .order_by("campaign__created_at")
    )
    listed = []
    with each_row(members, at_a_time=10) as rows:
        for number, member in enumerate(rows, 1):
            campaign = member.campaign
            name = f"campaigns/{number}-{slugify(campaign.name) or 'campaign'}.safehouse.json"
            listed.append(
                {
                    "file": name,
                    "name": campaign.name,
                    "my_name": member.name,
                    "my_role": member.role,
                    "begun": campaign.begun_at,
                    "changed": campaign.updated_at,
                    "archived": campaign.archived_at,
                    "binned": campaign.binned_at,
                }
            )
            yield name, campaign_export(campaign)
    yield "campaigns.json", msgspec.json.format(msgspec.json.encode(listed))
