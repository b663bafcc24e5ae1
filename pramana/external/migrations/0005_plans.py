from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("external", "0004_rejected_pages")]

    operations = [
        migrations.AddField(
            model_name="researchrun", name="plan", field=models.JSONField(null=True)
        ),
        migrations.AddField(
            model_name="researchrun", name="plan_first", field=models.BooleanField(default=False)
        ),
        migrations.AlterField(
            model_name="researchrun",
            name="stage",
            field=models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("awaiting_plan", "Awaiting plan"),
                    ("searching", "Searching"),
                    ("awaiting_approval", "Awaiting approval"),
                    ("ingesting", "Ingesting"),
                    ("reading", "Reading"),
                    ("answering", "Answering"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                ],
                default="queued",
                max_length=32,
            ),
        ),
    ]
