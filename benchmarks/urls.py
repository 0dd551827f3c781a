"""The site's addresses, and the floor: a view that does as little as a view that writes can."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_POST

from companion.models import LineUp
from companion.writing import write_transaction
from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as pages

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


@require_POST
def floor(request: HttpRequest, key: int) -> HttpResponse:
    """Read one row, write one row, render one small template."""
    with write_transaction():
        row = LineUp.objects.get(pk=key)
        row.query = request.POST["id"]
        row.save(update_fields=["query", "updated_at"])
    return render(request, "floor.html", {"row": row})


urlpatterns = [path("floor/<int:key>/", floor), *pages]
