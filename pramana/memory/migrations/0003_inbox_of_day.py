from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0002_communities"),
    ]

    operations = [
        migrations.AddIndex(
            "inboxmessage",
            models.Index(fields=("tenant", "created_at"), name="inbox_of_day"),
        ),
    ]
