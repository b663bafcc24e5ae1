"""The class of a run's tool calls gets a name of its own; its table stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("external", "0002_scoring_and_policies")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("ToolCall", "ResearchToolCall"),
                migrations.AlterModelTable("ResearchToolCall", "external_toolcall"),
            ]
        )
    ]
