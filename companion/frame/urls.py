from django.urls import path

from companion.frame import health, offline, views
from companion.table.style import style

app_name = "frame"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("credits/", views.credits, name="credits"),
    path("style/", style, name="style"),
    path("healthz", health.healthz, name="healthz"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("sw.js", offline.service_worker, name="service-worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
]
