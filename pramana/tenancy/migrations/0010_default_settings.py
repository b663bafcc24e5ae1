from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tenancy', '0009_tenant_settings'),
    ]

    operations = [
        migrations.CreateModel(
            name='DefaultSetting',
            fields=[
                ('name', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('value', models.TextField()),
                ('changed_at', models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
