"""The tool calls of agents move to the record that all capabilities share."""

from django.db import migrations

MOVE = """
INSERT INTO tenancy_toolcall (id, tenant_id, run_id, subject_id, position, invocation_id, tool,
                              status, input, outcome, cited_ids, at)
SELECT call.id, call.tenant_id, run.id, call.subject_id, call."order", call.id, call.tool,
       CASE WHEN call.is_error THEN 'error' ELSE 'ok' END, call.input,
       call.outcome - '{status,input}'::text[] || jsonb_build_object(
           'meta', coalesce(call.outcome -> 'meta', '{}') || jsonb_build_object('took_ms', call.took_ms)),
       '{}', call.created_at
  FROM extraction_tool_calls call
  LEFT JOIN tenancy_run run ON run.id = call.run_id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED
"""
MOVE_BACK = """
WITH subject AS (
    SELECT tenant_id, id FROM extractions
     UNION ALL SELECT tenant_id, id FROM stack_tables
     UNION ALL SELECT tenant_id, id FROM stack_table_rows
     UNION ALL SELECT tenant_id, id FROM stack_corrections
), moved AS (
    DELETE FROM tenancy_toolcall call USING subject
     WHERE call.tenant_id = subject.tenant_id AND call.subject_id = subject.id
 RETURNING call.*
)
INSERT INTO extraction_tool_calls (id, tenant_id, subject_id, run_id, "order", tool, input, outcome,
                                   is_error, took_ms, created_at)
SELECT id, tenant_id, subject_id, run_id, position, tool, input,
       outcome || jsonb_build_object('status', status, 'input', input), status = 'error',
       coalesce((outcome #>> '{meta,took_ms}')::float, 0), at
  FROM moved;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED
"""


class Migration(migrations.Migration):
    dependencies = [("extraction", "0006_words_and_lessons"), ("tenancy", "0011_tool_calls")]

    operations = [
        migrations.RunSQL(MOVE, MOVE_BACK),
        migrations.DeleteModel("ToolCall"),
    ]
