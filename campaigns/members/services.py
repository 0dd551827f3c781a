"""The only writers of members and invitations."""

import secrets
from contextlib import suppress

from django.utils import timezone

from campaigns.models import Campaign, Invitation, Member
from campaigns.play.services import seat_for
from campaigns.services import apply_locked
from companion.frame.access_log import note
from companion.live import rights_changed
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats.services import (
    checked_name,
    places_hand_over,
    places_release,
    seat_rename,
    seats_follow,
)
from companion.services import code_renew, seat_give
from companion.writing import write_transaction
from rules import IllegalCommand, names
from rules.campaign.commands import SheetEdit

Role = Member.Role
MOST_MEMBERS = 40
MOST_INVITATIONS = 10


def _locked(campaign: Campaign) -> Campaign:
    """Return the campaign, locked.

    Where seats follow, `_tables_locked` comes first: see `campaigns.play.services`.
    """
    return Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=campaign.pk)


def invitation_make(*, campaign: Campaign, member: Member, role: Role) -> Invitation:
    """Create a link for others; several may be open at once, each with its own role."""
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
    """Join by a link; who is a member already stays what they are.

    A player of the campaign is written as its sheets write them.
    """
    name = checked_name(name)
    with write_transaction():
        campaign = _locked(invitation.campaign)
        name = names.like(name, players_of(campaign)) or name
        if mine := campaign.members.filter(person=person).first():
            return mine
        fresh = Invitation.objects.filter(pk=invitation.pk, closed_at=None).first()
        if fresh is None or campaign.binned_at is not None:
            raise IllegalCommand("invitation.closed")
        member = _seated(campaign, person, name=name, role=fresh.role)
        if not person.name and not person.has_account:
            person.name = name
            person.save(update_fields=["name"])
    return member


def member_return(*, campaign_id: str, person: Person, name: str, role: str) -> Member:
    """Whoever has just left is back as they were; their sheets still name them."""
    with write_transaction():
        campaigns = Campaign.objects.select_for_update(of=("self",), no_key=True)
        campaign = campaigns.filter(pk=campaign_id, binned_at=None).first()
        if campaign is None:
            raise IllegalCommand("member.no_way_back")
        mine = campaign.members.filter(person=person).first()
        return mine or _seated(campaign, person, name=name, role=role)


def _seated(campaign: Campaign, person: Person, *, name: str, role: str) -> Member:
    """Add a member, with a seat at the table of the running mission."""
    others = list(campaign.members.values_list("name", flat=True))
    if len(others) >= MOST_MEMBERS:
        raise IllegalCommand("member.too_many", most=MOST_MEMBERS)
    if (other := names.like(name, others)) is not None:
        raise IllegalCommand("name.alike", name=other)
    member = Member.objects.create(campaign=campaign, person=person, name=name, role=role)
    note("role", person=person.pk, campaign=campaign.pk, role=role)
    with suppress(IllegalCommand):  # a table in the archive: there is time for a seat later
        seat_for(member=member)
    return member


def member_rename(*, member: Member, name: str) -> None:
    """Rename a member, with the sheets they play and the seat of the evening."""
    name = checked_name(name)
    with write_transaction():
        _tables_locked(member.campaign)
        campaign = _locked(member.campaign)
        others = list(campaign.members.exclude(pk=member.pk).values_list("name", flat=True))
        others += [player for player in players_of(campaign) if player != member.name]
        if (other := names.like(name, others)) is not None:
            raise IllegalCommand("name.alike", name=other)
        for key, sheet in campaign.state.sheets.items():
            if sheet.player and sheet.player == member.name:
                edit = SheetEdit(
                    id=secrets.token_hex(8), seen=campaign.version, sheet=key, player=name
                )
                apply_locked(campaign, edit, member=member, name=name)
        member.name = name
        member.save(update_fields=["name"])
        seats = Seat.objects.filter(person=member.person, table__run__campaign=campaign)
        for seat in seats.filter(table__run__ended_at=None):
            seat_rename(seat=seat, name=name)


def players_of(campaign: Campaign) -> list[str]:
    """Return the players that the sheets name, each once."""
    return list(
        dict.fromkeys(sheet.player for sheet in campaign.state.sheets.values() if sheet.player)
    )


def _tables_locked(campaign: Campaign) -> list[Table]:
    """Return the tables of all its missions, always in the same order."""
    tables = Table.objects.select_for_update(of=("self",), no_key=True)
    return list(tables.filter(run__campaign=campaign).order_by("pk"))


def _seats_follow(member: Member, tables: list[Table], *, role: str | None) -> None:
    """At the tables of the campaign, live streams and keys included; one keeper always stays."""
    campaign = member.campaign

    def keeper_sits(table: Table) -> None:
        keeper = campaign.members.filter(role=Role.KEEPER).order_by("created_at")[0]
        seat_give(table=table, person=keeper.person, name=keeper.name, role=keeper.role)
        seats_follow(tables=[table], person=keeper.person, role=keeper.role)

    seats_follow(tables=tables, person=member.person, role=role, without_keeper=keeper_sits)
    note("role", person=member.person_id, campaign=campaign.pk, role=role or "none")
    rights_changed(str(campaign.pk))


def member_set_role(*, member: Member, role: Role) -> None:
    """Also how a campaign is handed over: make somebody keeper, then step down or leave."""
    with write_transaction():
        tables = _tables_locked(member.campaign)
        campaign = _locked(member.campaign)
        if role != Role.KEEPER:
            _check_other_keeper(campaign, member)
        member.role = role
        member.save(update_fields=["role"])
        _seats_follow(member, tables, role=role)


def campaign_hand_over(*, giver: Member, taker: Member) -> None:
    """The taker keeps it from now on, the giver plays on."""
    if not giver.is_keeper:
        raise IllegalCommand("member.keeper_only")
    with write_transaction():
        tables = _tables_locked(giver.campaign)
        _locked(giver.campaign)
        taker.role, giver.role = Role.KEEPER, Role.PLAYER
        for member in (taker, giver):
            member.save(update_fields=["role"])
            _seats_follow(member, tables, role=member.role)


def member_remove(*, member: Member, by: Member) -> None:
    """Leave, or be taken off the list; the log keeps the name. One keeper always stays.

    Their seats at the campaign's tables go with them. Whoever is taken off finds no way back in:
    open invitations are closed, and the tables have new codes.
    """
    with write_transaction():
        tables = _tables_locked(member.campaign)
        campaign = _locked(member.campaign)
        _check_other_keeper(campaign, member)
        is_leaving = member.pk == by.pk
        member.delete()
        _seats_follow(member, tables, role=None)
        if not is_leaving:
            campaign.invitations.filter(closed_at=None).update(closed_at=timezone.now())
            for table in tables:
                code_renew(table=table)


def _check_other_keeper(campaign: Campaign, member: Member) -> None:
    if not campaign.members.filter(role=Role.KEEPER).exclude(pk=member.pk).exists():
        raise IllegalCommand("member.last_keeper")


def memberships_hand_over(giver: Person, taker: Person) -> None:
    """Pass all memberships on. Where both belong, one stays, with the better role."""
    places_hand_over(Member, "campaign", giver, taker)


def memberships_release(person: Person) -> None:
    """A person leaves for good: others keep the campaign, one of nobody goes."""
    places_release(Member, "campaign", person)
