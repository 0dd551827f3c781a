"""Words of the workshop's pages."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django import template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.mechanics.missions import MOMENTS
from companion.setup.words import difficulty_word
from companion.words import colour_word, token_word
from companion.workshop import mending, words
from companion.workshop.maps.page import MapPage
from companion.workshop.models import HousePack
from companion.workshop.summaries import content_marks
from rules import Pack, rulesets
from rules.mechanics.missions.layout import OBJECTIVE, SPAWN
from rules.packs.schema import Mission
from rules.workshop import DraftMission, DraftRule, Part, Problem

register = template.Library()
register.filter("problem_words", words.problem_words)
register.filter("draft_title", words.draft_title)
register.filter("zone_line", words.zone_words)


@register.filter
def language_words(languages: Iterable[str]) -> str:
    return ", ".join(str(words.LANGUAGES[language]) for language in languages)


@register.simple_tag
def part_link(pack: HousePack, draft: DraftMission, part: str) -> str:
    """Return the address where a part is written; the board is drawn."""
    if part == "board":
        return reverse("workshop:map", args=[pack.pk, draft.id])
    return reverse("workshop:part", args=[pack.pk, draft.id, part])


@register.filter
def place_label(place: str, shown: MapPage) -> str:
    """Return the label of a place, `C1`."""
    return shown.board.label(place)


@register.simple_tag
def problem_link(pack: HousePack, draft: DraftMission, problem: Problem) -> str:
    """Return the address where a problem can be mended."""
    if problem.place:
        address = reverse("workshop:map", args=[pack.pk, draft.id])
        return f"{address}?{urlencode({'at': problem.place})}#place"
    if problem.number:
        args = [pack.pk, draft.id, problem.part, problem.number]
        return reverse("workshop:rule", args=args)
    if problem.code.startswith("map.") or problem.code == "tiles.none":
        return reverse("workshop:map", args=[pack.pk, draft.id])
    return reverse("workshop:part", args=[pack.pk, draft.id, problem.part])


@register.filter
def rule_by(rule: DraftRule, game: str) -> str:
    """Return in words who sees to a rule."""
    if rule.do in rulesets[game].vocabulary.mission_rules:
        return _("The app sees to it")
    if rule.when:
        return _("Reminder: %(moment)s") % {"moment": MOMENTS[rule.when]}
    return _("The players see to it")


@register.filter
def goal_by(goal: DraftRule, game: str) -> str:
    """Return in words who sees that a goal is met."""
    if goal.do in rulesets[game].vocabulary.mission_rules:
        return _("The app counts it by itself")
    return _("You tick it at the table once it is met")


@register.filter
def mission_facts(mission: Mission) -> str:
    """Return the line under a mission's title: `A0 · easy · 45 min · 4+`."""
    parts = [mission.code]
    parts += [difficulty_word(mission.difficulty)] if mission.difficulty else []
    parts += [_("%(n)s min") % {"n": mission.minutes}] if mission.minutes else []
    parts += [str(words.LENGTHS[mission.length])] if mission.length else []
    if mission.survivors:
        parts.append(f"{mission.survivors}{'+' if mission.or_more else ''}")
    parts += [f"{mission.start_hour}:00"] if mission.start_hour is not None else []
    return " · ".join(part for part in parts if part)


@register.filter
def things_laid(mission: Mission, pack: Pack) -> list[str]:
    """Return objectives, other tokens and zombies that are on the board at the start."""
    language = get_language() or "en"
    things = [
        _("Objectives: %(colours)s")
        % {
            "colours": ", ".join(
                f"{mission.tokens.get(OBJECTIVE + colour, 1)} {colour_word(colour)}"
                for colour in mission.objective_colours
            )
        }
    ]
    things = things if mission.objective_colours else []
    things += [
        f"{token_word(token, pack.game)}: {count}"
        for token, count in mission.tokens.items()
        if not token.startswith((OBJECTIVE, SPAWN))
    ]
    names = {zombie.id: zombie.name.in_language(language) for zombie in pack.zombies}
    things += [f"{names.get(key, key)}: {count}" for key, count in mission.zombies.items()]
    if mission.time_track:
        things.append(_("Time meter: %(n)d boxes") % {"n": mission.time_track})
    return things


@register.simple_tag
def answer_data(form: Any, values: Any, errors: Any, pack: HousePack) -> SafeString:
    """Return attributes for the form's script: its fields as they are, or their errors."""
    data = {
        "data-version": f"{pack.revision}-0",
        "data-values": msgspec.json.encode(values).decode(),
        "data-errors": msgspec.json.encode(errors).decode(),
        "data-seen": form.seen_now,
        "data-form": "" if form.is_bound else "1",
    }
    return format_html_join(" ", '{}="{}"', data.items())


@register.filter
def problem_target(problem: Problem) -> str:
    """Return the id of the input that mends it."""
    return {
        "levels": "lines",
        "effects": "effects",
        "copies": "copies",
        "specialties": "id_specialties_0",
    }.get(problem.field, f"id_{problem.field}")


@register.filter
def part_word(part: Part) -> str:
    return str(words.PART_WORDS[part])


register.filter("can_be_mended", mending.can_be_mended)
register.filter("mend_words", mending.mend_words)
register.filter("marks_of", content_marks)
