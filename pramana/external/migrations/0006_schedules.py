import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("external", "0005_plans"), ("tenancy", "0008_external_identities")]

    operations = [
        migrations.CreateModel(
            name="ResearchSchedule",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("request", models.JSONField()),
                ("weekday", models.PositiveSmallIntegerField(null=True)),
                ("hour", models.PositiveSmallIntegerField()),
                ("next_at", models.DateTimeField()),
                ("is_paused", models.BooleanField(default=False)),
                ("created_by_id", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "tenant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tenancy.tenant"
                    ),
                ),
            ],
            options={
                "ordering": ("created_at", "id"),
                "indexes": [models.Index(fields=["next_at"], name="schedule_due")],
            },
        ),
        migrations.AddField(
            model_name="researchrun",
            name="schedule",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="runs",
                to="external.researchschedule",
            ),
        ),
    ]
