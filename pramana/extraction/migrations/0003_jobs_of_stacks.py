from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("extraction", "0002_functions"),
    ]

    operations = [
        migrations.AddField("stacktable", "job_id", models.UUIDField(null=True)),
        migrations.AddField("stacktablerow", "job_id", models.UUIDField(null=True)),
        migrations.AddField("stackcorrection", "job_id", models.UUIDField(null=True)),
    ]
