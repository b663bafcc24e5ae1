from django.db import migrations

RENAMED = (
    ("Entity", "EntityRow", "memory_entity"),
    ("Episode", "EpisodeRow", "memory_episode"),
    ("Mention", "MentionRow", "memory_mention"),
    ("Group", "GroupRow", "memory_group"),
    ("Unindexed", "UnindexedItem", "memory_unindexed"),
)


class Migration(migrations.Migration):
    """Renames Python classes only: the tables keep their names, and no SQL is run."""

    dependencies = [("memory", "0003_inbox_of_day")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.AlterModelTable(old, table) for old, _, table in RENAMED),
                *(migrations.RenameModel(old, new) for old, new, _ in RENAMED),
            ]
        )
    ]
