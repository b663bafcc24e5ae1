"""The tool calls of research move to the record that all capabilities share."""

from django.db import migrations

MOVE = """
INSERT INTO tenancy_toolcall (id, tenant_id, run_id, subject_id, position, invocation_id, tool,
                              status, input, outcome, cited_ids, at)
SELECT call.id, call.tenant_id, call.run_id, coalesce(research.id, call.run_id),
       row_number() OVER (PARTITION BY call.run_id ORDER BY call.at, call.id), call.invocation_id,
       call.tool, call.status, coalesce(call.envelope -> 'input', '{}'),
       call.envelope - '{status,input}'::text[], '{}', call.at
  FROM external_toolcall call
  LEFT JOIN external_researchrun research ON research.run_id = call.run_id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED
"""
MOVE_BACK = """
WITH moved AS (
    DELETE FROM tenancy_toolcall call USING external_researchrun research
     WHERE call.tenant_id = research.tenant_id AND call.run_id = research.run_id
 RETURNING call.*
)
INSERT INTO external_toolcall (id, tenant_id, run_id, invocation_id, tool, status, envelope, at)
SELECT id, tenant_id, run_id, invocation_id, tool, status,
       outcome || jsonb_build_object('status', status, 'input', input), at
  FROM moved;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED
"""


class Migration(migrations.Migration):
    dependencies = [("external", "0006_schedules"), ("tenancy", "0011_tool_calls")]

    operations = [
        migrations.RunSQL(MOVE, MOVE_BACK),
        migrations.DeleteModel("ResearchToolCall"),
    ]
