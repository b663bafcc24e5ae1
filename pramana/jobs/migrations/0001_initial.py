import django.core.serializers.json
import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenancy', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE SEQUENCE jobs_job_position AS bigint", "DROP SEQUENCE jobs_job_position"
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(db_default=models.Func(models.Value('jobs_job_position'), function='nextval', output_field=models.BigIntegerField()), editable=False)),
                ('name', models.CharField(max_length=100)),
                ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('lane', models.CharField(blank=True, default='', max_length=200)),
                ('key', models.CharField(blank=True, max_length=200, null=True)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('dead', 'Dead'), ('cancelled', 'Cancelled')], default='queued', max_length=16)),
                ('attempt', models.PositiveIntegerField(default=0)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('crashes', models.PositiveIntegerField(default=0)),
                ('error', models.TextField(blank=True, default='')),
                ('stage', models.CharField(blank=True, default='', max_length=100)),
                ('current', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('actor_id', models.UUIDField(null=True)),
                ('trace_id', models.UUIDField()),
                ('queue_id', models.BigIntegerField(null=True)),
                ('worker_id', models.BigIntegerField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenancy.run')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenancy.tenant')),
            ],
            options={
                'ordering': ('-position',),
                'indexes': [models.Index(models.F('tenant'), models.OrderBy(models.F('position'), descending=True), name='job_by_tenant'), models.Index(models.F('tenant'), models.F('state'), models.OrderBy(models.F('position'), descending=True), name='job_by_state'), models.Index(models.F('tenant'), models.F('lane'), models.F('position'), condition=models.Q(('state__in', ['queued', 'running'])), name='job_in_lane'), models.Index(models.F('queue_id'), condition=models.Q(('state__in', ['queued', 'running'])), name='job_active'), models.Index(models.F('finished_at'), condition=models.Q(('state__in', ['queued', 'running']), _negated=True), name='job_finished')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'name', 'key'), name='one_job_per_key')],
            },
        ),
        migrations.CreateModel(
            name='RunEvent',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=50)),
                ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenancy.run')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenancy.tenant')),
            ],
            options={
                'ordering': ('seq',),
                'indexes': [models.Index(fields=['at'], name='event_by_age')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'run', 'seq'), name='one_event_per_seq')],
            },
        ),
    ]
