from django.db import migrations, models


class Migration(migrations.Migration):
    """Says of which group a delivery is, so that it is deleted with the group."""

    dependencies = [("memory", "0008_open_families")]
    operations = [
        migrations.AddField(
            model_name="delivery",
            name="group_id",
            field=models.TextField(blank=True, default=""),
        ),
    ]
