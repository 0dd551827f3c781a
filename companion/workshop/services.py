"""The only writers of packs: of their content, by one path, and of their members."""

import uuid
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.files.mending import Mended, mended_name
from companion.frame.access_log import note
from companion.live import announce
from companion.people.models import Person
from companion.workshop.models import HousePack, MapStep, PackChange, PackMember, PackVersion
from companion.workshop.selectors import changed_fields, newest_of, piece_of
from companion.writing import write_transaction
from rules import IllegalCommand, rulesets
from rules.workshop import PackContent, PackFile
from rules.workshop.draft import MISSIONS
from rules.workshop.pieces import PIECES
from rules.workshop.road import RoadStep

MOST_PACKS = 200
MOST_STEPS = 300
JOINED = timedelta(seconds=60)
"""Longest time between two changes that are one step."""
About = tuple[str, str]
"""Kind and id of the piece that is written."""


def pack_create(
    *,
    person: Person,
    game: str,
    name: str,
    author: str,
    languages: Iterable[str],
    content: PackContent | None = None,
) -> HousePack:
    """Create a pack of this person's in its first version."""
    if game not in rulesets:
        raise IllegalCommand("workshop.game", game=game)
    with write_transaction():
        if PackMember.objects.filter(person=person, is_maker=True).count() >= MOST_PACKS:
            raise IllegalCommand("workshop.packs", most=MOST_PACKS)
        pack = HousePack.objects.create(
            game=game, name=name, author=author, languages=sorted(languages)
        )
        maker = PackMember.objects.create(
            pack=pack,
            person=person,
            name=person.name or author,
            is_maker=True,
            agreed_at=timezone.now(),
        )
        _add_version(pack, 1, content or PackContent(), maker)
    return pack


def mended_head(file: PackFile) -> Mended:
    """Return the new names by the old ones that the form of a pack would not take as they are."""
    named = ((file.pack.author, ""), (file.pack.name, _("House pack")))
    return {was: now for was, word in named if (now := mended_name(was, word)) is not None}


def pack_bring(*, person: Person, file: PackFile) -> HousePack:
    """Create a pack from a file, always a new one, with its first version."""
    mended = mended_head(file)
    return pack_create(
        person=person,
        game=file.pack.game,
        name=mended.get(file.pack.name, file.pack.name),
        author=mended.get(file.pack.author, file.pack.author),
        languages=set(file.pack.languages),
        content=file.content,
    )


def pack_describe(*, member: PackMember, name: str, author: str, languages: Iterable[str]) -> None:
    """Change name, author and languages, which makes no new version."""
    with write_transaction():
        pack = _locked(member.pack_id)
        pack.name, pack.author, pack.languages = name, author, sorted(languages)
        pack.save(update_fields=["name", "author", "languages", "updated_at"])


def content_change(
    *,
    member: PackMember,
    change: Callable[[PackContent], PackContent],
    about: About | None = None,
    joins: bool = False,
) -> PackVersion:
    """Change the content of a pack's newest version; once that is sealed, of a new one after it.

    `change` gets what is there now, with the pack locked, so two people who save different parts
    of a mission keep both. `about` is the piece it writes, whose step can be taken back; with
    `joins`, what the same person wrote there a moment ago is one step with it.
    """
    with write_transaction():
        pack = _locked(member.pack_id)
        newest = newest_of(pack)
        before = newest.content
        content = change(before)
        if content == before:
            return newest
        if about is not None:
            _note(pack, member, about, before, content, joins=joins)
        return _written(pack, newest, content, member)


def _written(
    pack: HousePack, newest: PackVersion, content: PackContent, member: PackMember
) -> PackVersion:
    pack.revision += 1
    pack.save(update_fields=["updated_at", "revision"])
    topic, revision = str(pack.pk), pack.revision
    transaction.on_commit(lambda: announce(topic, revision), robust=True)
    if newest.sealed_at is not None:
        return _add_version(pack, newest.number + 1, content, member)
    newest.content_json = msgspec.json.encode(content).decode()
    newest.saved_at, newest.saved_by = timezone.now(), member.name
    newest.save(update_fields=["content_json", "saved_at", "saved_by"])
    return newest


def piece_add(*, member: PackMember, kind: str, make: Callable[[str], Any]) -> Any:
    """Add a piece; `make` gets the id it will have."""
    added: list[Any] = []

    def change(content: PackContent) -> PackContent:
        _check_room(content, kind)
        added.append(make(content.free_key(kind)))
        return content.with_piece(kind, added[0])

    with write_transaction():
        key = newest_of(_locked(member.pack_id)).content.free_key(kind)
        content_change(member=member, about=(kind, key), change=change)
    return added[0]


def piece_change(
    *,
    member: PackMember,
    kind: str,
    key: str,
    change: Callable[[Any], Any],
    joins: bool = False,
) -> PackVersion:
    """Change one piece."""

    def in_content(content: PackContent) -> PackContent:
        piece = content.piece(kind, key)
        return content.with_piece(kind, change(piece)) if piece else content

    return content_change(member=member, about=(kind, key), change=in_content, joins=joins)


