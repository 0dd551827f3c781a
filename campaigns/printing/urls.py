from django.urls import path

from campaigns.printing import views

app_name = "printing"
urlpatterns = [
    path("prints/", views.prints, name="prints"),
    path("prints/<uuid:job_id>/", views.print_row, name="print"),
    path("prints/<uuid:job_id>/retry/", views.retry, name="retry"),
    path("prints/<uuid:job_id>/file/", views.print_file, name="file"),
    path("tables/<uuid:table_id>/print/card/", views.print_table_card, name="table-card"),
]
