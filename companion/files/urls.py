from django.urls import path

from companion.files import views

app_name = "files"
urlpatterns = [
    path("tables/<uuid:table_id>/export/", views.export, name="export"),
    path("tables/import/", views.bring, name="import"),
    path("tables/import/confirm/", views.confirm, name="confirm"),
]
