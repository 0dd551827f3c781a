from django.urls import path

from companion.server.doors import heavy
from companion.workshop import mission_views as missions
from companion.workshop import views
from companion.workshop.maps import views as maps
from rules.workshop.file import MOST_BYTES

app_name = "workshop"
ONE = "workshop/<uuid:pack_id>/"
MISSION = f"{ONE}missions/<slug:mission>/"
MOST_SENT = MOST_BYTES * 2
urlpatterns = [
    path("workshop/", views.home, name="home"),
    path("workshop/new/", views.create, name="new"),
    path("workshop/import/", heavy(views.bring, most_bytes=MOST_SENT), name="import"),
    path("workshop/import/confirm/", heavy(views.confirm), name="confirm"),
    path(ONE, views.pack, name="pack"),
    path(f"{ONE}about/", views.describe, name="describe"),
    path(f"{ONE}bin/", views.to_bin, name="bin"),
    path(f"{ONE}restore/", views.restore, name="restore"),
    path(f"{ONE}offer/", views.offer, name="offer"),
    path(f"{ONE}answer/", views.answer, name="answer"),
    path(f"{ONE}leave/", views.leave, name="leave"),
    path(f"{ONE}file/", views.export, name="export"),
    path(f"{ONE}missions/new/", missions.new, name="mission-new"),
    path(MISSION, missions.mission, name="mission"),
    path(f"{MISSION}sheet/", missions.sheet, name="sheet"),
    path(f"{MISSION}bin/", missions.to_bin, name="mission-bin"),
    path(f"{MISSION}map/", maps.page, name="map"),
    path(f"{MISSION}map/draw/", maps.draw_step, name="map-draw"),
    path(f"{MISSION}map/undo/", maps.undo, name="map-undo"),
    path(f"{MISSION}map/redo/", maps.redo, name="map-redo"),
    path(f"{MISSION}map/wake/", maps.wake, name="map-wake"),
    path(f"{MISSION}map/live/", maps.live, name="map-live"),
    path(f"{MISSION}<slug:part>/", missions.part, name="part"),
    path(f"{MISSION}<slug:side>/<int:number>/", missions.rule, name="rule"),
]
