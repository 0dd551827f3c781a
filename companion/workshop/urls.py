from django.urls import path, register_converter

from companion.server.doors import heavy
from companion.workshop import box_views as box
from companion.workshop import editing, road_views, views
from companion.workshop import mission_views as missions
from companion.workshop import piece_views as pieces
from companion.workshop.maps import views as maps
from companion.workshop.public import views as public
from rules.workshop.draft import MISSIONS
from rules.workshop.file import MOST_BYTES
from rules.workshop.pieces import PIECES


class PieceKind:
    """A kind of piece in an address."""

    regex = "|".join(PIECES)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PieceKind, "piece")

app_name = "workshop"
ONE = "workshop/<uuid:pack_id>/"
MISSION = f"{ONE}missions/<slug:mission>/"
PIECE = f"{ONE}<piece:kind>/<slug:key>/"
MOST_SENT = MOST_BYTES * 2
urlpatterns = [
    path("workshop/", views.home, name="home"),
    path("workshop/new/", views.create, name="new"),
    path("workshop/begin/<slug:kind>/", views.begin, name="begin"),
    path("workshop/box/", box.box, name="box"),
    path("workshop/import/", heavy(views.bring, most_bytes=MOST_SENT), name="import"),
    path("workshop/import/confirm/", heavy(views.confirm), name="confirm"),
    path("workshop/shelf/", public.shelf, name="shelf"),
    path("workshop/shelf/<uuid:shelved_id>/", public.shelved, name="shelved"),
    path("workshop/shelf/<uuid:shelved_id>/take/", public.take, name="take"),
    path(ONE, views.pack, name="pack"),
    path(f"{ONE}about/", views.describe, name="describe"),
    path(f"{ONE}bin/", views.to_bin, name="bin"),
    path(f"{ONE}restore/", views.restore, name="restore"),
    path(f"{ONE}offer/", views.offer, name="offer"),
    path(f"{ONE}answer/", views.answer, name="answer"),
    path(f"{ONE}leave/", views.leave, name="leave"),
    path(f"{ONE}file/", views.export, name="export"),
    path(f"{ONE}shelf/", public.put, name="put"),
    path(f"{ONE}campaign/", road_views.road, name="road"),
    path(f"{ONE}live/", editing.streams, name="streams"),
    path(f"{ONE}undo/<int:seq>/", pieces.undo, name="undo"),
    path(f"{ONE}<piece:kind>/", pieces.pieces, name="pieces"),
    path(f"{ONE}<piece:kind>/new/", pieces.new, name="piece-new"),
    path(PIECE, pieces.piece, name="piece"),
    path(f"{PIECE}bin/", pieces.to_bin, name="piece-bin"),
    path(f"{PIECE}copy/", pieces.copy, name="piece-copy"),
    path(f"{ONE}missions/<slug:key>/sheet/", pieces.look, {"kind": MISSIONS}, name="sheet"),
    path(f"{MISSION}mend/", missions.mend, name="mend"),
    path(f"{MISSION}map/", maps.page, name="map"),
    path(f"{MISSION}map/draw/", maps.draw_step, name="map-draw"),
    path(f"{MISSION}map/undo/", maps.undo, name="map-undo"),
    path(f"{MISSION}map/redo/", maps.redo, name="map-redo"),
    path(f"{MISSION}map/wake/", maps.wake, name="map-wake"),
    path(f"{MISSION}map/live/", maps.live, name="map-live"),
    path(f"{MISSION}<slug:part>/", missions.part, name="part"),
    path(f"{MISSION}<slug:side>/<int:number>/", missions.rule, name="rule"),
    path(f"{PIECE}look/", pieces.look, name="piece-look"),
]
