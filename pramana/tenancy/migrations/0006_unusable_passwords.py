from django.db import migrations

MARK_UNUSABLE = """
    UPDATE tenancy_user SET password = '!' || md5(id::text || random()::text) WHERE password = ''
"""
"""Django takes an empty password for one that was set; `!` says that there is none."""


class Migration(migrations.Migration):
    dependencies = [
        ("tenancy", "0005_cost_per_day"),
    ]

    operations = [migrations.RunSQL(MARK_UNUSABLE, migrations.RunSQL.noop)]
