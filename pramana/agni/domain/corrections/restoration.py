"""Corrections taken back: what was read stands again, as if nobody had changed it."""

from collections.abc import Sequence
from dataclasses import replace

from pramana.agni.contracts import DocumentMetadata, ExtractedEntity, FieldTrust
from pramana.agni.domain.merging import join
from pramana.agni.domain.names import name_key


def restored_entities(
    entities: Sequence[ExtractedEntity], place: int
) -> dict[int, ExtractedEntity]:
    """The entities that change when the corrections of one are taken back, by their indexes.

    What was merged into it, or split from it, is what it was before as well.
    """
    entity = entities[place]
    if entity.merged_into is not None:
        target = entities[entity.merged_into]
        return {
            place: _as_read(entity),
            entity.merged_into: _without_merged(target, entity, entities),
        }
    if "added" in entity.corrected:
        gone = {place: _withdraw_added(entity)}
        if entity.split_from is not None:
            gone[entity.split_from] = join(entities[entity.split_from], entity)
        return gone
    restored = {place: _as_read(entity)}
    for at, other in enumerate(entities):
        if other.merged_into == place:
            restored[at] = _as_read(other)
        elif other.split_from == place and not other.withdrawn:
            restored[at] = _withdraw_added(other)
    return restored


def restored_metadata(metadata: DocumentMetadata, field: str) -> DocumentMetadata:
    """The metadata with one field as it was read."""
    read = metadata.as_read or DocumentMetadata()
    trust: dict[str, FieldTrust] = {
        name: each for name, each in metadata.trust.items() if name != field
    }
    if field in read.trust:
        trust[field] = read.trust[field]
    values = {field: getattr(read, field)}
    if field == "publication_date":
        values["date_text"] = read.date_text
    corrected = tuple(name for name in metadata.corrected if name != field)
    if not corrected:
        return read
    return replace(metadata, **values, trust=trust, corrected=corrected)


def _as_read(entity: ExtractedEntity) -> ExtractedEntity:
    assert entity.as_read is not None
    return entity.as_read


def _withdraw_added(entity: ExtractedEntity) -> ExtractedEntity:
    """An entity that a person added has no reading; its index stays."""
    return replace(entity, withdrawn=True, is_skipped=True, skip_reason="taken back")


def _without_merged(
    target: ExtractedEntity, other: ExtractedEntity, entities: Sequence[ExtractedEntity]
) -> ExtractedEntity:
    """The entity without what another brought into it."""
    place = other.merged_into
    rest = [each for each in entities if each.merged_into == place and each is not other]
    own = target.as_read
    assert own is not None
    if not rest and target.corrected == ("merged",):
        return own
    kept = [own, *(_as_read(each) for each in rest)]
    names = {name_key(str(name["text"])) for each in kept for name in each.names}
    brought = {name_key(str(name["text"])) for name in _as_read(other).names} - names
    spans = {(each.start, each.end) for one in kept for each in one.mentions}
    lost = {(each.start, each.end) for each in _as_read(other).mentions} - spans
    keys = {key for each in kept for key in each.entity_data}
    corrected = tuple(mark for mark in target.corrected if mark != "merged" or rest)
    return replace(
        target,
        names=tuple(n for n in target.names if name_key(str(n["text"])) not in brought),
        mentions=tuple(m for m in target.mentions if (m.start, m.end) not in lost),
        entity_data={
            key: value
            for key, value in target.entity_data.items()
            if key in keys or f"data.{key}" in corrected
        },
        evidence={key: words for key, words in target.evidence.items() if key in keys},
        corrected=corrected,
        as_read=own if corrected else None,
    )
