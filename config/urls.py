"""Every address of the site. The live stream is routed before Django, in `config/asgi.py`."""

from django.urls import include, path

from campaigns.views import home

urlpatterns = [
    path("", include("companion.urls")),  # first, because of every tap
    path("", home, name="home"),
    path("", include("companion.frame.urls")),
    path("account/tokens/", include("api.page_urls")),
    path("account/", include("companion.people.urls")),
    path("", include("companion.files.urls")),
    path("", include("companion.workshop.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.printing.urls")),
    path("", include("campaigns.keeping.urls")),
    path("api/v1/", include("api.urls")),
]

handler400 = "companion.frame.errors.bad_request"
handler403 = "companion.frame.errors.permission_denied"
handler404 = "companion.frame.errors.page_not_found"
handler500 = "companion.frame.errors.server_error"
