"""A mission from its briefing to its booking."""

import uuid
from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns import selectors, services, words
from campaigns.access import keeper_or_refused, member_or_404
from campaigns.forms import new_command_id, read_command
from campaigns.live import is_fresh, live_version, unchanged
from campaigns.luck import hides_odds
from campaigns.models import Campaign, Member, MissionRun
from campaigns.play import board, ending
from campaigns.play.companions import companions_of, to_lead
from campaigns.play.gains import gains_of
from campaigns.play.heirs import dead_at, loss_of, losses_of, named_heirs
from campaigns.play.house import house_mission
from campaigns.play.maps import map_begin, map_bring, maps_to_bring
from campaigns.play.selectors import found_at_table, running, table_of, words_given
from campaigns.play.services import mission_open, seat_for, upkeep_roll_all, zones_to_lay
from campaigns.play.way import (
    STEPS,
    is_done,
    lines_to_book,
    mission_after,
    result_to_book,
    reward_of,
    step_after,
    step_due,
    title_of,
    way,
    who_chooses,
    who_died,
    words_of,
)
from campaigns.story.views import steps_of
from companion.forms import StepForm
from companion.frame.form_pages import form_page, safe_next
from companion.frame.throttle import limit
from companion.house.selectors import house_pack
from companion.models import Table
from companion.setup.plan import DICE
from companion.setup.zones import usual_count
from rules import StaleCommand, map_of
from rules.campaign import (
    CampaignBook,
    CampaignState,
    achieved,
    book_of,
    is_free_to_choose,
    next_mission,
    next_missions,
)
from rules.campaign.commands import MissionStart
from rules.campaign.maps import map_for
from rules.campaign.objectives import hour_of
from rules.campaign.outset import choices_at_start, rules_at_start, who_plays, zones_drawn
from rules.opening import decks_of
from rules.packs.schema.people import SkillTree
from rules.state import Source

MOST_ZONES = 12
SIX = 6
"""Survivors of a campaign out of a box (Washington Z.C., p. 18)."""
MOST_SETS = 9


