"""Who asks: whoever keeps the site, or nobody we know."""

from django.conf import settings
from django.http import Http404, HttpRequest

from campaigns.keeping.models import SiteKeeper
from companion.people.models import Person
from companion.people.second_step.services import is_asked_of


class SecondStepDue(Exception):
    """Who keeps this site must be asked for more than a password, and is not yet."""


def site_keeper_or_404(request: HttpRequest) -> Person:
    """The asker, signed in and named by `manage.py keeper`; others do not learn of these pages."""
    person = request.user
    if not isinstance(person, Person) or not SiteKeeper.objects.filter(person=person).exists():
        raise Http404
    if settings.KEEPERS_SECOND_STEP and not is_asked_of(person):
        raise SecondStepDue
    return person
