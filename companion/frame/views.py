"""Pages that belong to no room: preferences, credits, files at the root."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from companion.frame.form_pages import form_page, safe_next
from companion.frame.preferences import THEME_COOKIE, THEMES, remember
from companion.people.identity import person_of


@form_page
def preferences(request: HttpRequest) -> HttpResponse:
    """Show or set language and theme of this browser; unknown values change nothing."""
    if request.method == "POST":
        response = HttpResponseRedirect(safe_next(request, request.path))
        if request.POST.get("theme") in THEMES:
            remember(response, THEME_COOKIE, request.POST["theme"])
        if request.POST.get("language") in dict(settings.LANGUAGES):
            remember(response, settings.LANGUAGE_COOKIE_NAME, request.POST["language"])
        return response
    themes = {"dark": _("Dark"), "light": _("Light"), "auto": _("As the device")}
    names = {"es": "Español", "en": "English"}
    return render(
        request,
        "frame/preferences.html",
        {"person": person_of(request), "themes": themes, "language_names": names},
    )


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    """Show whose fonts and icons these are, and who owns the names of the games."""
    return render(request, "frame/credits.html")


@require_safe
@cache_control(max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    """Let search engines know the front door and nothing behind it."""
    return HttpResponse(
        "User-agent: *\nAllow: /$\nAllow: /static/\nDisallow: /\n", content_type="text/plain"
    )


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web-app manifest, in the reader's language."""
    icons = [
        {"src": static("img/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("img/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {
            "src": static("img/icon-maskable-512.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    return JsonResponse(
        {
            "name": "Safehouse",
            "short_name": "Safehouse",
            "description": _("Table companion and campaign manager for zombie board games"),
            "lang": request.LANGUAGE_CODE,
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#0f120d",
            "theme_color": "#0f120d",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


@require_safe
@cache_control(max_age=86400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon: browsers ask for it at the root, whatever the page says."""
    return redirect(static("img/favicon.ico"))
