import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Entries of tables and campaigns have the same fields (docs/adr/0020). No row is rewritten."""

    dependencies = [
        ('companion', '0003_undo_of_several_steps'),
    ]

    operations = [
        migrations.RenameField(model_name='logentry', old_name='seat_name', new_name='who'),
        migrations.RenameField(model_name='logentry', old_name='created_at', new_name='made_at'),
        migrations.AddField(
            model_name='logentry',
            name='group',
            field=models.CharField(max_length=80, null=True),
        ),
        # The column stays as it is: who writes the date changes, nothing else.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='logentry',
                    name='made_at',
                    field=models.DateTimeField(default=django.utils.timezone.now),
                ),
            ],
        ),
    ]