def piece_put(
    *, member: PackMember, kind: str, piece: Any, check: Callable[[Any], None]
) -> tuple[PackVersion, bool]:
    """Write a whole piece under its id; return the version, and True if it is new.

    `check` gets the one that is there, None without one, and refuses what the sender has not seen.
    Steps of drawing that lead to another map cannot be taken back any more; the writing can.
    """
    is_new = []

    def change(content: PackContent) -> PackContent:
        there = content.piece(kind, piece.id)
        check(there)
        is_new.append(there is None)
        if there is None:
            _check_room(content, kind)
        if kind == MISSIONS and there is not None and there.map != piece.map:
            MapStep.objects.filter(pack=member.pack_id, mission=piece.id).delete()
        return content.with_piece(kind, piece)

    with write_transaction():
        version = content_change(member=member, about=(kind, piece.id), change=change)
    return version, is_new[0]


def _check_room(content: PackContent, kind: str) -> None:
    if len(getattr(content, kind)) >= (most := PIECES[kind].most):
        raise IllegalCommand("workshop.full", most=most)


def pieces_take(*, member: PackMember, pieces: Iterable[tuple[str, Any]]) -> int:
    """Add copies of printed cards that the pack does not have yet; return their number."""
    count = 0
    with write_transaction():
        for kind, draft in pieces:
            content = newest_of(_locked(member.pack_id)).content
            if any(piece.fills == draft.fills for piece in content.pieces(kind) if draft.fills):
                continue
            piece_add(member=member, kind=kind, make=partial(_with_id, draft))
            count += 1
    return count


def _with_id(draft: Any, key: str) -> Any:
    return replace(draft, id=key)


def road_change(
    *, member: PackMember, change: Callable[[tuple[RoadStep, ...]], tuple[RoadStep, ...]]
) -> None:
    """Change the campaign of a pack's missions; campaigns that were begun keep theirs."""
    content_change(
        member=member, change=lambda content: replace(content, road=change(content.road))
    )


# --- steps ---


def _note(
    pack: HousePack,
    member: PackMember,
    about: About,
    before: PackContent,
    after: PackContent,
    *,
    joins: bool,
) -> None:
    """Keep the step; those long past are forgotten."""
    kind, key = about
    old, new = before.piece(kind, key), after.piece(kind, key)
    now = timezone.now()
    last = PackChange.objects.filter(pack=pack, is_undone=False).order_by("-seq").first()
    if (
        joins
        and last is not None
        and (last.kind, last.key, last.person_id) == (kind, key, member.person_id)
        and last.before_json
        and now - last.made_at < JOINED
        and _fields_changed(last) == changed_fields(old, new)
    ):
        last.after_json, last.made_at = _text(new), now
        last.save(update_fields=["after_json", "made_at"])
        return
    PackChange.objects.create(
        pack=pack,
        seq=pack.revision + 1,
        kind=kind,
        key=key,
        who=member.name,
        person_id=member.person_id,
        made_at=now,
        before_json=_text(old),
        after_json=_text(new),
    )
    PackChange.objects.filter(pack=pack, seq__lte=pack.revision - MOST_STEPS).delete()


def _text(piece: Any) -> str:
    return "" if piece is None else msgspec.json.encode(piece).decode()


def _fields_changed(step: PackChange) -> set[str]:
    return changed_fields(piece_of(step, "before"), piece_of(step, "after"))


def change_undo(*, member: PackMember, seq: int) -> PackChange:
    """Take a step back: the fields it wrote are as before. Refused where somebody went on there."""
    with write_transaction():
        pack = _locked(member.pack_id)
        step = PackChange.objects.filter(pack=pack, seq=seq, is_undone=False).first()
        if step is None:
            raise IllegalCommand("workshop.not_there")
        newest = newest_of(pack)
        content = newest.content
        before, after = piece_of(step, "before"), piece_of(step, "after")
        now = content.piece(step.kind, step.key)
        fields = changed_fields(before, after)
        if now is None or any(getattr(now, name) != getattr(after, name) for name in fields):
            raise IllegalCommand("workshop.gone_on")
        old = (
            replace(now, binned=True)
            if before is None
            else replace(now, **{name: getattr(before, name) for name in fields})
        )
        step.is_undone = True
        step.save(update_fields=["is_undone"])
        _written(pack, newest, content.with_piece(step.kind, old), member)
    return step


def version_seal(version: PackVersion) -> PackVersion:
    """Seal a version that is played or exported: later changes make the next version.

    Refused where somebody has written in it since it was read.
    """
    with write_transaction():
        _locked(version.pack_id)
        now = PackVersion.objects.get(pk=version.pk)
        if now.content_json != version.content_json:
            raise IllegalCommand("workshop.changed")
        if now.sealed_at is None:
            now.sealed_at = timezone.now()
            now.save(update_fields=["sealed_at"])
    return now


