"""Saving a plan: its rows for each table, and the one statement that writes all or nothing.

The rows, with vectors for new texts, are made before the transaction. So an encoder that fails
leaves nothing behind, and a slow one holds no locks.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import configured_encoder
from pramana.memory.contracts.graph import Closing, Fact, Grain
from pramana.memory.contracts.messages import MessageState, offset_minutes
from pramana.memory.domain.names import keys_of
from pramana.memory.domain.plan import Plan
from pramana.memory.errors import MessageDeleted
from pramana.postgres.sql import fetch_rows, json_rows, vector_literal

SAVE = """
    WITH taken AS (
        UPDATE memory_inboxmessage
           SET state = %(state)s, error = %(reason)s, episode_uuid = %(episode)s,
               content = CASE WHEN %(state)s = 'done' THEN '' ELSE content END,
               role = CASE WHEN %(state)s = 'done' THEN '' ELSE role END,
               name = CASE WHEN %(state)s = 'done' THEN '' ELSE name END,
               source_description =
                   CASE WHEN %(state)s = 'done' THEN '' ELSE source_description END,
               attempts = attempts + %(tries)s, finished_at = %(now)s
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
        UPDATE memory_entity known
           SET name = CASE WHEN known.is_name_by_hand THEN known.name ELSE learnt.name END,
               type = learnt.type, attributes = learnt.attributes
          FROM json_to_recordset(%(enriched)s)
            AS learnt (id uuid, name text, type text, attributes jsonb)
         WHERE known.tenant_id = %(tenant)s AND known.id = learnt.id
    ), keys AS (
        INSERT INTO memory_entitykey
        SELECT * FROM json_populate_recordset(NULL::memory_entitykey, %(keys)s)
    ), facts AS (
        INSERT INTO memory_fact
        SELECT * FROM json_populate_recordset(NULL::memory_fact, %(facts)s)
    ), closed AS (
        UPDATE memory_fact known
           SET valid_at = ends.valid_at, invalid_at = ends.invalid_at,
               start_grain = ends.start_grain, end_grain = ends.end_grain,
               expired_at = ends.expired_at
          FROM json_to_recordset(%(ends)s) AS ends
               (id uuid, valid_at timestamptz, invalid_at timestamptz, start_grain text,
                end_grain text, expired_at timestamptz)
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


def save_rows(
    scope: Scope,
    rows: Mapping[str, str],
    *,
    message_id: UUID | None = None,
    skipped: Sequence[str] = (),
    episode_id: UUID | None = None,
    is_model_away: bool = False,
) -> None:
    """Write the rows of a plan, inside the caller's transaction.

    With skipped stages the message stays in the inbox as partly read, with its words, so that it
    can be read again into the same episode; that is no try while the model is away. Raises
    `MessageDeleted` if the message was deleted while it was read; the caller's transaction is then
    rolled back.
    """
    state = MessageState.PARTLY_READ if skipped else MessageState.DONE
    reason = f"The model did not answer, so these stages were skipped: {', '.join(skipped)}."
    arguments = {
        "tenant": scope.tenant_id,
        "message": message_id,
        "now": utcnow(),
        "tries": 0 if is_model_away else 1,
        "state": state.value,
        "reason": reason if skipped else "",
        "episode": str(episode_id) if skipped and episode_id else "",
        **rows,
    }
    taken = fetch_rows(SAVE, arguments)[0]["taken"]
    if message_id is not None and not taken:
        raise MessageDeleted()


def plan_rows(scope: Scope, plan: Plan) -> dict[str, str]:
    """The rows of a plan as the arguments of the statement that saves them, one per table."""
    rows = _PlanRows(scope, plan)
    tables = rows.episode() | rows.entities() | rows.facts() | rows.index_queue()
    return {name: json_rows(values) for name, values in tables.items()}


Rows = list[dict[str, Any]]


class _PlanRows:
    """The rows of a plan, by the name that the statement uses for their table."""

    def __init__(self, scope: Scope, plan: Plan) -> None:
        self.scope, self.plan, self.now = scope, plan, utcnow()
        self.tenant = {"tenant_id": scope.tenant_id}
        self.group = self.tenant | {"group_id": plan.episode.group_id}

    def episode(self) -> dict[str, Rows]:
        episode, follows = self.plan.episode, self.plan.follows
        row = {
            "id": episode.id,
            "name": episode.name,
            "content": episode.content if self.plan.keeps_content else "",
            "source": episode.source,
            "source_description": episode.source_description,
            "valid_at": episode.valid_at,
            "offset_minutes": offset_minutes(episode.valid_at),
            "created_at": episode.created_at,
            "follows_id": follows.id if follows else None,
            "fact_ids": list(self.plan.changes.fact_ids),
            "engine": self.plan.engine[:100],
        }
        return {"episodes": [self.group | row]}

    def entities(self) -> dict[str, Rows]:
        """New entities, changed attributes, name keys, mentions, merges and community updates."""
        plan, aliases = self.plan, self.plan.resolution.aliases
        names = [(each.name, each.id) for each in plan.new_entities]
        names += [(alias.name, alias.entity_id) for alias in aliases]
        return {
            "entities": [
                self.group
                | {
                    "id": each.id,
                    "name": each.name,
                    "type": each.type[:100],
                    "summary": "",
                    "attributes": dict(each.attributes),
                    "by_hand": False,
                    "is_placeholder": each.is_placeholder,
                    "is_name_by_hand": False,
                    "created_at": self.now,
                }
                for each in plan.new_entities
            ],
            "enriched": [
                {
                    "id": each.id,
                    "name": each.name,
                    "type": each.type,
                    "attributes": dict(each.attributes),
                }
                for each in plan.enriched
            ],
            "keys": [
                self.group | {"id": uuid4(), "key": key, "entity_id": entity_id}
                for name, entity_id in names
                for key in keys_of(name)
            ],
            "mentions": [
                self.tenant
                | {
                    "id": uuid4(),
                    "episode_id": plan.episode.id,
                    "entity_id": entity_id,
                    "name": mention.name,
                    "learnt": mention.attributes,
                    "created_at": self.now,
                }
                for entity_id, mention in plan.mentions.items()
            ],
            "duplicates": [
                self.group
                | {
                    "id": uuid4(),
                    "entity_id": alias.entity_id,
                    "name": alias.name,
                    "how": alias.how,
                    "score": alias.score,
                    "episode_id": plan.episode.id,
                    "created_at": self.now,
                }
                for alias in aliases
            ],
            "due": [
                self.group | {"id": uuid4(), "entity_id": entity_id}
                for entity_id in (plan.mentions if plan.updates_communities else ())
            ],
        }

    def facts(self) -> dict[str, Rows]:
        """New facts, the ends of known ones, why they ended, and the words that state them."""
        changes, known = self.plan.changes, self.plan.known_facts
        closings = [
            self._closing(each, known.get(each.fact_id), self.plan.episode.id)
            for each in changes.closings
        ]
        closings += [self._closing(each, stated, None) for each, stated in changes.arrivals]
        return {
            "facts": [
                self.group
                | {
                    "id": fact.id,
                    "subject_id": fact.subject_id,
                    "relation": fact.relation,
                    "family": fact.family,
                    "object_id": fact.object_id,
                    "text": fact.text,
                    "confidence": changes.evidence[fact.id].confidence,
                    "valid_at": fact.valid.start,
                    "invalid_at": fact.valid.end,
                    "created_at": fact.created_at,
                    "expired_at": fact.expired_at,
                    "asserted_at": fact.asserted_at,
                    "offset_minutes": offset_minutes(fact.asserted_at) if fact.asserted_at else 0,
                    "calendar": fact.calendar,
                    "start_grain": fact.valid.start_grain,
                    "end_grain": fact.valid.end_grain if fact.valid.end else Grain.UNKNOWN,
                    "claimant_id": fact.claimant_id,
                }
                for fact in changes.accepted
            ],
            "ends": [
                {
                    "id": fact_id,
                    "valid_at": fact.valid.start,
                    "invalid_at": fact.valid.end,
                    "start_grain": fact.valid.start_grain,
                    "end_grain": fact.valid.end_grain,
                    "expired_at": fact.expired_at,
                }
                for fact_id, fact in changes.closed.items()
                if fact_id in known
            ],
            "closings": closings,
            "sources": [
                self.tenant
                | {
                    "id": uuid4(),
                    "fact_id": fact_id,
                    "episode_id": self.plan.episode.id,
                    "quote": draft.quote if self.plan.keeps_content else "",
                    "start": draft.span.start if draft.span else None,
                    "end": draft.span.end if draft.span else None,
                    "alignment": draft.span.alignment.value if draft.span else "none",
                }
                for fact_id, draft in changes.evidence.items()
            ],
        }

    def _closing(
        self, closing: Closing, before: Fact | None, episode_id: UUID | None
    ) -> dict[str, Any]:
        """`before` is the fact before it was closed; without an episode, it was stored closed."""
        return self.tenant | {
            "id": uuid4(),
            "fact_id": closing.fact_id,
            "by_id": None if closing.by == closing.fact_id else closing.by,
            "episode_id": episode_id,
            "at": closing.at,
            "reason": closing.reason,
            "was_valid_at": before.valid.start if before else None,
            "was_invalid_at": before.valid.end if before else None,
            "was_expired_at": before.expired_at if before else None,
            "created_at": self.now,
        }

    def index_queue(self) -> dict[str, Rows]:
        """The new texts with their vectors. Vectors made while reading are not made again."""
        texts, encoder = self.plan.texts(), configured_encoder(self.scope)
        vectors = dict(self.plan.vectors) if encoder else {}
        missing = [text for text in dict.fromkeys(texts.values()) if text not in vectors]
        if encoder and missing:
            vectors |= zip(missing, encoder.embed_passages(missing).vectors, strict=True)
        rows = []
        for (space, item_id), text in texts.items():
            vector = vectors.get(text)
            row = {
                "id": uuid4(),
                "space": space,
                "item_id": item_id,
                "model": encoder.id if encoder else "",
                "vector": None if vector is None else vector_literal(vector),
                "created_at": self.now,
            }
            rows.append(self.group | row)
        return {"unindexed": rows}
