"""Pages of the campaign: parse, call a service, render."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from campaigns import narration, selectors, services, words
from campaigns.access import member_or_404
from campaigns.charts import missions_chart, missions_table, people_rows
from campaigns.dues import dues_of, is_over
from campaigns.forms import (
    BeginForm,
    command_from_post,
    new_command_id,
    note_from_post,
    own_key,
    without_note,
)
from campaigns.icons import EMBLEMS
from campaigns.live import is_fresh, live_version, unchanged
from campaigns.luck import luck_of_campaign
from campaigns.members.leaving import ways_back
from campaigns.members.services import players_of
from campaigns.models import NAME_LENGTH, Campaign, Member
from campaigns.numbers import numbers_of
from campaigns.play.ending import keepable_cards
from campaigns.play.heirs import loss_of
from campaigns.play.selectors import running, table_of
from companion.forms import StepForm, UndoForm
from companion.frame.form_pages import form_page, posted, render_form, safe_next
from companion.frame.throttle import limit
from companion.people.identity import ensure_person, person_of
from companion.workshop.models import PackVersion
from companion.workshop.selectors import newest_of, share_of
from rules import IllegalCommand, load_packs, rulesets
from rules.campaign import CampaignBook, CampaignState, book_of, box_campaigns, open_book
from rules.campaign.commands import (
    AchievementEarn,
    ObjectiveDescribe,
    SheetAdd,
    SheetAmend,
    SheetSucceed,
)
from rules.names import like

FREE = "free"


@never_cache
@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    """Mine, the archived ones, and the bin."""
    mine = list(selectors.campaigns_of(person_of(request)))
    context = {
        "current": [
            membership
            for membership in mine
            if not membership.campaign.binned_at and not membership.campaign.archived_at
        ],
        "archived": [
            membership
            for membership in mine
            if membership.campaign.archived_at and not membership.campaign.binned_at
        ],
        "binned": [membership for membership in mine if membership.campaign.binned_at],
        "ways_back": ways_back(request),
    }
    return render(request, "campaigns/campaigns.html", context)


@never_cache
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show the choice of a campaign: out of a box, or a free one of any game."""
    packs = load_packs()
    context = {
        "boxes": [(packs[game], box, box.campaign) for game, box in box_campaigns()],
        "games": [packs[game] for game in rulesets],
    }
    return render(request, "campaigns/choose.html", context)


def _title(book: CampaignBook, *, is_free: bool, has_road: bool) -> str:
    """By what a campaign goes before it has a name; one with an order of its own is not free."""
    if has_road:
        return _("Missions of your own")
    return _("Free campaign") if is_free else book.rules.name.in_language(words.language())


@form_page
def begin(request: HttpRequest, game: str, kind: str) -> HttpResponse:
    """Name, survivors, players, and by which rules."""
    boxes = {
        box.campaign.id: box.id for owner, box in box_campaigns() if owner == game and box.campaign
    }
    is_free = kind == FREE
    if game not in rulesets or not (is_free or kind in boxes):
        raise Http404
    box = boxes.get(kind) or next(iter(boxes.values()), None)
    person = person_of(request)
    version = _version_of(request, game) if is_free else None
    wants_box = not is_free or bool(request.POST.get("with_box"))
    book = open_book(game, box if wants_box else None, is_free)
    form = BeginForm(
        posted(request),
        book=book,
        keeper=person.name if person else "",
        box=box,
        initial={"name": version.pack.name if version else ""},
    )
    if request.method == "POST" and form.is_valid():
        limit(request, "table")
        campaign = services.campaign_begin(
            person=ensure_person(request),
            name=form.cleaned_data["name"],
            game=game,
            expansion=box if wants_box else None,
            sheets=form.sheets(),
            free=is_free,
            advanced=form.rules(),
            version=version,
        )
        return redirect("campaigns:campaign", campaign.pk)
    chosen = set(form.data.getlist("survivors")) if form.is_bound else set()  # type: ignore[attr-defined]
    title = _title(book, is_free=is_free, has_road=version is not None)
    unknown = [survivor.name for survivor in book.pack.survivors if selectors.is_unknown(survivor)]
    return render_form(
        request,
        "campaigns/begin.html",
        form,
        book=book,
        chosen=chosen,
        title=title,
        unknown=unknown,
        asks_cards=not is_free,
        version=version,
        legs=version.content.legs if version else (),
    )


