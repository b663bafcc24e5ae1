"""The tool calls of turns move to the record that all capabilities share."""

from django.db import migrations

MOVE = r"""
INSERT INTO tenancy_toolcall (id, tenant_id, run_id, subject_id, position, invocation_id, tool,
                              status, input, outcome, cited_ids, at)
SELECT gen_random_uuid(), turn.tenant_id, run.id, turn.run_id, call.position, gen_random_uuid(),
       call.value ->> 'tool', call.value ->> 'status', coalesce(call.value -> 'input', '{}'),
       call.value - '{tool,status,input,at}'::text[],
       ARRAY(SELECT DISTINCT lower(match[1])::uuid
               FROM regexp_matches(call.value::text,
                                   '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gi') match),
       coalesce((call.value ->> 'at')::timestamptz, turn.timestamp)
  FROM conversations turn
 CROSS JOIN LATERAL jsonb_array_elements(turn.tool_calls) WITH ORDINALITY AS call (value, position)
  LEFT JOIN tenancy_run run ON run.id = turn.run_id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED
"""
MOVE_BACK = """
WITH moved AS (
    DELETE FROM tenancy_toolcall call USING conversations turn
     WHERE call.tenant_id = turn.tenant_id AND call.subject_id = turn.run_id
 RETURNING call.*
), listed AS (
    SELECT tenant_id, subject_id, jsonb_agg(
               outcome || jsonb_build_object('tool', tool, 'status', status, 'input', input, 'at', at)
               ORDER BY position) AS calls
      FROM moved GROUP BY tenant_id, subject_id
)
UPDATE conversations turn SET tool_calls = listed.calls
  FROM listed
 WHERE turn.tenant_id = listed.tenant_id AND turn.run_id = listed.subject_id
"""


class Migration(migrations.Migration):
    dependencies = [("chat", "0003_shared_conversations"), ("tenancy", "0011_tool_calls")]

    operations = [
        migrations.RunSQL(MOVE, MOVE_BACK),
        migrations.RemoveField("turn", "tool_calls"),
    ]
