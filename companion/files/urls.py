from django.urls import path

from companion.files import views
from companion.files.reading import MOST_SENT
from companion.server.doors import heavy

app_name = "files"
urlpatterns = [
    path("tables/<uuid:table_id>/export/", heavy(views.export, methods=("GET",)), name="export"),
    path("tables/import/", heavy(views.bring, most_bytes=MOST_SENT), name="import"),
    path("tables/import/confirm/", heavy(views.confirm), name="confirm"),
]
