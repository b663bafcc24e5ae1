from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0005_outside")]
    operations = [migrations.AddField("passage", "lead", models.TextField(default=""))]
