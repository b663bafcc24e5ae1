from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0003_shelves")]
    operations = [
        migrations.AddField("document", "charset", models.CharField(default="", max_length=40))
    ]
