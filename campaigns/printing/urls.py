from django.urls import path

from campaigns.printing import views

app_name = "printing"
urlpatterns = [
    path("prints/", views.prints, name="prints"),
    path("r", views.restore, name="restore"),
    path("campaigns/<uuid:campaign_id>/print/", views.print_campaign, name="campaign"),
    path("campaigns/<uuid:campaign_id>/sheets/<slug:key>/pen/", views.pen, name="pen"),
    path("prints/new/<slug:game>/", views.print_game, name="game"),
    path("prints/new/<slug:game>/difficulty/", views.print_difficulty, name="difficulty"),
    path("workshop/<uuid:pack_id>/print/", views.print_pack, name="pack"),
    path("prints/<uuid:job_id>/", views.print_row, name="print"),
    path("prints/<uuid:job_id>/preview/", views.preview, name="preview"),
    path("prints/<uuid:job_id>/page-one.png", views.page_one, name="page-one"),
    path("prints/<uuid:job_id>/retry/", views.retry, name="retry"),
    path("prints/<uuid:job_id>/cancel/", views.cancel, name="cancel"),
    path("prints/<uuid:job_id>/file/", views.print_file, name="file"),
    path("tables/<uuid:table_id>/print/", views.print_table, name="table"),
    path("tables/<uuid:table_id>/print/card/", views.print_table_card, name="table-card"),
]
