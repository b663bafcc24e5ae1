"""What people say about a document: its title, tags, properties and notes."""

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from pramana.documents.contracts import (
    DocumentChanges,
    DocumentView,
    PropertyKind,
    PropertyValue,
    PropertyView,
)
from pramana.documents.errors import DocumentNotFound, PropertyExists, PropertyNotFound
from pramana.documents.models import Document, PropertyDefinition
from pramana.documents.property_values import parse_property_value
from pramana.documents.selectors import document_view, property_view, tag_counts
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable, with_visible_overrides
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit

MOST_TAGS = 50
LONGEST_TAG = 60
LONGEST_TITLE = 500
LONGEST_NOTES = 20_000
MOST_PROPERTIES = 100
REMOVE_PROPERTY = """
    UPDATE documents_document SET properties = properties - %s
     WHERE tenant_id = %s AND properties ? %s
"""


@transaction.atomic
def change_document(scope: Scope, document_id: UUID, changes: DocumentChanges) -> DocumentView:
    """Change the title, tags, notes or properties; what is not named stays as it is."""
    rows = Document.objects.in_scope(scope).filter(pk=document_id)
    row = lock_row(rows.defer("text"), DocumentNotFound())
    if changes.title is not None:
        row.title, row.is_renamed = _valid_title(changes.title), True
    if changes.tags is not None:
        row.tags = _valid_tags(scope, changes.tags)
    if changes.notes is not None:
        row.notes = _valid_notes(changes.notes)
    if changes.properties is not None:
        row.properties = _merged_properties(scope, row.properties, changes.properties)
    row.save(update_fields=["title", "is_renamed", "tags", "notes", "properties"])
    audit(scope, "document.changed", "document", row.id, field=_field_names(changes))
    return document_view(row)


@transaction.atomic
def tag_documents(
    scope: Scope,
    document_ids: Several[UUID],
    *,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> int:
    """Add tags to documents and remove others; return how many documents there were."""
    added, unwanted = _valid_tags(scope, add), {tag.casefold() for tag in remove}
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids).only("tags", "tenant")
    found = list(rows.order_by("pk").select_for_update())
    for row in found:
        kept = [tag for tag in row.tags if tag.casefold() not in unwanted]
        row.tags = _distinct([*kept, *added])
        if len(row.tags) > MOST_TAGS:
            raise InvalidRequest("A document may have at most 50 tags.")
    Document.objects.in_scope(scope).bulk_update(found, ["tags"], batch_size=500)
    audit(scope, "document.tagged", "document", "several", documents=len(found))
    return len(found)


def _field_names(changes: DocumentChanges) -> str:
    return ", ".join(name for name, value in vars(changes).items() if value is not None)


def _valid_title(title: str) -> str:
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE or not is_storable(title):
        raise InvalidRequest("A title has 1 to 500 characters.")
    return with_visible_overrides(title)[:LONGEST_TITLE]


def _valid_notes(notes: str) -> str:
    if len(notes) > LONGEST_NOTES or not is_storable(notes):
        raise InvalidRequest("Notes have at most 20,000 characters.")
    return with_visible_overrides(notes.strip())[:LONGEST_NOTES]


def _valid_tags(scope: Scope, tags: Sequence[str]) -> list[str]:
    """The tags, each once. One that the tenant writes with other capitals is written that way."""
    cleaned = [" ".join(tag.split()) for tag in tags]
    cleaned = _distinct([tag for tag in cleaned if tag])
    if len(cleaned) > MOST_TAGS:
        raise InvalidRequest("A document may have at most 50 tags.")
    if any(len(tag) > LONGEST_TAG or not is_storable(tag) for tag in cleaned):
        raise InvalidRequest("A tag has 1 to 60 characters.")
    known = {each.name.casefold(): each.name for each in tag_counts(scope)} if cleaned else {}
    return [known.get(tag.casefold(), with_visible_overrides(tag)[:LONGEST_TAG]) for tag in cleaned]


def _distinct(tags: Sequence[str]) -> list[str]:
    """Each tag once; capitals do not make it another one."""
    return list({tag.casefold(): tag for tag in reversed(tags)}.values())[::-1]


def _merged_properties(
    scope: Scope, present: Mapping[str, PropertyValue], changes: Mapping[str, Any]
) -> dict[str, PropertyValue]:
    rows = PropertyDefinition.objects.in_scope(scope).filter(name__in=list(changes))
    kinds = {row.name: PropertyKind(row.kind) for row in rows}
    merged = dict(present)
    for name, raw_value in changes.items():
        if name not in kinds:
            raise PropertyNotFound(name)
        value = parse_property_value(kinds[name], raw_value)
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = value
    return merged


def define_property(scope: Scope, name: str, kind: PropertyKind) -> PropertyView:
    """Add a property that documents of the tenant may have."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_TAG or not is_storable(name):
        raise InvalidRequest("A property's name has 1 to 60 characters.")
    if PropertyDefinition.objects.in_scope(scope).count() >= MOST_PROPERTIES:
        raise InvalidRequest("A tenant may have at most 100 properties.")
    row = PropertyDefinition(
        tenant_id=scope.tenant_id, name=with_visible_overrides(name)[:LONGEST_TAG], kind=kind
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise PropertyExists(row.name) from None
    audit(scope, "property.added", "property", row.id)
    return property_view(row)


@transaction.atomic
def delete_property(scope: Scope, property_id: UUID) -> None:
    """Delete a property and its value in every document, also in the trash."""
    rows = PropertyDefinition.objects.in_scope(scope).filter(pk=property_id)
    row = lock_row(rows, PropertyNotFound())
    with connection.cursor() as cursor:
        cursor.execute(REMOVE_PROPERTY, [row.name, scope.tenant_id, row.name])
    row.delete()
    audit(scope, "property.deleted", "property", property_id)
