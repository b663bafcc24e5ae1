"""What reading a message needs: earlier episodes, known entities and facts, similar names.

Each is one bounded statement, so a message costs the same in a large graph. Rows are reached by
the one index that fits, and their tenant is checked afterwards: a planner without statistics would
otherwise read the whole tenant.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Min

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import (
    ENTITIES,
    CalendarSystem,
    Entity,
    Episode,
    Fact,
    Grain,
    Interval,
    UniqueSide,
    group_key,
)
from pramana.memory.contracts.messages import with_offset
from pramana.memory.domain.drafts import EndingDraft, FactDraft
from pramana.memory.domain.families import (
    DEATH,
    ENDS_WITH_LIFE,
    OFFICE_FAMILIES,
    OPPOSITES,
    SYMMETRIC,
    WORK,
    families_ending_with,
)
from pramana.memory.domain.groups import PREVIOUS, GroupRules
from pramana.memory.domain.identities import DescriptionQuery
from pramana.memory.domain.posts import POSITION, rival_posts
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.models import EntityRow, EpisodeRow, MentionRow
from pramana.postgres.sql import fetch_rows
from pramana.retrieval.contracts import Filters, Vector
from pramana.retrieval.domain.recipes import EXACT_LIMIT, Recipe
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import CandidateQuery, VectorQuery
from pramana.retrieval.stores import index_store

ENTITIES_PER_KEY = 8
"""Entities read for one key. A first name that thousands share decides nothing anyway."""
NEAR_COSINE = 0.85
"""Cosine from which a name is a candidate. Unrelated names reach 0.75; NYC and New York 0.94."""

NAME_RECIPE = Recipe(name="names", candidates=3, ef_search=40)
MOST_NAMES = 3
"""Names of one message that are looked up by meaning, so that a long list stays cheap."""


KNOWN_ENTITIES = """
    SELECT found.key, entity.id, entity.name, entity.type, entity.attributes,
           entity.is_placeholder
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
                  %(sides)s::text[], %(since)s::timestamptz[], %(words)s::text[])
        AS asked (family, subject, object, side, since, word)
     CROSS JOIN LATERAL (
        (SELECT * FROM memory_fact
          WHERE subject_id = asked.subject AND family = asked.family
            AND object_id = asked.object LIMIT 100)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.side = 'subject' AND subject_id = asked.subject AND family = asked.family
            AND (invalid_at IS NULL OR asked.since IS NULL OR invalid_at > asked.since)
          ORDER BY invalid_at DESC LIMIT 100)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.side = 'object' AND object_id = asked.object AND family = asked.family
            AND (invalid_at IS NULL OR asked.since IS NULL OR invalid_at > asked.since)
          ORDER BY invalid_at DESC LIMIT 100)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.side = 'family' AND tenant_id = %(tenant)s AND group_id = %(group)s
            AND family = asked.family
            AND invalid_at IS NULL AND strpos(lower(text), asked.word) > 0 LIMIT 20)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.side = 'offices' AND subject_id = asked.subject
            AND family = ANY(%(offices)s::text[]) AND invalid_at IS NULL LIMIT 100)
     ) AS fact
     WHERE fact.tenant_id = %(tenant)s AND fact.group_id = %(group)s
