"""The only writers of members and invitations."""

from django.utils import timezone

from campaigns.models import Campaign, Invitation, Member
from campaigns.play.services import seat_for
from companion.people.models import Person
from companion.seats.services import checked_name, places_hand_over, places_release
from companion.writing import write_transaction
from rules import IllegalCommand

Role = Member.Role
MOST_MEMBERS = 40
MOST_INVITATIONS = 10


def _locked(campaign: Campaign) -> Campaign:
    return Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=campaign.pk)


def invitation_make(*, campaign: Campaign, member: Member, role: Role) -> Invitation:
    """A link for others; several may be open at once, each with its own role."""
    with write_transaction():
        locked = _locked(campaign)
        if locked.invitations.filter(closed_at=None).count() >= MOST_INVITATIONS:
            raise IllegalCommand("invitation.too_many", most=MOST_INVITATIONS)
        return Invitation.objects.create(campaign=locked, role=role, made_by=member.name)


def invitation_close(*, invitation: Invitation) -> None:
    """The link opens nothing any more; whoever came by it stays."""
    with write_transaction():
        Invitation.objects.filter(pk=invitation.pk, closed_at=None).update(closed_at=timezone.now())


def member_join(*, invitation: Invitation, person: Person, name: str) -> Member:
    """Join by a link; who is a member already stays what they are."""
    name = checked_name(name)
    with write_transaction():
        campaign = _locked(invitation.campaign)
        if mine := campaign.members.filter(person=person).first():
            return mine
        fresh = Invitation.objects.filter(pk=invitation.pk, closed_at=None).first()
        if fresh is None or campaign.binned_at is not None:
            raise IllegalCommand("invitation.closed")
        if campaign.members.count() >= MOST_MEMBERS:
            raise IllegalCommand("member.too_many", most=MOST_MEMBERS)
        member = Member.objects.create(campaign=campaign, person=person, name=name, role=fresh.role)
        if not person.name and not person.has_account:
            person.name = name
            person.save(update_fields=["name"])
        seat_for(member=member)
    return member


def member_set_role(*, member: Member, role: Role) -> None:
    """Also how a campaign is handed over: make somebody keeper, then step down or leave."""
    with write_transaction():
        campaign = _locked(member.campaign)
        if role != Role.KEEPER:
            _check_other_keeper(campaign, member)
        member.role = role
        member.save(update_fields=["role"])


def campaign_hand_over(*, giver: Member, taker: Member) -> None:
    """The taker keeps it from now on, the giver plays on."""
    if not giver.is_keeper:
        raise IllegalCommand("member.keeper_only")
    with write_transaction():
        _locked(giver.campaign)
        taker.role, giver.role = Role.KEEPER, Role.PLAYER
        taker.save(update_fields=["role"])
        giver.save(update_fields=["role"])


def member_remove(*, member: Member) -> None:
    """Leave, or be taken off the list; the log keeps the name. One keeper always stays."""
    with write_transaction():
        campaign = _locked(member.campaign)
        _check_other_keeper(campaign, member)
        member.delete()


def _check_other_keeper(campaign: Campaign, member: Member) -> None:
    if not campaign.members.filter(role=Role.KEEPER).exclude(pk=member.pk).exists():
        raise IllegalCommand("member.last_keeper")


def memberships_hand_over(giver: Person, taker: Person) -> None:
    """Pass all memberships on. Where both belong, one stays, with the better role."""
    places_hand_over(Member, "campaign", giver, taker)


def memberships_release(person: Person) -> None:
    """A person leaves for good: others keep the campaign, one of nobody goes."""
    places_release(Member, "campaign", person)
