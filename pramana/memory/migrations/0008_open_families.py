from django.db import migrations, models


class Migration(migrations.Migration):
    """Finds who holds a post now without reading the whole group."""

    dependencies = [("memory", "0007_graph_edits")]
    operations = [
        migrations.AddIndex(
            model_name="factrow",
            index=models.Index(
                condition=models.Q(("invalid_at__isnull", True)),
                fields=["tenant", "group_id", "family"],
                name="fact_open_family",
            ),
        ),
    ]
