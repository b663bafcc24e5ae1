from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0006_passage_lead")]
    operations = [
        migrations.AddField(
            "document",
            "container",
            models.ForeignKey(
                null=True,
                on_delete=models.SET_NULL,
                related_name="+",
                to="documents.document",
            ),
        ),
        migrations.AddField(
            "document", "container_path", models.CharField(default="", max_length=1000)
        ),
    ]
