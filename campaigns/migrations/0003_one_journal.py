import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Entries of tables and campaigns have the same fields (docs/adr/0020). No row is rewritten."""

    dependencies = [
        ('campaigns', '0002_redo'),
    ]

    operations = [
        migrations.RenameField(model_name='campaignentry', old_name='member_name', new_name='who'),
        migrations.AddField(
            model_name='campaignentry',
            name='down_to_seq',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='campaignentry',
            name='group',
            field=models.CharField(max_length=80, null=True),
        ),
        # The column stays as it is: entries have a date of their own from Python.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='campaignentry',
                    name='made_at',
                    field=models.DateTimeField(default=django.utils.timezone.now),
                ),
            ],
        ),
    ]
