from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("external", "0003_research_tool_call")]
    operations = [
        migrations.AddField("decision", "rejected_ids", models.JSONField(default=list)),
    ]
