import uuid

import django.db.models.deletion
from django.db import migrations, models

class Migration(migrations.Migration):
    """Tells when a fact was said apart from when it began, and how exactly each date is known."""

    dependencies = [
        ("memory", "0004_row_class_names"),
        ("tenancy", "0003_run_steps"),
    ]

    operations = [
        migrations.CreateModel(
            name="Distinction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("group_id", models.CharField(max_length=255)),
                ("episode_id", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="delivery",
            name="fingerprint",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="entityrow",
            name="is_placeholder",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="factclosing",
            name="was_valid_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="factrow",
            name="asserted_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="factrow",
            name="calendar",
            field=models.CharField(
                choices=[("ad", "Gregorian"), ("bs", "Bikram sambat")], default="ad", max_length=2
            ),
        ),
        migrations.AddField(
            model_name="factrow",
            name="claimant",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="memory.entityrow",
            ),
        ),
        migrations.AddField(
            model_name="factrow",
            name="end_grain",
            field=models.CharField(
                choices=[
                    ("day", "Day"),
                    ("month", "Month"),
                    ("year", "Year"),
                    ("unknown", "Unknown"),
                ],
                default="unknown",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="factrow",
            name="offset_minutes",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="factrow",
            name="start_grain",
            field=models.CharField(
                choices=[
                    ("day", "Day"),
                    ("month", "Month"),
                    ("year", "Year"),
                    ("unknown", "Unknown"),
                ],
                default="unknown",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="inboxmessage",
            name="state",
            field=models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("done", "Done"),
                    ("partly_read", "Partly read"),
                    ("failed", "Failed"),
                ],
                default="queued",
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            model_name="factrow",
            index=models.Index(
                condition=models.Q(("claimant__isnull", False)),
                fields=["claimant"],
                name="fact_by_claimant",
            ),
        ),
        migrations.AddField(
            model_name="distinction",
            name="entity",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.entityrow"
            ),
        ),
        migrations.AddField(
            model_name="distinction",
            name="other",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.entityrow"
            ),
        ),
        migrations.AddField(
            model_name="distinction",
            name="tenant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tenancy.tenant"
            ),
        ),
        migrations.AddConstraint(
            model_name="distinction",
            constraint=models.UniqueConstraint(
                fields=("tenant", "entity", "other"), name="one_distinction_per_pair"
            ),
        ),
    ]
