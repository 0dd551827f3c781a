from django.urls import path

from companion import views
from companion.table import views as table

app_name = "companion"
urlpatterns = [
    path("tables/new/<slug:game>/", views.open_table, name="open"),
    path("tables/<uuid:table_id>/", table.table, name="table"),
    path("tables/<uuid:table_id>/board/", table.board, name="board"),
    path("tables/<uuid:table_id>/sheets/<path:path>/", table.sheet, name="sheet"),
    path("tables/<uuid:table_id>/live/", table.live_address, name="live"),
    path("tables/<uuid:table_id>/commands/", table.command, name="command"),
    path("tables/<uuid:table_id>/undo/", table.undo, name="undo"),
    path("tables/<uuid:table_id>/undo-to/", table.undo_to, name="undo-to"),
    path("tables/<uuid:table_id>/redo/", table.redo, name="redo"),
    path("tables/<uuid:table_id>/seats/", views.seats, name="seats"),
    path("join/", views.find, name="find"),
    path("join/<str:code>/", views.join, name="join"),
]
