"""How people order their library: collections, details of documents, and saved views.

The details are what people say about a document: title, tags, properties and notes.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Collection as Several
from datetime import date
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from pramana.documents.contracts import (
    PASSAGES,
    DocumentChanges,
    DocumentView,
    PropertyKind,
    PropertyValue,
    PropertyView,
    SavedViewItem,
)
from pramana.documents.errors import (
    CollectionExists,
    CollectionNotFound,
    DocumentNotFound,
    PropertyExists,
    PropertyNotFound,
    SavedViewNotFound,
)
from pramana.documents.models import Collection, Document, PropertyDefinition, SavedView, Source
from pramana.documents.selectors import document_view, property_view, tag_counts
from pramana.documents.services.deletion import erase_documents, erase_sources
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable, with_visible_overrides
from pramana.retrieval.services import move_entries
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit


@transaction.atomic
def move_documents(scope: Scope, document_ids: Several[UUID], collection_id: UUID | None) -> int:
    """Move documents to a collection, or out of any; return how many were moved.

    Their rows are locked first: a document whose reading ends at the same time is indexed before or
    after the move, with its collection in both cases.
    """
    if collection_id and not Collection.objects.in_scope(scope).filter(pk=collection_id).exists():
        raise CollectionNotFound()
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids)
    found = list(rows.order_by("pk").select_for_update().values_list("pk", flat=True))
    rows.filter(pk__in=found).update(collection_id=collection_id)
    move_entries(scope, PASSAGES, found, collection_id)
    audit(scope, "document.moved", "collection", collection_id or "none", documents=len(found))
    return len(found)


def create_collection(scope: Scope, name: str) -> UUID:
    row = Collection(tenant_id=scope.tenant_id, name=_valid_name(name))
    _save(row)
    return row.id


def rename_collection(scope: Scope, collection_id: UUID, name: str) -> None:
    row = _get_collection(scope, collection_id)
    row.name = _valid_name(name)
    _save(row)


@transaction.atomic
def delete_collection(scope: Scope, collection_id: UUID, *, with_documents: bool = True) -> int:
    """Delete a collection with its documents and sources; return how many documents it held.

    With `with_documents=False` the documents and sources stay, without a collection. The row is
    locked first, so that nothing is added meanwhile.
    """
    row = _get_collection(scope, collection_id, lock=True)
    documents = Document.objects.with_trash(scope).filter(collection=row)
    sources = Source.objects.in_scope(scope).filter(collection=row)
    contained = list(documents.values_list("pk", flat=True))
    if with_documents:
        erase_documents(scope, contained)
        erase_sources(scope, list(sources.values_list("pk", flat=True)))
    else:
        move_documents(scope, contained, None)
        documents.update(collection=None)
        sources.update(collection=None)
    row.delete()
    audit(scope, "collection.deleted", "collection", collection_id, documents=len(contained))
    return len(contained)


def _get_collection(scope: Scope, collection_id: UUID, *, lock: bool = False) -> Collection:
    rows = Collection.objects.in_scope(scope).filter(pk=collection_id)
    row = (rows.select_for_update() if lock else rows).first()
    if row is None:
        raise CollectionNotFound()
    return row


def _valid_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or not is_storable(name):
        raise InvalidRequest("A collection's name has 1 to 200 characters.")
    return with_visible_overrides(name)[:200]


def _save(row: Collection) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise CollectionExists(row.name) from None


LONGEST_VALUE = 1000
YES, NO = frozenset({"yes", "true", "1", "on"}), frozenset({"no", "false", "0", "off"})


def parse_property_value(kind: PropertyKind, raw_value: Any) -> PropertyValue | None:
    """The value, or None where there is none.

    >>> parse_property_value(PropertyKind.NUMBER, "1,20,000.50")
    120000.5
    >>> parse_property_value(PropertyKind.BOOLEAN, "no")
    False
    >>> parse_property_value(PropertyKind.DATE, "  ")
    """
    if raw_value is None or (isinstance(raw_value, str) and not raw_value.strip()):
        return None
    value = PARSERS[kind](raw_value)
    if value is None:
        raise InvalidRequest(f"{str(raw_value)[:80]!r} is not {NAMES[kind]}.")
    return value


def _parse_text(raw_value: Any) -> str | None:
    if not isinstance(raw_value, str) or len(raw_value) > LONGEST_VALUE:
        return None
    text = raw_value.strip()
    return with_visible_overrides(text)[:LONGEST_VALUE] if is_storable(text) else None


def _parse_number(raw_value: Any) -> float | None:
    """Digits may be those of any script, grouped by commas."""
    if isinstance(raw_value, bool) or len(str(raw_value)) > 40:
        return None
    try:
        number = float(str(raw_value).replace(",", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _parse_date(raw_value: Any) -> str | None:
    try:
        return date.fromisoformat(str(raw_value).strip()).isoformat()
    except ValueError:
        return None


def _parse_boolean(raw_value: Any) -> bool | None:
    said = str(raw_value).strip().lower()
    return True if said in YES else False if said in NO else None


PARSERS: dict[PropertyKind, Callable[[Any], PropertyValue | None]] = {
    PropertyKind.TEXT: _parse_text,
    PropertyKind.NUMBER: _parse_number,
    PropertyKind.DATE: _parse_date,
    PropertyKind.BOOLEAN: _parse_boolean,
}
NAMES = {
    PropertyKind.TEXT: f"a text of at most {LONGEST_VALUE} characters",
    PropertyKind.NUMBER: "a number",
    PropertyKind.DATE: "a date like 2026-04-13",
    PropertyKind.BOOLEAN: "yes or no",
}


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


MOST_VIEWS = 100
LONGEST_NAME = 100
LONGEST_QUERY = 2000


@transaction.atomic
def save_view(scope: Scope, name: str, query: str) -> SavedViewItem:
    """Save a query string under a name; a view of that name is replaced."""
    name, query = " ".join(name.split()), urlencode(parse_qsl(query.lstrip("?")))
    if not name or len(name) > LONGEST_NAME or not is_storable(name):
        raise InvalidRequest("A view's name has 1 to 100 characters.")
    if len(query) > LONGEST_QUERY or not is_storable(query):
        raise InvalidRequest("These filters are too long to be saved.")
    name = with_visible_overrides(name)[:LONGEST_NAME]
    rows = SavedView.objects.in_scope(scope)
    is_new = not rows.filter(name=name).exists()
    if is_new and rows.count() >= MOST_VIEWS:
        raise InvalidRequest("A tenant may have at most 100 saved views.")
    row, _ = rows.update_or_create(
        tenant_id=scope.tenant_id,
        name=name,
        defaults={"query": query, "created_by_id": scope.actor_id},
    )
    audit(scope, "view.saved", "view", row.id)
    return SavedViewItem(row.id, row.name, row.query)


@transaction.atomic
def delete_view(scope: Scope, view_id: UUID) -> None:
    deleted, _ = SavedView.objects.in_scope(scope).filter(pk=view_id).delete()
    if not deleted:
        raise SavedViewNotFound()
    audit(scope, "view.deleted", "view", view_id)
