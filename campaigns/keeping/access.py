"""Who asks: whoever keeps the site, or nobody we know."""

from django.http import Http404, HttpRequest

from campaigns.keeping.models import SiteKeeper
from companion.people.models import Person


def site_keeper_or_404(request: HttpRequest) -> Person:
    """The asker, signed in and named by `manage.py keeper`; others do not learn of these pages."""
    person = request.user
    if not isinstance(person, Person) or not SiteKeeper.objects.filter(person=person).exists():
        raise Http404
    return person
