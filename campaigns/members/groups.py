"""The people of one's campaigns, to whom a pack of the workshop can be offered."""

from collections import defaultdict

from campaigns.models import Member
from companion.people.models import Person
from companion.workshop.groups import PeopleGroup


def campaign_groups(person: Person) -> list[PeopleGroup]:
    """Return every campaign this person is in and nobody threw away, with the others in it."""
    mine = Member.objects.filter(person=person, campaign__binned_at=None).values("campaign")
    others: dict[str, list[Member]] = defaultdict(list)
    members = Member.objects.filter(campaign__in=mine).exclude(person=person)
    for member in members.select_related("campaign", "person").order_by("campaign__name", "pk"):
        others[str(member.campaign_id)].append(member)
    return [
        PeopleGroup(
            f"campaign:{key}",
            fellows[0].campaign.name,
            tuple((member.person, member.name) for member in fellows),
        )
        for key, fellows in others.items()
    ]
