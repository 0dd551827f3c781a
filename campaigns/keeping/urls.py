from django.urls import path

from campaigns.keeping import metrics, views

app_name = "keeping"
urlpatterns = [
    path("operate/", views.operate, name="operate"),
    path("operate/clean/", views.sweep, name="clean"),
    path("operate/backup/", views.back_up, name="backup"),
    path("operate/backups/<str:name>/", views.backup_file, name="backup-file"),
    path("operate/mail/", views.try_mail, name="mail"),
    path("operate/prints/<uuid:job_id>/retry/", views.retry, name="retry"),
    path("operate/errors/", views.faults, name="faults"),
    path("operate/bans/", views.bans, name="bans"),
    path("operate/bans/<int:ban_id>/lift/", views.lift, name="lift"),
    path("operate/reports/<int:report_id>/close/", views.close_report, name="report-close"),
    path("operate/reports/<int:report_id>/bin/", views.bin_reported, name="report-bin"),
    path("operate/reports/<int:report_id>/ban/", views.ban_reported, name="report-ban"),
    path("report/", views.report, name="report"),
    path("account/data/", views.data, name="data"),
    path("account/data/file/", views.data_file, name="data-file"),
    path("metrics", metrics.metrics, name="metrics"),
]
