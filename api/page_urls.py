from django.urls import path

from api.views import pages

app_name = "tokens"
urlpatterns = [
    path("", pages.tokens, name="tokens"),
    path("<int:token_id>/revoke/", pages.revoke, name="revoke"),
]
