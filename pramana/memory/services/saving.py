"""A plan into the tables: one statement, so all of it or nothing."""

from collections.abc import Mapping
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.errors import MessageGone
from pramana.memory.postgres import rows

SAVE = """
    WITH taken AS (
        UPDATE memory_inboxmessage
           SET state = 'done', content = '', role = '', name = '', source_description = '',
               error = '', attempts = attempts + 1, finished_at = %(now)s
         WHERE tenant_id = %(tenant)s AND id = %(message)s AND state <> 'done'
        RETURNING id
    ), episodes AS (
        INSERT INTO memory_episode
        SELECT * FROM json_populate_recordset(NULL::memory_episode, %(episodes)s)
        ON CONFLICT (id) DO UPDATE SET
               engine = coalesce(nullif(excluded.engine, ''), memory_episode.engine),
               fact_ids = ARRAY(
                   SELECT fact FROM unnest(memory_episode.fact_ids || excluded.fact_ids)
                          WITH ORDINALITY AS stated (fact, place)
                    GROUP BY fact ORDER BY min(place))
    ), entities AS (
        INSERT INTO memory_entity
        SELECT * FROM json_populate_recordset(NULL::memory_entity, %(entities)s)
    ), enriched AS (
        UPDATE memory_entity known SET type = learnt.type, attributes = learnt.attributes
          FROM json_to_recordset(%(enriched)s) AS learnt (id uuid, type text, attributes jsonb)
         WHERE known.tenant_id = %(tenant)s AND known.id = learnt.id
    ), keys AS (
        INSERT INTO memory_entitykey
        SELECT * FROM json_populate_recordset(NULL::memory_entitykey, %(keys)s)
    ), facts AS (
        INSERT INTO memory_fact
        SELECT * FROM json_populate_recordset(NULL::memory_fact, %(facts)s)
    ), closed AS (
        UPDATE memory_fact known SET invalid_at = ends.at, expired_at = %(now)s
          FROM json_to_recordset(%(ends)s) AS ends (id uuid, at timestamptz)
         WHERE known.tenant_id = %(tenant)s AND known.id = ends.id
    ), closings AS (
        INSERT INTO memory_fact_closing
        SELECT * FROM json_populate_recordset(NULL::memory_fact_closing, %(closings)s)
    ), sources AS (
        INSERT INTO memory_fact_source
        SELECT * FROM json_populate_recordset(NULL::memory_fact_source, %(sources)s)
        ON CONFLICT (tenant_id, fact_id, episode_id) DO NOTHING
    ), mentions AS (
        INSERT INTO memory_mention
        SELECT * FROM json_populate_recordset(NULL::memory_mention, %(mentions)s)
        ON CONFLICT (tenant_id, episode_id, entity_id) DO NOTHING
    ), duplicates AS (
        INSERT INTO memory_duplicate
        SELECT * FROM json_populate_recordset(NULL::memory_duplicate, %(duplicates)s)
    ), unindexed AS (
        INSERT INTO memory_unindexed
        SELECT * FROM json_populate_recordset(NULL::memory_unindexed, %(unindexed)s)
    ), due AS (
        INSERT INTO memory_communitydue
        SELECT * FROM json_populate_recordset(NULL::memory_communitydue, %(due)s)
    )
    SELECT count(*) AS taken FROM taken
"""


def save(scope: Scope, written: Mapping[str, str], *, message_id: UUID | None = None) -> None:
    """Write the rows of a plan. Inside the caller's transaction.

    Raises `MessageGone`, for the transaction to be rolled back, when the message was deleted
    while it was read.
    """
    given = {"tenant": scope.tenant_id, "message": message_id, "now": utcnow(), **written}
    taken = rows(SAVE, given)[0]["taken"]
    if message_id is not None and not taken:
        raise MessageGone()
