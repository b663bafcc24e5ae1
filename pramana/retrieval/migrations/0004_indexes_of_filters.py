"""A filter by date, kind or language that few entries pass reads only those."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0003_changes_for_a_cluster")]

    operations = [
        migrations.RemoveIndex(model_name="indexedentry", name="entry_collection"),
        migrations.AddIndex(
            model_name="indexedentry",
            index=models.Index(
                fields=["tenant", "collection_id", "space"], name="entry_of_collection"
            ),
        ),
        migrations.AddIndex(
            model_name="indexedentry",
            index=models.Index(fields=["tenant", "space", "date"], name="entry_date"),
        ),
        migrations.AddIndex(
            model_name="indexedentry",
            index=models.Index(fields=["tenant", "space", "kind"], name="entry_kind"),
        ),
        migrations.AddIndex(
            model_name="indexedentry",
            index=models.Index(fields=["tenant", "space", "language"], name="entry_language"),
        ),
    ]
