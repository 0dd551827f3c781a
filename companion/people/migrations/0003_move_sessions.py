"""Whoever is signed in stays so: their sessions move to the table that knows whose they are."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations


def move_sessions(apps, schema_editor):
    Session = apps.get_model("people", "Session")
    Person = apps.get_model("people", "Person")
    before = apps.get_model("sessions", "Session")
    known = {str(key) for key in Person.objects.filter(email__isnull=False).values_list("pk", flat=True)}
    for row in before.objects.iterator():
        person = SessionStore().decode(row.session_data).get(SESSION_KEY)
        if person in known:
            Session.objects.create(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                person_id=person,
            )
    before.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ("people", "0002_sessions_letters_and_second_step"),
        ("sessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(move_sessions, migrations.RunPython.noop)]
