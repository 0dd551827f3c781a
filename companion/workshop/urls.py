from django.urls import path

from companion.server.doors import heavy
from companion.workshop import mission_views as missions
from companion.workshop import views
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
    path(f"{MISSION}<slug:part>/", missions.part, name="part"),
    path(f"{MISSION}<slug:side>/<int:number>/", missions.rule, name="rule"),
]