def _locked(pack_id: uuid.UUID) -> HousePack:
    return HousePack.objects.select_for_update(of=("self",)).get(pk=pack_id)


def _add_version(
    pack: HousePack, number: int, content: PackContent, member: PackMember
) -> PackVersion:
    return PackVersion.objects.create(
        pack=pack,
        number=number,
        content_json=msgspec.json.encode(content).decode(),
        saved_at=timezone.now(),
        saved_by=member.name,
    )


# --- the bin ---


def pack_bin(*, member: PackMember) -> None:
    """Put a pack into the bin for everybody; tables played with it keep their mission."""
    _check_maker(member)
    _set_binned(member, binned=True)


def pack_restore(*, member: PackMember) -> None:
    _check_maker(member)
    _set_binned(member, binned=False)


def _set_binned(member: PackMember, *, binned: bool) -> None:
    with write_transaction():
        pack = _locked(member.pack_id)
        pack.binned_at = timezone.now() if binned else None
        pack.save(update_fields=["binned_at"])


def packs_bin_empty() -> int:
    """Remove for good the packs that have been in the bin for `BIN_DAYS`; return their number.

    One whose missions a campaign still plays stays there.
    """
    limit = timezone.now() - timedelta(days=settings.BIN_DAYS)
    overdue = HousePack.objects.filter(binned_at__lt=limit)
    overdue = overdue.exclude(versions__campaigns__isnull=False)
    with write_transaction():
        count = overdue.count()
        overdue.delete()
    return count


# --- whose it is ---


def pack_offer(*, member: PackMember, people: Iterable[tuple[Person, str]]) -> int:
    """Offer a pack to these people by their names; return to how many it is new.

    It is on their shelf once they agree.
    """
    _check_maker(member)
    with write_transaction():
        _locked(member.pack_id)
        have = set(PackMember.objects.filter(pack=member.pack_id).values_list("person", flat=True))
        offered = {person: name for person, name in people if person.pk not in have}
        PackMember.objects.bulk_create(
            PackMember(pack_id=member.pack_id, person=person, name=name)
            for person, name in offered.items()
        )
        for person in offered:
            note("role", person=person.pk, pack=member.pack_id, role="offered")
    if not offered and not have - {member.person_id}:
        raise IllegalCommand("workshop.nobody")
    return len(offered)


def offer_answer(*, member: PackMember, agrees: bool) -> None:
    """Put an offered pack on the member's shelf, or remove the offer."""
    with write_transaction():
        if agrees:
            member.agreed_at = timezone.now()
            member.save(update_fields=["agreed_at"])
        else:
            member.delete()
        role = "reader" if agrees else "none"
        note("role", person=member.person_id, pack=member.pack_id, role=role)


def pack_leave(*, member: PackMember) -> None:
    """Take a pack off one's own shelf; if its maker leaves, hand it on or put it into the bin."""
    if not member.is_maker:
        offer_answer(member=member, agrees=False)
        return
    with write_transaction():
        if not _hand_on(member):
            _set_binned(member, binned=True)


def _hand_on(member: PackMember) -> bool:
    """Make whoever agreed first its maker; False if there is nobody."""
    heir = (
        PackMember.objects.filter(pack=member.pack_id)
        .exclude(pk=member.pk)
        .exclude(agreed_at=None)
        .order_by("agreed_at")
        .first()
    )
    if heir is None:
        return False
    heir.is_maker = True
    heir.save(update_fields=["is_maker"])
    member.delete()
    note("role", person=heir.person_id, pack=heir.pack_id, role="maker")
    note("role", person=member.person_id, pack=heir.pack_id, role="none")
    return True


def _check_maker(member: PackMember) -> None:
    if not member.is_maker:
        raise IllegalCommand("workshop.maker")


# --- what becomes of them with their person ---


def packs_hand_over(giver: Person, taker: Person) -> None:
    """Give a guest's packs to the account they sign in to; a pack both had stays once."""
    theirs = {share.pack_id: share for share in PackMember.objects.filter(person=taker)}
    for share in PackMember.objects.filter(person=giver):
        if own := theirs.get(share.pack_id):
            own.is_maker = own.is_maker or share.is_maker
            own.agreed_at = own.agreed_at or share.agreed_at
            own.save(update_fields=["is_maker", "agreed_at"])
            share.delete()
        else:
            share.person = taker
            share.save(update_fields=["person"])
    PackChange.objects.filter(person=giver).update(person=taker)
    MapStep.objects.filter(person=giver).update(person=taker)
    MapStep.objects.filter(hand=giver).update(hand=taker)


def packs_release(person: Person) -> None:
    """Hand on the packs of a person who is removed to the others who agreed to have them."""
    for share in PackMember.objects.filter(person=person, is_maker=True):
        if not _hand_on(share):
            HousePack.objects.filter(pk=share.pack_id).delete()
    PackMember.objects.filter(person=person).delete()