def _version_of(request: HttpRequest, game: str) -> PackVersion | None:
    """Return the version of the house pack that the address names; 404 if it is not theirs."""
    pack_id = request.GET.get("pack")
    if not pack_id:
        return None
    try:
        share = share_of(person_of(request), uuid.UUID(pack_id))
    except ValueError:
        share = None
    if share is None or share.pack.game != game:
        raise Http404
    version = newest_of(share.pack)
    version.pack = share.pack
    return version


def _keepers(member: Member) -> list[str]:
    """Return who opens missions, for those who do not."""
    if member.is_keeper:
        return []
    keepers = member.campaign.members.filter(role=Member.Role.KEEPER).order_by("created_at")
    return list(keepers.values_list("name", flat=True))


def _awaited(member: Member, page: selectors.Page) -> list[str]:
    """Players of the sheets who have not joined; until the first booking, and for the keeper."""
    if not member.is_keeper or page.state.played:
        return []
    joined = selectors.member_names(member.campaign)
    return [name for name in players_of(member.campaign) if like(name, joined) is None]


@never_cache
@require_safe
def campaign(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show the campaign as it stands."""
    member = member_or_404(request, campaign_id)
    page = selectors.page(member)
    run = page.now.run if page.now else None
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    luck = luck_of_campaign(member.campaign, page.state, page.runs)
    context = {
        "page": page,
        "member": member,
        "version": version,
        "luck": luck,
        "luck_chart": missions_chart(luck.missions) if luck.missions else None,
        "luck_table": missions_table(luck.missions),
        "luck_people": people_rows(luck),
        "next_code": next((s.code for s in page.stops if s.state == "next"), ""),
        "ways": [stop for stop in page.stops if stop.state == "next"],
        "steps": steps_of(member.campaign, page.state),
        "command_id": new_command_id(),
        "keywords": page.state.keywords,
        "dues": dues_of(page.state, page.book, run, campaign_id, awaited=_awaited(member, page)),
        "is_over": is_over(page.state, run),
        "numbers": numbers_of(page.state, luck),
        "people": [(row.key, row.sheet.name) for row in page.rows],
        "keepers": ", ".join(_keepers(member)),
    }
    context["next_title"] = next((s.title for s in page.stops if s.state == "next"), "")
    if not context["next_code"] and not page.book.free:
        lost = next((s for s in page.stops if s.state not in ("won", "now")), None)
        context |= {"next_code": lost.code, "next_title": lost.title} if lost else {}
    return render(request, "campaigns/campaign.html", context)


def steps_of(campaign: Campaign, state: CampaignState) -> dict[str, tuple[str, str]]:
    """Return what undo and redo would do now, and who did it."""
    steps = selectors.undo_and_redo(campaign)
    return {step: (narration.headline(entry, state), entry.who) for step, entry in steps.items()}


def earnable(book: CampaignBook, has: tuple[str, ...]) -> list[tuple[str, str, bool]]:
    """Achievements a sheet may have: those it has, and the printed ones; by id and name."""
    printed = [
        achievement.id for achievement in book.rules.achievements if achievement.id not in has
    ]
    return [
        (achievement, words.achievement_name(book, achievement), achievement in has)
        for achievement in (*has, *printed)
    ]


@require_POST
def command(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Take one tap, and with it what was typed of the card on its page."""
    member = member_or_404(request, campaign_id)
    if note := note_from_post(request.POST, member.campaign.state):
        services.campaign_submit(campaign_id=campaign_id, member=member, command=note)
    sent = _with_names(member, command_from_post(without_note(request.POST)))
    if isinstance(sent, ObjectiveDescribe) and "note-card" in request.POST:
        return redirect("campaigns:card", campaign_id, sent.card)  # nothing else was pressed
    services.campaign_submit(campaign_id=campaign_id, member=member, command=sent)
    default = reverse("campaigns:campaign", args=[campaign_id])
    return redirect(safe_next(request, default))


def _with_names(member: Member, sent: Any) -> Any:
    """People choose by name; the book knows the ids of what is printed."""
    book = book_of(member.campaign.state)
    if isinstance(sent, AchievementEarn):
        return replace(sent, achievement=words.achievement_id(book, sent.achievement))
    if isinstance(sent, SheetAmend) and sent.achievements is not None:
        named = tuple(words.achievement_id(book, achievement) for achievement in sent.achievements)
        return replace(sent, achievements=named)
    if isinstance(sent, SheetAdd | SheetSucceed):
        key = sent.sheet if isinstance(sent, SheetAdd) else sent.successor
        printed = {survivor.id: survivor.name for survivor in book.pack.survivors}
        if key in printed:
            return replace(sent, name=printed[key])
        if not sent.name.strip(" -"):
            raise IllegalCommand("survivor.name", most=NAME_LENGTH)
        own = own_key(sent.name, member.campaign.state.sheets)
        return replace(sent, **{"sheet" if isinstance(sent, SheetAdd) else "successor": own})
    return sent


@require_POST
def undo(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Take the last step back."""
    member = member_or_404(request, campaign_id)
    asked = UndoForm(request.POST).read_undo()
    services.campaign_undo(campaign_id=campaign_id, member=member, **asked)
    return _back(request, campaign_id)


@require_POST
def redo(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Do again what was taken back."""
    member = member_or_404(request, campaign_id)
    command_id, seen = StepForm(request.POST).read()
    services.campaign_redo(campaign_id=campaign_id, member=member, command_id=command_id, seen=seen)
    return _back(request, campaign_id)


def _back(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    default = reverse("campaigns:campaign", args=[campaign_id])
    return redirect(safe_next(request, default))


@never_cache
@require_safe
def sheet(request: HttpRequest, campaign_id: uuid.UUID, key: str) -> HttpResponse:
    """One survivor: points, rewards to choose, skills, equipment, and how it all came about."""
    member = member_or_404(request, campaign_id)
    state = member.campaign.state
    if key not in state.sheets:
        raise Http404
    run = running(member.campaign)
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    book = book_of(state)
    row = selectors.sheet_row(state, book, key, table_of(run))
    owned = set(row.sheet.skills)
    heir = next((other.name for other in state.sheets.values() if other.heir_of == key), "")
    is_missed = row.sheet.status == "dead" and not heir and state.result is None
    context = {
        "member": member,
        "version": version,
        "campaign": member.campaign,
        "state": state,
        "book": book,
        "row": row,
        "skills": [(skill, book.pack.skills[skill], skill in owned) for skill in book.rules.skills],
        "achievements": [
            words.achievement_name(book, achievement) for achievement in row.sheet.achievements
        ],
        "keepable": keepable_cards(book),
        "earnable": earnable(book, row.sheet.achievements),
        "pool": range(1, book.rules.extra_actions_max + 1),
        "used": row.sheet.extra_actions - row.extra_left,
        "emblems": EMBLEMS,
        "history": [
            (entry, narration.lines_about(entry, state, key))
            for entry in selectors.history(member.campaign, key)
        ],
        "heir": heir,
        "is_on_paper": state.mission is not None and (run is None or run.table_id is None),
        "loss": loss_of(state, book, key, member) if is_missed else None,
        "card_page": selectors.unknown_cards(member.person, state, book).get(key, ""),
        "statuses": narration.STATUSES,
        "command_id": new_command_id(),
        "title": _("Sheet of %(name)s") % {"name": row.sheet.name},
    }
    return render(request, "campaigns/sheet.html", context)


@never_cache
@require_safe
def compare(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show all sheets in one table."""
    member = member_or_404(request, campaign_id)
    state, run = member.campaign.state, running(member.campaign)
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    book, table = book_of(state), table_of(run)
    context = {
        "member": member,
        "version": version,
        "campaign": member.campaign,
        "book": book,
        "rows": [selectors.sheet_row(state, book, key, table) for key in state.sheets],
    }
    return render(request, "campaigns/compare.html", context)


@never_cache
@require_safe
def log(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show every change with its date, mission and who."""
    member = member_or_404(request, campaign_id)
    seq = request.GET.get("before", "")
    before = int(seq) if seq.isascii() and seq.isdecimal() and len(seq) < 10 else None  # noqa: PLR2004
    entries, more = selectors.log_page(member.campaign, before)
    state = member.campaign.state
    context = {
        "member": member,
        "campaign": member.campaign,
        "entries": [(entry, narration.lines(entry, state)) for entry in entries],
        "more": entries[-1].seq if more and entries else None,
    }
    return render(request, "campaigns/log.html", context)
