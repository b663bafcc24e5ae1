from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0004_charset")]
    operations = [
        migrations.AddField("document", "origin", models.CharField(default="", max_length=2000)),
        migrations.AddField("document", "fetched_at", models.DateTimeField(null=True)),
        migrations.AddField("document", "let_in_by_id", models.UUIDField(null=True)),
        migrations.AddIndex(
            "document",
            models.Index(
                fields=["tenant", "id"],
                name="document_from_outside",
                condition=models.Q(("origin", ""), _negated=True),
            ),
        ),
    ]
