from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tenancy", "0004_damaged_files"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tenantquota",
            name="quota",
            field=models.CharField(
                choices=[
                    ("documents", "documents"),
                    ("bytes", "bytes"),
                    ("messages_per_day", "messages_per_day"),
                    ("cost_per_day", "cost_per_day"),
                    ("cost_per_month", "cost_per_month"),
                ],
                max_length=32,
            ),
        ),
    ]