"""


def previous_episodes(
    scope: Scope, group_id: str, at: datetime, *, source: str = "message", most: int = PREVIOUS
) -> list[Episode]:
    """The latest episodes up to a moment, of one group and source, oldest first."""
    latest = (
        EpisodeRow.objects.in_scope(scope)
        .filter(group_id=group_id, source=source, valid_at__lte=at)
        .order_by("-valid_at", "-created_at")[:most]
    )
    return [episode_of(row) for row in reversed(latest)]


def episodes_by_id(scope: Scope, group_id: str, ids: Collection[UUID]) -> list[Episode]:
    """These episodes of a group, oldest first. Raises `EpisodeNotFound` if one is missing."""
    rows = EpisodeRow.objects.in_scope(scope).filter(group_id=group_id, pk__in=ids)
    by_id = {row.pk: episode_of(row) for row in rows.order_by("valid_at", "created_at")}
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


def entities_with_keys(
    scope: Scope, group_id: str, keys: Collection[str]
) -> dict[str, list[Entity]]:
    """Entities of the group by the keys they have in common with these."""
    if not keys:
        return {}
    arguments = {
        "tenant": scope.tenant_id,
        "group": group_id,
        "keys": list(keys),
        "most": ENTITIES_PER_KEY,
    }
    by_key: dict[str, list[Entity]] = {}
    for row in fetch_rows(KNOWN_ENTITIES, arguments):
        entity = Entity(
            row["id"],
            group_id,
            row["name"],
            row["type"],
            json.loads(row["attributes"]),
            row["is_placeholder"],
        )
        by_key.setdefault(row["key"], []).append(entity)
    return by_key


def affected_facts(
    scope: Scope,
    group_id: str,
    drafts: Sequence[FactDraft],
    rules: GroupRules,
    endings: Sequence[EndingDraft] = (),
) -> list[Fact]:
    """Stored facts that the drafts and endings may restate, close, or be closed by."""
    asked = [each for draft in drafts for each in _facts_asked_for(draft, rules)]
    asked += [
        (family, each.subject_id, each.subject_id, UniqueSide.SUBJECT.value, None, "")
        for each in endings
        for family in sorted(each.families)
    ]
    asked += [
        (WORK, each.subject_id, each.subject_id, OPEN_OFFICES, None, "")
        for each in endings
        if WORK in each.families
    ]
    if not asked:
        return []
    columns = dict(
        zip(
            ("families", "subjects", "objects", "sides", "since", "words"),
            map(list, zip(*dict.fromkeys(asked), strict=True)),
            strict=True,
        )
    )
    arguments = {
        "tenant": scope.tenant_id,
        "group": group_id,
        "offices": sorted(OFFICE_FAMILIES),
        **columns,
    }
    return [fact_of(row) for row in fetch_rows(KNOWN_FACTS, arguments)]


WHOLE_FAMILY = "family"
"""In place of a unique side: what holds in a family and contains a word, whoever it is about."""
OPEN_OFFICES = "offices"
"""In place of a unique side: the offices that the subject holds."""
AskedFacts = tuple[str, UUID, UUID, str, datetime | None, str]
"""A family, a subject, an object, the side that is unique, since when facts may have ended, and a
word of their text."""


def _facts_asked_for(draft: FactDraft, rules: GroupRules) -> Iterator[AskedFacts]:
    fact = draft.fact
    ends = (fact.subject_id, fact.object_id)
    side = rules.families.of(fact.relation).unique_side.value
    since = fact.valid.start  # what had ended by then neither overlaps nor says the same
    if draft.corrects:
        yield fact.family, *ends, UniqueSide.SUBJECT.value, None, ""
        yield fact.family, *ends, UniqueSide.OBJECT.value, None, ""
    for family, word in rival_posts(fact):
        yield family, *ends, WHOLE_FAMILY, None, word
    yield fact.family, *ends, side, since, ""
    if fact.family in SYMMETRIC:
        yield fact.family, *ends[::-1], side, since, ""
    if draft.only_ends or draft.is_false:
        for family in sorted(families_ending_with(fact.family) - {fact.family}):
            yield family, *ends, UniqueSide.NONE.value, None, ""
    if fact.claimant_id is None:
        yield from _other_families_asked_for(fact)


def _other_families_asked_for(fact: Fact) -> Iterator[AskedFacts]:
    """The facts of other families that a plain fact may end, or that may have ended it."""
    ends = (fact.subject_id, fact.object_id)
    if fact.family == WORK:
        yield POSITION, *ends, UniqueSide.SUBJECT.value, None, ""
        yield WORK, *ends, OPEN_OFFICES, None, ""
    if fact.family in ENDS_WITH_LIFE:
        yield DEATH, *ends, UniqueSide.SUBJECT.value, None, ""
    if fact.family == DEATH:
        for family in sorted(ENDS_WITH_LIFE):
            yield family, *ends, UniqueSide.SUBJECT.value, fact.valid.start, ""
    if opposite := OPPOSITES.get(fact.family):
        yield opposite, *ends, UniqueSide.NONE.value, None, ""
        if opposite in SYMMETRIC:
            yield opposite, *ends[::-1], UniqueSide.NONE.value, None, ""


def fact_of(row: Mapping[str, Any]) -> Fact:
    asserted = row["asserted_at"]
    return Fact(
        id=row["id"],
        group_id=row["group_id"],
        subject_id=row["subject_id"],
        relation=row["relation"],
        object_id=row["object_id"],
        text=row["text"],
        created_at=row["created_at"],
        family=row["family"],
        valid=Interval(
            row["valid_at"],
            row["invalid_at"],
            Grain(row["start_grain"]),
            Grain(row["end_grain"]),
        ),
        expired_at=row["expired_at"],
        asserted_at=with_offset(asserted, row["offset_minutes"]) if asserted else None,
        calendar=CalendarSystem(row["calendar"]),
        claimant_id=row["claimant_id"],
    )


RELATION_FACTS = """
    SELECT fact.*
      FROM unnest(%(families)s::text[], %(owners)s::uuid[]) AS asked (family, owner)
     CROSS JOIN LATERAL (
        (SELECT * FROM memory_fact
          WHERE subject_id = asked.owner AND family = asked.family LIMIT 50)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE object_id = asked.owner AND family = asked.family LIMIT 50)
        UNION ALL
        (SELECT * FROM memory_fact
          WHERE asked.owner IS NULL AND tenant_id = %(tenant)s AND group_id = %(group)s
            AND family = asked.family
          ORDER BY created_at DESC LIMIT 50)
     ) AS fact
     WHERE fact.tenant_id = %(tenant)s AND fact.group_id = %(group)s AND fact.claimant_id IS NULL
       AND (fact.invalid_at IS NULL OR fact.invalid_at > %(at)s)
       AND (fact.valid_at IS NULL OR fact.valid_at <= %(at)s OR fact.start_grain = %(unknown)s)
