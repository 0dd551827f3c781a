from django.db import migrations, models
from django.db.models import F


def asked_when_made(apps, schema_editor):
    apps.get_model("printing", "PrintJob").objects.update(asked_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("printing", "0001_initial")]

    operations = [
        migrations.RemoveField("printjob", "progress"),
        migrations.AddField("printjob", "look", models.JSONField(default=dict)),
        migrations.AddField("printjob", "made", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("printjob", "total", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(
            "printjob", "making", models.CharField(blank=True, default="", max_length=120)
        ),
        migrations.AlterField("printjob", "making", models.CharField(blank=True, max_length=120)),
        migrations.AddField("printjob", "flaws", models.JSONField(default=list)),
        migrations.AddField(
            "printjob", "missing", models.CharField(blank=True, default="", max_length=200)
        ),
        migrations.AlterField("printjob", "missing", models.CharField(blank=True, max_length=200)),
        migrations.AddField("printjob", "pages", models.PositiveIntegerField(default=0)),
        migrations.AddField("printjob", "asked_at", models.DateTimeField(null=True)),
        migrations.RunPython(asked_when_made, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("printjob", "asked_at", models.DateTimeField(db_index=True)),
        migrations.AlterField(
            "printjob",
            "state",
            models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                default="queued",
                max_length=10,
            ),
        ),
        migrations.AlterModelOptions("printjob", {"ordering": ["-asked_at"]}),
    ]
