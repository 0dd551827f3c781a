from django.db import migrations, models


class Migration(migrations.Migration):
    """The hand of somebody whose phone has left a game with secrets stays closed."""

    dependencies = [
        ('companion', '0004_one_journal'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='sealed_players',
            field=models.JSONField(default=dict),
        ),
    ]
