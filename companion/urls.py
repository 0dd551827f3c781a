from django.urls import path

from companion import views

app_name = "companion"
urlpatterns = [
    path("tables/new/<slug:game>/", views.open_table, name="open"),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<uuid:table_id>/board/", views.board, name="board"),
    path("tables/<uuid:table_id>/live/", views.live_address, name="live"),
    path("tables/<uuid:table_id>/commands/", views.command, name="command"),
    path("tables/<uuid:table_id>/undo/", views.undo, name="undo"),
    path("tables/<uuid:table_id>/redo/", views.redo, name="redo"),
    path("tables/<uuid:table_id>/seats/", views.seats, name="seats"),
    path("join/", views.find, name="find"),
    path("join/<str:code>/", views.join, name="join"),
]
