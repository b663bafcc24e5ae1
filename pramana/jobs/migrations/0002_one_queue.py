"""The queue consists of our own rows alone; what procrastinate held is carried over."""

import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.models import F, Func, Q, Value

NEXT_POSITION = Func(
    Value("jobs_job_position"), function="nextval", output_field=models.BigIntegerField()
)
QUEUED = Q(state="queued")
RUNNING = Q(state="running")
ACTIVE = Q(state__in=["queued", "running"])
IN_LANE = ~Q(lane="")

CARRY_OVER = """
DO $$
BEGIN
    UPDATE jobs_job SET turn = position, due_at = created_at;
    IF to_regclass('procrastinate_jobs') IS NOT NULL THEN
        UPDATE jobs_job SET delayed = true, due_at = token.scheduled_at
          FROM procrastinate_jobs token
         WHERE jobs_job.state = 'queued' AND jobs_job.lane = '' AND token.id = jobs_job.queue_id
           AND token.status = 'todo' AND token.scheduled_at > now();
        UPDATE jobs_job SET priority = token.priority
          FROM procrastinate_jobs token
         WHERE jobs_job.state IN ('queued', 'running') AND token.id = jobs_job.queue_id;
    END IF;
    UPDATE jobs_job SET state = 'queued', worker_id = NULL WHERE state = 'running';
    SET CONSTRAINTS ALL IMMEDIATE;  -- checks that wait would keep the table from being altered
    SET CONSTRAINTS ALL DEFERRED;
END $$
"""
DROP_PROCRASTINATE = """
DO $$
DECLARE item record;
BEGIN
    DROP TABLE IF EXISTS procrastinate_periodic_defers, procrastinate_events, procrastinate_jobs,
                         procrastinate_workers CASCADE;
    FOR item IN SELECT p.oid::regprocedure AS name FROM pg_proc p
                  JOIN pg_namespace n ON n.oid = p.pronamespace
                 WHERE n.nspname = current_schema() AND p.proname LIKE 'procrastinate\\_%' LOOP
        EXECUTE 'DROP FUNCTION IF EXISTS ' || item.name || ' CASCADE';
    END LOOP;
    FOR item IN SELECT t.oid::regtype AS name FROM pg_type t
                  JOIN pg_namespace n ON n.oid = t.typnamespace
                 WHERE n.nspname = current_schema() AND t.typname LIKE 'procrastinate\\_%'
                   AND (t.typtype = 'e' OR t.typtype = 'c') LOOP
        EXECUTE 'DROP TYPE IF EXISTS ' || item.name || ' CASCADE';
    END LOOP;
    IF to_regclass('django_migrations') IS NOT NULL THEN
        DELETE FROM django_migrations WHERE app = 'procrastinate';
    END IF;
    IF to_regclass('django_content_type') IS NOT NULL THEN
        DELETE FROM auth_permission WHERE content_type_id IN
            (SELECT id FROM django_content_type WHERE app_label = 'procrastinate');
        DELETE FROM django_content_type WHERE app_label = 'procrastinate';
    END IF;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE SEQUENCE jobs_worker_id AS integer CYCLE", "DROP SEQUENCE jobs_worker_id"
        ),
        migrations.CreateModel(
            name="PeriodicTick",
            fields=[
                ("name", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("minute", models.DateTimeField()),
            ],
        ),
        migrations.AddField("job", "turn", models.BigIntegerField(db_default=NEXT_POSITION, editable=False)),
        migrations.AddField("job", "priority", models.SmallIntegerField(default=0)),
        migrations.AddField("job", "delayed", models.BooleanField(default=False)),
        migrations.AddField(
            "job", "due_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())
        ),
        migrations.AddField("job", "outage_since", models.DateTimeField(null=True)),
        migrations.RunSQL(CARRY_OVER, migrations.RunSQL.noop),
        migrations.RemoveIndex("job", "job_active"),
        migrations.RemoveIndex("job", "job_in_lane"),
        migrations.RemoveField("job", "queue_id"),
        migrations.AddIndex(
            "job", models.Index("tenant", "lane", "position", name="job_in_lane", condition=ACTIVE & IN_LANE)
        ),
        migrations.AddIndex(
            "job",
            models.Index(
                "tenant", "lane", F("priority").desc(), "turn",
                name="job_ready", condition=QUEUED & Q(delayed=False, crashes=0),
            ),
        ),
        migrations.AddIndex(
            "job",
            models.Index(
                "crashes", "turn",
                name="job_suspect", condition=QUEUED & Q(delayed=False, crashes__gt=0),
            ),
        ),
        migrations.AddIndex(
            "job", models.Index("due_at", name="job_delayed", condition=QUEUED & Q(delayed=True))
        ),
        migrations.AddIndex("job", models.Index("worker_id", name="job_running", condition=RUNNING)),
        migrations.AddIndex(
            "job",
            models.Index("position", name="job_called_off", condition=Q(state="cancelled", error="")),
        ),
        migrations.AddConstraint(
            "job",
            models.UniqueConstraint(
                fields=("tenant", "lane"), name="one_running_per_lane", condition=RUNNING & IN_LANE
            ),
        ),
        migrations.RunSQL(DROP_PROCRASTINATE, migrations.RunSQL.noop),
    ]
