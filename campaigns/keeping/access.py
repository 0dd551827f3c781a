"""Who asks: whoever keeps the site, or nobody we know."""

from django.conf import settings
from django.http import Http404, HttpRequest

from campaigns.keeping.models import SiteKeeper
from companion.people.entering import has_passed
from companion.people.models import Person
from companion.people.second_step.services import is_asked_of


class SecondStepDue(Exception):
    """A refusal: a site keeper must show more than a password, and has not in this browser."""


def site_keeper_or_404(request: HttpRequest) -> Person:
    """The asker, signed in and named by `manage.py keeper`; others do not learn of these pages."""
    person = request.user
    if not isinstance(person, Person) or not SiteKeeper.objects.filter(person=person).exists():
        raise Http404
    is_passed = is_asked_of(person) and has_passed(request)
    if settings.KEEPERS_SECOND_STEP and not is_passed:
        raise SecondStepDue
    return person
