"""Pages about people. A guest needs none of them."""

from django.http import HttpRequest

from companion.people.models import Person


def signed_in(request: HttpRequest) -> Person:
    """The account itself, read anew so that a form that fails leaves the session's copy alone."""
    assert isinstance(request.user, Person)
    return Person.objects.get(pk=request.user.pk)
