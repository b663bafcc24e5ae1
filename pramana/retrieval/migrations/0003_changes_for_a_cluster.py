"""Changes are noted by triggers, which stay off until a cluster is configured."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

NUMBERS = """
    CREATE SEQUENCE retrieval_mirrorchange_number OWNED BY retrieval_mirrorchange.number;
    ALTER TABLE retrieval_mirrorchange
        ALTER number SET DEFAULT nextval('retrieval_mirrorchange_number');
"""
NOTE = """
    CREATE FUNCTION retrieval_note_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO retrieval_mirrorchange (id, tenant_id, entry_id)
        SELECT DISTINCT ON ({entry}) gen_random_uuid(), tenant_id, {entry} FROM touched;
        RETURN NULL;
    END $$;
"""
TRIGGER = """
    CREATE TRIGGER mirror_{event} AFTER {event} ON {table}
        REFERENCING {side} TABLE AS touched
        FOR EACH STATEMENT EXECUTE FUNCTION retrieval_note_{table}();
    ALTER TABLE {table} DISABLE TRIGGER mirror_{event};
"""
ENTRY_COLUMNS = {"retrieval_entry": "id", "retrieval_vector": "entry_id"}
SIDES = {"insert": "NEW", "update": "NEW", "delete": "OLD"}

FORWARDS = NUMBERS + "".join(
    NOTE.format(table=table, entry=entry)
    + "".join(TRIGGER.format(table=table, event=event, side=side) for event, side in SIDES.items())
    for table, entry in ENTRY_COLUMNS.items()
)
BACKWARDS = "".join(
    f"DROP FUNCTION retrieval_note_{table}() CASCADE;" for table in ENTRY_COLUMNS
)


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0002_words_that_are_nowhere"),
        ("tenancy", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="MirrorChange",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("entry_id", models.UUIDField()),
                (
                    "tenant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "db_table": "retrieval_mirrorchange",
                "indexes": [models.Index(fields=["tenant", "number"], name="mirror_next")],
            },
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
