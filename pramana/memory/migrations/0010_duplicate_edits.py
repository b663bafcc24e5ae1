from django.db import migrations, models

EDIT_KINDS = [
    ("fact_added", "Fact added"),
    ("fact_corrected", "Fact corrected"),
    ("fact_confirmed", "Fact confirmed"),
    ("fact_refused", "Fact refused"),
    ("fact_reopened", "Fact reopened"),
    ("entity_renamed", "Entity renamed"),
    ("entities_merged", "Entities merged"),
    ("entity_split", "Entity split"),
    ("duplicate_confirmed", "Duplicate confirmed"),
]


class Migration(migrations.Migration):
    """Lets the history of edits hold confirmed merges."""

    dependencies = [("memory", "0009_delivery_group")]
    operations = [
        migrations.AlterField(
            model_name="graphedit",
            name="kind",
            field=models.CharField(choices=EDIT_KINDS, max_length=30),
        ),
    ]
