from django.urls import path

from api import views

app_name = "api"
urlpatterns = [
    path("games/", views.games, name="games"),
    path("games/<slug:slug>/", views.game, name="game"),
]