"""


def relation_facts(
    scope: Scope, group_id: str, queries: Sequence[DescriptionQuery], at: datetime
) -> list[Fact]:
    """The plain facts by which described people are found, as far as they hold at a moment.

    One that was only said later is kept unless its beginning is known: it may have begun before.
    """
    asked = [(family, each.owner_id) for each in queries for family in each.families]
    if not asked:
        return []
    arguments = {
        "tenant": scope.tenant_id,
        "group": group_id,
        "families": [family for family, _ in asked],
        "owners": [owner for _, owner in asked],
        "at": at,
        "unknown": Grain.UNKNOWN.value,
    }
    return [fact_of(row) for row in fetch_rows(RELATION_FACTS, arguments)]


def first_mention_times(scope: Scope, ids: Sequence[UUID]) -> dict[UUID, datetime]:
    """When each of these entities was first mentioned."""
    if not ids:
        return {}
    mentions = MentionRow.objects.in_scope(scope).filter(entity_id__in=ids)
    times = mentions.values_list("entity_id").annotate(first=Min("episode__valid_at"))
    return dict(times)


def entities_near(
    scope: Scope, group_id: str, model: str, vectors: Mapping[str, Vector | None]
) -> dict[str, list[Entity]]:
    """For each name, given its vector under this model, the nearest entities of the group.

    If the index fails there are none: the names stay separate, and can be merged later.
    """
    queries = [(name, vector) for name, vector in vectors.items() if vector is not None]
    nearest = {
        name: _nearest_ids(scope, group_id, VectorQuery(model, vector, (ENTITIES,)))
        for name, vector in queries[:MOST_NAMES]
    }
    entities = entities_by_id(scope, group_id, [id_ for ids in nearest.values() for id_ in ids])
    return {
        name: [entities[id_] for id_ in ids if id_ in entities] for name, ids in nearest.items()
    }


def _nearest_ids(scope: Scope, group_id: str, vector: VectorQuery) -> list[UUID]:
    group = Filters(collection_ids=frozenset({group_key(scope.tenant_id, group_id)}))
    query = CandidateQuery(
        spaces=(ENTITIES,),
        filters=group,
        recipe=NAME_RECIPE,
        entries=EXACT_LIMIT + 1,
        dense=(vector,),
    )
    try:
        candidates = index_store().find_candidates(scope, query)
    except StoreFailed:
        return []
    cosines = {each.item_id: each.cosine or 0.0 for each in candidates}
    nearest = sorted(cosines, key=lambda id_: (-cosines[id_], id_))
    return [id_ for id_ in nearest if cosines[id_] >= NEAR_COSINE][: NAME_RECIPE.candidates]


def entities_by_id(scope: Scope, group_id: str, ids: Sequence[UUID]) -> dict[UUID, Entity]:
    if not ids:
        return {}
    rows = EntityRow.objects.in_scope(scope).filter(pk__in=ids, group_id=group_id)
    return {
        row.pk: Entity(row.pk, group_id, row.name, row.type, row.attributes, row.is_placeholder)
        for row in rows
    }
