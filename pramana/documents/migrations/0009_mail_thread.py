"""The ids that a mail shares with the other messages of its conversation."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0008_document_details")]
    operations = [
        migrations.AddField(
            "document", "thread", ArrayField(models.CharField(max_length=255), default=list)
        ),
        migrations.AddIndex(
            "document",
            GinIndex(
                fields=("thread",),
                name="document_thread",
                condition=models.Q(trashed_at__isnull=True),
            ),
        ),
    ]
