"""A record as JSON, in the shape of the public Nepal Entity Service, with our short id beside."""

from datetime import datetime
from typing import Any

from pramana.registry.contracts import RecordView, RelationshipView, VersionView
from pramana.registry.domain.ids import prefix_of
from pramana.registry.domain.reading import dumped
from pramana.registry.domain.slugs import slugify


def entity_json(record: RecordView) -> dict[str, Any]:
    return {
        "id": record.entity_id,
        "nes_id": record.nes_id,
        "record_id": record.id,
        "slug": record.slug,
        "type": record.type,
        "sub_type": record.sub_type,
        "entity_prefix": prefix_of(record.type, record.sub_type),
        **dumped(record.data),
        "version_summary": _summary(
            record.entity_id,
            record.version,
            record.author,
            record.description,
            record.updated_at,
        ),
        "created_at": record.created_at,
        "updated_at": record.updated_at,
    }


def version_json(version: VersionView) -> dict[str, Any]:
    """A version with its state, and in it the ids that no version can change."""
    identity = {"id": version.entity_id, "nes_id": version.nes_id}
    summary = _summary(
        version.entity_id,
        version.number,
        version.author,
        version.description,
        version.created_at,
    )
    return {**summary, "origin": version.origin, "snapshot": {**identity, **version.snapshot}}


def relationship_json(relation: RelationshipView) -> dict[str, Any]:
    return {
        "id": relation.id,
        "source_entity_id": relation.source.entity_id,
        "target_entity_id": relation.target.entity_id,
        "type": relation.type,
        "start_date": relation.start_date,
        "end_date": relation.end_date,
        "attributes": dict(relation.attributes),
        "created_at": relation.created_at,
    }


def _summary(
    entity_id: str, number: int, author: str, description: str, at: datetime
) -> dict[str, Any]:
    slug = slugify(author) or "system"
    return {
        "id": f"version:{entity_id}:{number}",
        "entity_or_relationship_id": entity_id,
        "type": "ENTITY",
        "version_number": number,
        "author": {"id": f"author:{slug}", "slug": slug, "name": author},
        "change_description": description,
        "created_at": at,
    }
