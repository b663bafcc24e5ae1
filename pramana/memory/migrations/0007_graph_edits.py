
import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    """Records what people change in the graph, and which names they chose."""


    dependencies = [
        ('memory', '0006_known_assertions'),
        ('tenancy', '0005_cost_per_day'),
    ]

    operations = [
        migrations.AddField(
            model_name='entityrow',
            name='is_name_by_hand',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='GraphEdit',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('group_id', models.CharField(max_length=255)),
                ('kind', models.CharField(choices=[('fact_added', 'Fact added'), ('fact_corrected', 'Fact corrected'), ('fact_confirmed', 'Fact confirmed'), ('fact_refused', 'Fact refused'), ('fact_reopened', 'Fact reopened'), ('entity_renamed', 'Entity renamed'), ('entities_merged', 'Entities merged'), ('entity_split', 'Entity split')], max_length=30)),
                ('actor_id', models.UUIDField(null=True)),
                ('reason', models.TextField(blank=True)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('moved', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('undone_by_id', models.UUIDField(null=True)),
                ('entity', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='memory.entityrow')),
                ('fact', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='memory.factrow')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenancy.tenant')),
            ],
            options={
                'db_table': 'memory_graph_edit',
                'indexes': [models.Index(fields=['tenant', 'group_id', '-created_at'], name='graph_edit_newest')],
            },
        ),
    ]
