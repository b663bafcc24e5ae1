from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tenancy", "0003_run_steps"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedfile",
            name="damaged_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
