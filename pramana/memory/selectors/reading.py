"""What reading one message needs to know: its group's rules, what was said before, what is known.

One statement each, and each bounded, so that a message costs the same in a large graph. Rows are
reached by the one index that fits, and their tenant is checked on what was found: a planner without
statistics would otherwise read the whole tenant.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import Entity, Episode, Fact, Interval
from pramana.memory.contracts.messages import Incoming, MessageState, RoleType, with_offset
from pramana.memory.domain.drafting import Drafted
from pramana.memory.domain.group_settings import PREVIOUS
from pramana.memory.domain.groups import Rules, read_rules
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.models import Episode as EpisodeRow
from pramana.memory.models import Group
from pramana.memory.postgres import rows

PER_KEY = 8
"""Entities looked at for one key: a first name that thousands share decides nothing anyway."""

MESSAGE = """
    SELECT message.*, own.settings, own.families,
           (SELECT count(*) FROM memory_inboxmessage waiting
             WHERE waiting.tenant_id = %(tenant)s AND waiting.state = 'queued') - 1 AS remaining
      FROM memory_inboxmessage message
      LEFT JOIN memory_group own
        ON own.tenant_id = %(tenant)s AND own.group_id = message.group_id
     WHERE message.tenant_id = %(tenant)s AND message.id = %(id)s AND message.state <> 'done'
"""
KNOWN_ENTITIES = """
    SELECT found.key, entity.id, entity.name, entity.type, entity.attributes
      FROM (SELECT asked.key, shared.entity_id
              FROM unnest(%(keys)s::text[]) AS asked (key)
             CROSS JOIN LATERAL (
                   SELECT entity_id FROM memory_entitykey
                    WHERE tenant_id = %(tenant)s AND group_id = %(group)s AND key = asked.key
                    LIMIT %(most)s
             ) AS shared OFFSET 0) AS found
     CROSS JOIN LATERAL (
           SELECT * FROM memory_entity WHERE id = found.entity_id OFFSET 0
     ) AS entity
     WHERE entity.tenant_id = %(tenant)s
"""
KNOWN_FACTS = """
    SELECT DISTINCT ON (fact.id) fact.*
      FROM unnest(%(families)s::text[], %(subjects)s::uuid[], %(objects)s::uuid[],
                  %(sides)s::text[], %(since)s::timestamptz[])
        AS asked (family, subject, object, side, since)
     CROSS JOIN LATERAL (
        (SELECT * FROM memory_fact
          WHERE subject_id = asked.subject AND family = asked.family
            AND object_id = asked.object LIMIT 100)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.side = 'subject' AND subject_id = asked.subject AND family = asked.family
            AND (invalid_at IS NULL OR invalid_at > asked.since)
          ORDER BY invalid_at DESC LIMIT 100)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.side = 'object' AND object_id = asked.object AND family = asked.family
            AND (invalid_at IS NULL OR invalid_at > asked.since)
          ORDER BY invalid_at DESC LIMIT 100)
     ) AS fact
     WHERE fact.tenant_id = %(tenant)s AND fact.group_id = %(group)s
"""


def message_to_read(scope: Scope, message_id: UUID) -> tuple[Incoming, Mapping[str, Any]] | None:
    """A message that is not done, with the rest of its row; None where it is gone."""
    found = rows(MESSAGE, {"tenant": scope.tenant_id, "id": message_id})
    if not found or found[0]["state"] == MessageState.DONE:
        return None
    row = found[0]
    incoming = Incoming(
        group_id=row["group_id"],
        content=row["content"],
        role_type=RoleType(row["role_type"]),
        valid_at=with_offset(row["valid_at"], row["offset_minutes"]),
        role=row["role"],
        name=row["name"],
        uuid=row["episode_uuid"],
        source_description=row["source_description"],
    )
    return incoming, row


def rules_from(row: Mapping[str, Any]) -> Rules:
    return read_rules(json.loads(row["settings"] or "{}"), json.loads(row["families"] or "[]"))


def rules_of(scope: Scope, group_id: str) -> Rules:
    own = Group.objects.in_scope(scope).filter(group_id=group_id).first()
    return read_rules(own.settings, own.families) if own else read_rules({})


def previous_episodes(
    scope: Scope, group_id: str, at: datetime, *, source: str = "message", most: int = PREVIOUS
) -> list[Episode]:
    """The newest up to a moment, of one group and source, oldest first."""
    found = (
        EpisodeRow.objects.in_scope(scope)
        .filter(group_id=group_id, source=source, valid_at__lte=at)
        .order_by("-valid_at", "-created_at")[:most]
    )
    return [episode_of(row) for row in reversed(found)]


def episodes_by_id(scope: Scope, group_id: str, ids: Collection[UUID]) -> list[Episode]:
    """These episodes of a group, oldest first. Raises `EpisodeNotFound` for one that is not."""
    found = EpisodeRow.objects.in_scope(scope).filter(group_id=group_id, pk__in=ids)
    by_id = {row.pk: episode_of(row) for row in found.order_by("valid_at", "created_at")}
    for missing in set(ids) - by_id.keys():
        raise EpisodeNotFound(missing)
    return list(by_id.values())


def episode_of(row: EpisodeRow) -> Episode:
    return Episode(
        id=row.pk,
        group_id=row.group_id,
        content=row.content,
        valid_at=with_offset(row.valid_at, row.offset_minutes),
        created_at=row.created_at,
        name=row.name,
        source=row.source,
        source_description=row.source_description,
    )


def known_entities(scope: Scope, group_id: str, keys: Collection[str]) -> dict[str, list[Entity]]:
    """Entities of the group by the keys they share with what is asked for."""
    if not keys:
        return {}
    given = {"tenant": scope.tenant_id, "group": group_id, "keys": list(keys), "most": PER_KEY}
    found: dict[str, list[Entity]] = {}
    for row in rows(KNOWN_ENTITIES, given):
        entity = Entity(
            row["id"], group_id, row["name"], row["type"], json.loads(row["attributes"])
        )
        found.setdefault(row["key"], []).append(entity)
    return found


def known_facts(scope: Scope, group_id: str, drafts: Sequence[Drafted], rules: Rules) -> list[Fact]:
    """Facts that the drafts may restate, end, or be ended by."""
    if not drafts:
        return []
    facts = [each.fact for each in drafts]
    given = {
        "tenant": scope.tenant_id,
        "group": group_id,
        "families": [fact.family for fact in facts],
        "subjects": [fact.subject_id for fact in facts],
        "objects": [fact.object_id for fact in facts],
        "sides": [rules.families.of(fact.relation).unique_side.value for fact in facts],
        "since": [fact.valid.start for fact in facts],
    }
    return [fact_of(row) for row in rows(KNOWN_FACTS, given)]


def fact_of(row: Mapping[str, Any]) -> Fact:
    return Fact(
        id=row["id"],
        group_id=row["group_id"],
        subject_id=row["subject_id"],
        relation=row["relation"],
        object_id=row["object_id"],
        text=row["text"],
        created_at=row["created_at"],
        family=row["family"],
        valid=Interval(row["valid_at"], row["invalid_at"]),
        expired_at=row["expired_at"],
    )
