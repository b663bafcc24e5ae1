from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0002_run_index")]

    operations = [
        migrations.AddField(
            "chatsession", "title", models.CharField(default="", db_default="", max_length=200)
        ),
        migrations.AddField("chatsession", "pinned_at", models.DateTimeField(null=True)),
        migrations.AddField("chatsession", "share_id", models.UUIDField(null=True)),
        migrations.AddField("chatsession", "shared_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "turn", "feedback", models.CharField(default="", db_default="", max_length=16)
        ),
        migrations.AddField("turn", "feedback_at", models.DateTimeField(null=True)),
        migrations.AddConstraint(
            "chatsession",
            models.UniqueConstraint(fields=("tenant", "share_id"), name="one_session_per_share"),
        ),
        migrations.AddIndex(
            "turn",
            models.Index(
                fields=("tenant", "-feedback_at"),
                condition=models.Q(feedback_at__isnull=False),
                name="idx_conversations_feedback",
            ),
        ),
    ]