@never_cache
@form_page
def start(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show the briefing, and the choices before the first round."""
    member = keeper_or_refused(request, campaign_id)
    if request.method == "POST":
        return _start(request, member)
    state = member.campaign.state
    if state.mission is not None or state.result is not None:
        return redirect("campaigns:campaign", campaign_id)
    book = book_of(state)
    code = request.GET.get("mission") or next_mission(state, book) or ""
    house = house_mission(member.campaign, code)
    mission = house.own.mission if house else book.mission(code)
    if mission is None and not (book.free and len(code) <= 60):  # noqa: PLR2004
        raise Http404
    living = who_plays(state)
    picks = {key: choices_at_start(state, key) for key in living}
    decks = decks_of(book.pack)
    unknown = [deck for deck, source in decks.items() if source == "table"]
    typed = house_pack(member.person, state.game).trees
    context = {
        "member": member,
        "campaign": member.campaign,
        "state": state,
        "book": book,
        "code": code,
        "mission": mission,
        "title": words.mission_title(book, code),
        "in_order": is_free_to_choose(book) or code in next_missions(state, book),
        "house": house,
        "is_pack_gone": book.leg(code) is not None and house is None,
        "rules": rules_at_start(mission, achieved(state)) if mission else (),
        "map": map_of(mission) if house else map_for(state, mission),
        "maps_to_bring": [] if house else maps_to_bring(member, state, mission),
        "zones_drawn": house.zones if house else zones_drawn(state, mission) if mission else (),
        "rows": [selectors.sheet_row(state, book, key, None) for key in living],
        "unknown": [
            (state.sheets[key].name, url)
            for key, url in selectors.unknown_cards(member.person, state, book).items()
            if key in living
        ],
        "six": None if book.free or len(living) == SIX else SIX,
        "picks": [
            (key, state.sheets[key].name, skill, words.skill_name(book, skill), _cards(book, cards))
            for key, by_skill in picks.items()
            for skill, cards in by_skill.items()
        ],
        "versatile": [
            (key, state.sheets[key].name, _lacking(book, state, key))
            for key in living
            if _may_be_versatile(book, key, typed)
        ],
        "sets": [(key, state.sheets[key].name, _sets(book, key)) for key in living],
        "companions": to_lead(member.campaign, state, book),
        "zones": usual_count(mission),
        "decks": [book.pack.decks[deck] for deck in decks],
        "by_table": unknown,
        "unknown_decks": unknown,
        "dice": DICE,
        "command_id": new_command_id(),
    }
    return render(request, "campaigns/start.html", context)


def _cards(book: Any, cards: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(card, words.card_name(book, card)) for card in cards]


def _sets(book: CampaignBook, key: str) -> list[str]:
    """Return the sets of starting equipment between which a survivor's card leaves the choice."""
    offered = next(
        (survivor.starts_with for survivor in book.pack.survivors if survivor.id == key), ()
    )
    names = [", ".join(words.card_name(book, card) for card in cards) for cards in offered]
    return names if len(names) > 1 else []


def _lacking(book: Any, state: Any, key: str) -> list[tuple[str, str]]:
    return [
        (skill, words.skill_name(book, skill))
        for skill in book.rules.skills
        if skill not in state.sheets[key].skills
    ]


def _may_be_versatile(book: CampaignBook, key: str, typed: Mapping[str, SkillTree]) -> bool:
    """Theirs by the printed card, as we know it or the group has typed it; or by an unknown one."""
    printed = next((survivor for survivor in book.pack.survivors if survivor.id == key), None)
    tree = typed.get(key) or (printed.skills if printed else None)
    blue = tree.blue if tree else None
    return "versatile" in book.pack.skills and (blue is None or "versatile" in blue)


def _start(request: HttpRequest, member: Member) -> HttpResponse:
    data = request.POST
    picks: dict[str, dict[str, str]] = {}
    versatile: dict[str, str] = {}
    leaders: dict[str, str] = {}
    for name, value in data.items():
        what, _colon, rest = name.partition(":")
        key, _colon, skill = rest.partition(":")
        if what == "pick" and skill and value:
            picks.setdefault(key, {})[skill] = str(value)
        elif what == "versatile" and value:
            versatile[rest] = str(value)
        elif what == "leader" and value:
            leaders[rest] = str(value)
    sent = read_command(
        {
            "kind": "mission.start",
            "id": data.get("id", ""),
            "seen": data.get("seen", ""),
            "mission": data.get("mission", ""),
            "out_of_order": data.get("out_of_order") == "true",
            "picks": picks,
            "versatile": versatile,
            "leaders": leaders,
        }
    )
    assert isinstance(sent, MissionStart)
    if data.get("where") == "paper":
        services.campaign_submit(campaign_id=member.campaign_id, member=member, command=sent)
        return redirect("campaigns:objectives", member.campaign_id)
    state = member.campaign.state
    book = book_of(state)
    mission = book.mission(sent.mission)
    count = min(_number(data.get("zones", ""), usual_count(mission)), MOST_ZONES)
    by_table = set(data.getlist("table"))
    sources: dict[str, Source] = {deck: "table" for deck in decks_of(book.pack) if deck in by_table}
    limit(request, "table")
    table = mission_open(
        campaign_id=member.campaign_id,
        member=member,
        command=sent,
        zones=zones_to_lay(state, mission, count),
        sources=sources,
        dice="table" if DICE in by_table else "app",
        sets={
            key: min(_number(data.get(f"set:{key}", ""), 0), MOST_SETS) for key in who_plays(state)
        },
    )
    if mission is None and table.state.own_mission is None:
        return redirect("companion:table", table.pk)
    return redirect("companion:sheet", table.pk, "mission")


def _number(text: str, usual: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else usual  # noqa: PLR2004


@require_POST
def play(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """To the table of the running mission, on a seat of one's own."""
    member = member_or_404(request, campaign_id)
    seat = seat_for(member=member)
    if seat is None:
        return redirect("campaigns:campaign", campaign_id)
    # Whoever keeps the table sees all of it first, the others their own survivors.
    return redirect("companion:table" if seat.is_keeper else "companion:own", seat.table_id)


@never_cache
@require_safe
def objectives(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show the board with its cards: where they lie, who took them, what is in force."""
    member = member_or_404(request, campaign_id)
    run = running(member.campaign)
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    state = member.campaign.state
    if state.mission is None:
        return redirect("campaigns:campaign", campaign_id)
    book = book_of(state)
    context = {
        "member": member,
        "campaign": member.campaign,
        "version": version,
        "board": board.board_of(state),
        "book": book,
        "code": state.mission,
        "map": map_for(state, book.mission(state.mission)),
        "maps_to_bring": maps_to_bring(member, state, book.mission(state.mission)),
        "at_table": run is not None and run.table_id is not None,
        "steps": steps_of(member.campaign, state),
        "command_id": new_command_id(),
    }
    return render(request, "campaigns/objectives.html", context)


@require_POST
def draw_map(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """To the workshop, where the whole map of a mission can be drawn."""
    member = member_or_404(request, campaign_id)
    mission = book_of(member.campaign.state).mission(request.POST.get("mission", ""))
    if mission is None:
        raise Http404
    limit(request, "table")
    pack, draft = map_begin(member=member, mission=mission)
    return redirect("workshop:map", pack.pk, draft.id)


@require_POST
def bring_map(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Take over a map that was drawn in the workshop."""
    member = member_or_404(request, campaign_id)
    command_id, _seen = StepForm(request.POST).read()
    map_bring(
        campaign_id=campaign_id,
        member=member,
        command_id=command_id,
        mission=request.POST.get("mission", ""),
        key=request.POST.get("map", ""),
    )
    return redirect(safe_next(request, reverse("campaigns:objectives", args=[campaign_id])))


@never_cache
@require_safe
def card(request: HttpRequest, campaign_id: uuid.UUID, copy: str) -> HttpResponse:
    """Show one card: lay it out, take it, and say what it said."""
    member = member_or_404(request, campaign_id)
    state = member.campaign.state
    if state.mission is None:
        return redirect("campaigns:campaign", campaign_id)
    if copy not in state.objectives:
        raise Http404
    run = running(member.campaign)
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    context = {
        "member": member,
        "version": version,
        "campaign": member.campaign,
        "card": board.card_of(state, copy),
        "board": board.board_of(state),
        "round": run.table.state.round if run and run.table else "",
        "living": _living(state, member, run),
        "takers": _takers(state, member, run),
        "is_its_hour": _is_its_hour(state, copy, run),
        "tile": _tile(request, state, copy),
        "lies_on": state.objectives[copy].tile or _tile(request, state, copy),
        "words_given": words_given(member.campaign, copy),
        "at_table": run is not None and run.table_id is not None,
        "companions": companions_of(state, book_of(state)),
        "book": book_of(state),
        "earned": achieved(state),
        "steps": steps_of(member.campaign, state),
        "command_id": new_command_id(),
    }
    return render(request, "campaigns/card.html", context)


def _living(state: CampaignState, member: Member, run: MissionRun | None) -> list[tuple[str, str]]:
    """Everybody who is not dead; the reader's own survivors first."""
    dead = dead_at(table_of(run))
    living = [key for key in who_plays(state) if key not in dead]
    keys = sorted(living, key=lambda key: state.sheets[key].player != member.name)
    return [(key, state.sheets[key].name) for key in keys]


def _takers(state: CampaignState, member: Member, run: MissionRun | None) -> list[tuple[str, str]]:
    """Return those who may take a card: whoever is still on the board, where there is one."""
    living, table = _living(state, member, run), table_of(run)
    if table is None:
        return living
    there = {key for key, survivor in table.survivors.items() if survivor.status == "in_play"}
    return [(key, name) for key, name in living if key in there]


def _is_its_hour(state: CampaignState, copy: str, run: MissionRun | None) -> bool:
    """Check if the clock shows the hour at which a card is read; on paper the players look."""
    hour, table = hour_of(state, book_of(state), copy), table_of(run)
    return hour is not None and (table is None or table.hour == hour)


def _tile(request: HttpRequest, state: CampaignState, copy: str) -> str:
    """The tile from which a card is taken, as the board's link says it while nobody knows it."""
    mission = book_of(state).mission(state.mission or "")
    asked = request.GET.get("tile", "")
    is_known = state.objectives[copy].tile is not None
    return asked if mission and asked in mission.tiles and not is_known else ""


@never_cache
@form_page
def end(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show the guided end: every step is kept on the server, so any phone can go on with it."""
    member = member_or_404(request, campaign_id)
    if request.method == "POST":
        _finish(request, member)
        here, asked = reverse("campaigns:end", args=[campaign_id]), request.POST.get("step", "")
        return redirect(f"{here}?step={asked}" if asked in STEPS else here)
    state = member.campaign.state
    if state.mission is None:
        return redirect("campaigns:campaign", campaign_id)
    run = running(member.campaign)
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    asked = request.GET.get("step", "")
    step = asked if asked in STEPS and state.ending is not None else step_due(state)
    following = step_after(state, step)
    context: dict[str, Any] = {
        "member": member,
        "campaign": member.campaign,
        "version": version,
        "state": state,
        "book": book_of(state),
        "title": title_of(step),
        "under": words.mission_title(book_of(state), state.mission),
        "way": way(state, step),
        "following": following,
        "following_word": words_of(following),
        "command_id": new_command_id(),
        "here": reverse("campaigns:end", args=[campaign_id]),
        "played_on": _played_on(run),
        **_step_context(step, member, run),
    }
    return render(request, f"campaigns/end/{step}.html", context)


def _finish(request: HttpRequest, member: Member) -> None:
    """Return the end as posted, with what another phone has entered since the page was shown."""
    campaign_id, data = member.campaign_id, request.POST
    entries = ending.entries_from_post(data, member.campaign.state)

    def submit(state: CampaignState, entries: ending.Entries, seen: int | str) -> None:
        body = ending.finish_of(entries, state, id=data.get("id", ""), seen=seen)
        services.campaign_submit(campaign_id=campaign_id, member=member, command=read_command(body))

    try:
        return submit(member.campaign.state, entries, data.get("seen", ""))
    except StaleCommand:
        campaign = Campaign.objects.get(pk=campaign_id)
        state, shown = campaign.state, ending.entries_shown(data)
        if not shown:
            raise
        if state.mission is None or shown.get("of") != [str(len(state.played))]:
            raise StaleCommand("ending.booked") from None
        draft = ending.draft_of(state, found_at_table(running(campaign)))
        now = ending.entries_of(draft, state)
        both = ending.merged(shown, entries, now)
        if both.contradicted:
            both_entered = data.copy()
            for field, values in ending.fields_of(both.entries).items():
                both_entered.setlist(field, values)
            request.POST = both_entered  # type: ignore[assignment]  # what is shown again
            what = [ending.entry_words(state, now, field) for field in both.contradicted]
            raise StaleCommand("ending.changed", what="; ".join(what)) from None
        submit(state, both.entries, campaign.version)
    messages.success(
        request, _("Another phone was faster. What it entered and what you entered are both kept.")
    )


def _played_on(run: MissionRun | None) -> Table | None:
    """Return the table of the mission, while nobody has ended it there."""
    table = run.table if run else None
    return table if table is not None and table.state.result is None else None


def _step_context(step: str, member: Member, run: MissionRun | None) -> dict[str, Any]:
    """Return what one step of the end shows."""
    state = member.campaign.state
    book = book_of(state)
    if step == "how":
        draft = ending.draft_of(state, found_at_table(run))
        shown = msgspec.json.encode(ending.entries_of(draft, state)).decode()
        return {"draft": draft, "shown": shown}
    steps = {"steps": steps_of(member.campaign, state)}
    if step == "upkeep":
        return steps | {
            "upkeep": ending.upkeep_of(state),
            "hides_odds": hides_odds([run] if run else ()),
        }
    if step == "rewards":
        return steps | {
            "rewards": [reward_of(state, book, key) for key in who_chooses(state, book)]
        }
    if step == "heirs":
        return steps | {"losses": losses_of(state, book, member)}
    return steps | {
        "result": result_to_book(state),
        "lines": lines_to_book(
            state, gains_of(member.campaign, len(state.played) + 1, state, book)
        ),
        "is_ready": is_done(state, "upkeep"),
        "people": [(key, _as_achiever(state, key)) for key in who_plays(state)],
        "earned": [words.achievement_name(book, achievement) for achievement in achieved(state)],
        "next_title": words.mission_title(book, mission_after(state, book) or ""),
        "companions": companions_of(state, book),
    }


def _as_achiever(state: CampaignState, key: str) -> str:
    """Return who will have an achievement: what a dead one is given passes on (p. 7)."""
    name, heirs = state.sheets[key].name, named_heirs(state)
    if key not in who_died(state):
        return name
    if key not in heirs:
        return _("whoever follows %(survivor)s") % {"survivor": name}
    return _("%(heir)s, who follows %(survivor)s") % {"heir": heirs[key].name, "survivor": name}


@never_cache
@require_safe
def reward(request: HttpRequest, campaign_id: uuid.UUID, key: str) -> HttpResponse:
    """One survivor's reward to choose, with the text of every option; then back where one was."""
    member = member_or_404(request, campaign_id)
    state = member.campaign.state
    if key not in state.sheets:
        raise Http404
    book, run = book_of(state), running(member.campaign)
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    sheet = reverse("campaigns:sheet", args=[campaign_id, key])
    default = reverse("companion:table", args=[run.table_id]) if run and run.table_id else sheet
    back = safe_next(request, default)
    if key not in who_chooses(state, book):
        return redirect(back)
    context = {
        "member": member,
        "campaign": member.campaign,
        "version": version,
        "book": book,
        "reward": reward_of(state, book, key),
        "back": back,
        "command_id": new_command_id(),
    }
    return render(request, "campaigns/reward.html", context)


@never_cache
@require_safe
def heir(request: HttpRequest, campaign_id: uuid.UUID, key: str) -> HttpResponse:
    """Name a successor of somebody who died while the mission goes on; then go back there."""
    member = member_or_404(request, campaign_id)
    state, run = member.campaign.state, running(member.campaign)
    if key not in state.sheets:
        raise Http404
    version = live_version(member.campaign, run)
    if is_fresh(request, version):
        return unchanged()
    sheet = reverse("campaigns:sheet", args=[campaign_id, key])
    if state.ending is not None or key not in dead_at(table_of(run)):
        return redirect(safe_next(request, sheet))
    assert run is not None
    book = book_of(state)
    context = {
        "member": member,
        "campaign": member.campaign,
        "version": version,
        "book": book,
        "loss": loss_of(state, book, key, member),
        "back": safe_next(request, reverse("companion:table", args=[run.table_id])),
        "command_id": new_command_id(),
    }
    return render(request, "campaigns/heir.html", context)


@require_POST
def roll(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Roll for upkeep: by the app, or with the faces of real dice."""
    member = member_or_404(request, campaign_id)
    if request.POST.get("all"):
        command_id, _seen = StepForm(request.POST).read()
        upkeep_roll_all(campaign_id=campaign_id, member=member, command_id=command_id)
        return redirect(f"{reverse('campaigns:end', args=[campaign_id])}?step=upkeep")
    faces = [value for value in request.POST.getlist("die") if value]
    body = {name: request.POST.get(name, "") for name in ("id", "seen", "sheet", "card")}
    services.campaign_submit(
        campaign_id=campaign_id,
        member=member,
        command=read_command({"kind": "upkeep.roll", **body, "dice": faces}),
    )
    default = reverse("campaigns:end", args=[campaign_id])
    return redirect(safe_next(request, f"{default}?step=upkeep"))
