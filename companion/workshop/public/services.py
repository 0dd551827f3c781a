"""The only writers of the public shelf."""

from django.utils import timezone

from companion.people.models import Person
from companion.workshop.models import HousePack, PackMember, ShelvedPack
from companion.workshop.selectors import newest_of, pack_file
from companion.workshop.services import pack_bring, version_seal
from companion.writing import write_transaction
from rules import IllegalCommand
from rules.workshop import read_file


def shelf_put(*, member: PackMember) -> ShelvedPack:
    """Show the newest version to everybody, in place of an older one; whoever made it decides.

    What the keeper of the site took away comes back only once it was changed.
    """
    _check_owner(member)
    with write_transaction():
        version = version_seal(newest_of(member.pack))
        before = ShelvedPack.objects.filter(pack=member.pack_id).first()
        if before and before.removed_at and before.version_id == version.pk:
            raise IllegalCommand("workshop.removed")
        shelved, _is_new = ShelvedPack.objects.update_or_create(
            pack_id=member.pack_id,
            defaults={
                "version": version,
                "put_at": timezone.now(),
                "removed_at": None,
                "removed_why": "",
            },
        )
    return shelved


def shelf_take_back(*, member: PackMember) -> None:
    """Take a pack off the public shelf; copies that were made stay."""
    _check_owner(member)
    with write_transaction():
        ShelvedPack.objects.filter(pack=member.pack_id, removed_at=None).delete()


def shelf_remove(*, shelved: ShelvedPack, why: str) -> None:
    """Take a pack off the shelf as the site admin, with a reason for its owner."""
    with write_transaction():
        ShelvedPack.objects.filter(pk=shelved.pk, removed_at=None).update(
            removed_at=timezone.now(), removed_why=why
        )


def shelf_copy(*, shelved: ShelvedPack, person: Person) -> HousePack:
    """Create a pack of one's own with the content of one on the shelf."""
    return pack_bring(person=person, file=read_file(pack_file(shelved.pack, shelved.version)))


def _check_owner(member: PackMember) -> None:
    if not member.is_maker:
        raise IllegalCommand("workshop.maker")
