from django.urls import path

from companion.difficulty import views as difficulty
from companion.house import views as house
from companion.screens import views as screens
from companion.seats import views as seats
from companion.setup import views as setup
from companion.shelf import views as shelf
from companion.table import views as table

app_name = "companion"
urlpatterns = [
    path("tables/<uuid:table_id>/commands/", table.command, name="command"),
    path("tables/<uuid:table_id>/board/", table.board, name="board"),
    path("tables/", shelf.tables, name="tables"),
    path("tables/new/<slug:game>/", setup.open_table, name="open"),
    path("tables/new/<slug:game>/mission/", setup.mission, name="setup-mission"),
    path("tables/new/<slug:game>/survivors/", setup.who, name="setup-who"),
    path("tables/new/<slug:game>/players/", setup.players, name="setup-players"),
    path("tables/new/<slug:game>/zones/", setup.zones, name="setup-zones"),
    path("tables/new/<slug:game>/cards/", setup.draws, name="setup-draws"),
    path("tables/new/<slug:game>/rules/", setup.rules, name="setup-rules"),
    path("tables/new/<slug:game>/difficulty/", difficulty.page, name="setup-difficulty"),
    path("tables/new/<slug:game>/usual/", setup.save_usual, name="setup-usual"),
    path("house/<slug:game>/<slug:survivor>/", house.survivor, name="house-survivor"),
    path("tables/<uuid:table_id>/", table.table, name="table"),
    path("tables/<uuid:table_id>/sheets/<path:path>/", table.sheet, name="sheet"),
    path("tables/<uuid:table_id>/live/", table.live_address, name="live"),
    path("tables/<uuid:table_id>/undo/", table.undo, name="undo"),
    path("tables/<uuid:table_id>/undo-to/", table.undo_to, name="undo-to"),
    path("tables/<uuid:table_id>/redo/", table.redo, name="redo"),
    path("tables/<uuid:table_id>/mine/", screens.own, name="own"),
    path("tables/<uuid:table_id>/mine/<str:survivor>/", screens.mine, name="mine"),
    path(
        "tables/<uuid:table_id>/mine/<str:survivor>/commands/",
        screens.command,
        name="mine-command",
    ),
    path("tables/<uuid:table_id>/mine/<str:survivor>/undo/", screens.undo, name="mine-undo"),
    path("tables/<uuid:table_id>/mine/<str:survivor>/redo/", screens.redo, name="mine-redo"),
    path("tables/<uuid:table_id>/screen/", screens.screen, name="screen"),
    path("tables/<uuid:table_id>/seats/", seats.seats, name="seats"),
    path("tables/<uuid:table_id>/seats/lock/", seats.lock, name="seats-lock"),
    path("tables/<uuid:table_id>/seats/place/", seats.place, name="seats-place"),
    path("tables/<uuid:table_id>/seats/ask/", seats.ask, name="seats-ask"),
    path("tables/<uuid:table_id>/seats/take/", seats.take, name="seats-take"),
    path("tables/<uuid:table_id>/survivors/", seats.survivors, name="survivors"),
    path("tables/<uuid:table_id>/survivors/take-over/", seats.take_over, name="survivors-take"),
    path("tables/<uuid:table_id>/survivors/bring/", seats.bring, name="survivors-bring"),
    path("tables/<uuid:table_id>/survivors/undo/", seats.survivors_undo, name="survivors-undo"),
    path("tables/<uuid:table_id>/seats/<int:seat_id>/", seats.edit, name="seat"),
    path("tables/<uuid:table_id>/seats/<int:seat_id>/remove/", seats.remove, name="seat-remove"),
    path("tables/<uuid:table_id>/seats/<int:seat_id>/answer/", seats.answer, name="seat-answer"),
    path("tables/<uuid:table_id>/story/", shelf.story, name="story"),
    path("tables/<uuid:table_id>/rematch/", shelf.rematch, name="rematch"),
    path("tables/<uuid:table_id>/branch/", shelf.branch, name="branch"),
    path("tables/<uuid:table_id>/archive/", shelf.archive, name="archive"),
    path("tables/<uuid:table_id>/bin/", shelf.to_bin, name="bin"),
    path("tables/<uuid:table_id>/restore/", shelf.restore, name="restore"),
    path("join/", seats.find, name="find"),
    path("join/<str:code>/", seats.join, name="join"),
]
