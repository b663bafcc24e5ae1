"""What was derived from a document: fields, cells, answers, facts and mentions.

Each function returns only what the person may see.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import BooleanField, F, Func, Value

from pramana.agni.contracts import AgniExtractionSession, TextMention
from pramana.agni.selectors import session_changes, sessions
from pramana.chat.selectors import CitingTurn, turns_citing, turns_naming
from pramana.extraction.contracts.stacks import value_as_text
from pramana.extraction.domain.field_tree import format_path, leaves, value_at
from pramana.extraction.selectors.extractions import visible_extractions
from pramana.extraction.selectors.listings import (
    StackRowMatch,
    json_contains,
    rows_containing,
    rows_of_document,
    rows_with_name,
)
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.links.contracts import Derivation, DerivationKind, TextRange
from pramana.links.selectors.links import links_of_record
from pramana.memory.contracts.graph import FactView
from pramana.memory.selectors.graph import history_of
from pramana.registry.contracts import RecordView
from pramana.registry.selectors import find_records

if TYPE_CHECKING:
    from django.db.models import QuerySet


NEWEST_EXTRACTIONS = 5
"""How many extractions of one document are searched."""
SEARCHED_EXTRACTIONS = 500
"""How many extractions are searched for a name or for words."""
LEAVES = '$.** ? (@.type() == "string" || @.type() == "number")'

FieldFilter = Callable[[Any, Any], bool]
"""Whether a value, with its evidence, is included."""


def fields_on(scope: Scope, document_id: UUID, span: TextRange | None) -> list[Derivation]:
    """Values of the document's newest extractions whose evidence overlaps the range."""
    if scope.actor_id is None:
        return []
    found = visible_extractions(scope).filter(document_id=document_id)[:NEWEST_EXTRACTIONS]

    def keeps(value: Any, proof: Any) -> bool:
        return has_position(proof) and (span is None or span.overlaps(proof["start"], proof["end"]))

    return list(_fields(found, keeps))


def fields_naming(scope: Scope, names: frozenset[str], *, limit: int) -> list[Derivation]:
    """Values of the newest extractions that equal one of these names."""
    if scope.actor_id is None:
        return []
    found = _newest(scope).filter(_contains_name(names))[:limit]
    return list(_fields(found, lambda value, _proof: value in names))[:limit]


def fields_holding(scope: Scope, words: str, *, limit: int) -> list[Derivation]:
    """Values of the newest extractions that contain these words."""
    if scope.actor_id is None:
        return []
    found = _newest(scope).filter(json_contains("extracted_fields", LEAVES, words))[:limit]

    def keeps(value: Any, proof: Any) -> bool:
        return words.casefold() in value_as_text(value).casefold()

    return list(_fields(found, keeps))[:limit]


def _newest(scope: Scope) -> "QuerySet[Any]":
    kept = visible_extractions(scope).filter(document__trashed_at__isnull=True)
    newest = list(kept.values_list("pk", flat=True)[:SEARCHED_EXTRACTIONS])
    return visible_extractions(scope).filter(pk__in=newest)


def _contains_name(names: frozenset[str]) -> Func:
    """A condition: one of these names is among the values."""
    parameters = Value({"names": sorted(names)}, output_field=_json_field())
    template = "jsonb_path_exists(%(expressions)s)"
    path = Value("$.** ? (@ == $names[*])")
    jsonpath = Func(path, template="%(expressions)s::jsonpath")
    return Func(
        F("extracted_fields"), jsonpath, parameters, template=template, output_field=BooleanField()
    )


def _json_field() -> Any:
    from django.db.models import JSONField

    return JSONField()


def has_position(proof: Any) -> bool:
    """Whether evidence has a position in the text."""
    return isinstance(proof, dict) and isinstance(proof.get("start"), int)


def _fields(found: "QuerySet[Any]", keeps: FieldFilter) -> Iterator[Derivation]:
    for row in found.defer("document__text"):
        for path, value in leaves(row.extracted_fields):
            proof = value_at(row.evidence, path)
            if value is not None and keeps(value, proof):
                yield _field_item(
                    row, format_path(path), value, proof if has_position(proof) else {}
                )


def _field_item(row: Any, path: str, value: Any, proof: dict[str, Any]) -> Derivation:
    return Derivation(
        kind=DerivationKind.FIELD,
        name=path,
        value=value_as_text(value),
        state="approved" if row.approved_at else row.status,
        subject_id=row.pk,
        place=path,
        document_id=row.document_id,
        document_title=row.document.title,
        quote=proof.get("quote", ""),
        span=TextRange(proof["start"], proof["end"]) if proof else None,
        page=proof.get("page"),
        at=row.created_at,
    )


MOST_TABLES = 10


def cells_on(scope: Scope, document_id: UUID, span: TextRange | None) -> list[Derivation]:
    """Cells of the document's rows whose evidence overlaps the range."""

    def keeps(cell: dict[str, Any]) -> bool:
        proof = cell["evidence"]
        return has_position(proof) and (span is None or span.overlaps(proof["start"], proof["end"]))

    return list(_cells(rows_of_document(scope, document_id, limit=MOST_TABLES), keeps))


def cells_naming(scope: Scope, names: frozenset[str], *, limit: int) -> list[Derivation]:
    """Cells that hold one of these names, alone or in a list."""

    def keeps(cell: dict[str, Any]) -> bool:
        value = cell["value"]
        return not names.isdisjoint(value if isinstance(value, list) else [value])

    return list(_cells(rows_with_name(scope, names, limit=limit), keeps))[:limit]


def cells_holding(scope: Scope, words: str, *, limit: int) -> list[Derivation]:
    """Cells whose value contains these words."""

    def keeps(cell: dict[str, Any]) -> bool:
        return words.casefold() in value_as_text(cell["value"]).casefold()

    return list(_cells(rows_containing(scope, words, limit=limit), keeps))[:limit]


def _cells(
    found: list[StackRowMatch], keeps: Callable[[dict[str, Any]], bool]
) -> Iterator[Derivation]:
    for row in found:
        for column, cell in row.cells.items():
            if cell["value"] is not None and keeps(cell):
                yield _cell_item(row, column, cell)


def _cell_item(row: StackRowMatch, column: str, cell: dict[str, Any]) -> Derivation:
    proof = cell["evidence"] if has_position(cell["evidence"]) else {}
    return Derivation(
        kind=DerivationKind.CELL,
        name=f"{row.stack_name} · {column}",
        value=value_as_text(cell["value"]),
        state=cell["state"],
        subject_id=row.stack_id,
        place=column,
        table_id=row.table_id,
        document_id=row.document_id,
        document_title=row.document_title,
        quote=proof.get("quote", ""),
        span=TextRange(proof["start"], proof["end"]) if proof else None,
        page=proof.get("page"),
        at=row.updated_at,
    )


MOST_ANSWERS = 20


def answers_on(scope: Scope, document_id: UUID, span: TextRange | None) -> list[Derivation]:
    """Answers that quote the document or, with a range, these words of it. Newest first."""
    if scope.actor_id is None:
        return []
    found = turns_citing(scope, document_id, limit=MOST_ANSWERS)
    quoting = [(turn, _quotes(turn, document_id, span)) for turn in found]
    return [_answer_item(turn, document_id, quotes[0]) for turn, quotes in quoting if quotes]


def answers_naming(scope: Scope, names: Collection[str]) -> list[Derivation]:
    """Turns that name a record in the question or in the answer."""
    found = turns_naming(scope, names, limit=MOST_ANSWERS)
    return [Derivation(**_turn_fields(turn)) for turn in found]


def _quotes(turn: CitingTurn, document_id: UUID, span: TextRange | None) -> list[dict[str, Any]]:
    return [
        quote
        for source in turn.sources
        for quote in source.get("quotes", ())
        if quote["document_id"] == str(document_id)
        and (span is None or span.overlaps(quote["start"], quote["end"]))
    ]


def _answer_item(turn: CitingTurn, document_id: UUID, quote: dict[str, Any]) -> Derivation:
    return Derivation(
        **_turn_fields(turn),
        document_id=document_id,
        quote=quote["words"],
        span=TextRange(quote["start"], quote["end"]),
        page=quote.get("page"),
    )


def _turn_fields(turn: CitingTurn) -> dict[str, Any]:
    return {
        "kind": DerivationKind.ANSWER,
        "name": turn.query,
        "value": turn.response,
        "state": "",
        "subject_id": turn.session_id,
        "place": str(turn.request_id),
        "at": turn.at,
    }


MOST_RECORDS = 5
MOST_FACTS = 10


def facts_about(scope: Scope, records: Iterable[RecordView]) -> list[Derivation]:
    """Facts about the records that a document names. Memory has no link to the document itself."""
    ids = list(dict.fromkeys(record.id for record in records))[:MOST_RECORDS]
    return [fact for record_id in ids for fact in facts_of_record(scope, record_id)]


def facts_of_record(scope: Scope, record_id: UUID, *, limit: int = MOST_FACTS) -> list[Derivation]:
    """Facts, past and present, about the entities that are linked to a record."""
    links = links_of_record(scope, record_id)
    return [
        fact_item(fact) for link in links for fact in history_of(scope, link.entity.id, limit=limit)
    ]


def fact_item(fact: FactView) -> Derivation:
    return Derivation(
        kind=DerivationKind.FACT,
        name=fact.relation,
        value=fact.attributed_text,
        state="ended" if fact.invalid_at and fact.invalid_at <= utcnow() else "holds",
        subject_id=fact.id,
        place=fact.group_id,
        at=fact.valid_at or fact.created_at,
    )


MOST_MENTIONED_RECORDS = 100
"""The most records of one document, because they are looked up in one statement."""


@dataclass(frozen=True)
class DocumentReview:
    id: UUID
    document_id: UUID
    session: AgniExtractionSession


def newest_review(scope: Scope, document_id: UUID) -> DocumentReview | None:
    """The newest session of the document that has a result."""
    found = sessions.newest_review(scope, document_id)
    return DocumentReview(found[0], document_id, found[1]) if found else None


def mentions_on(review: DocumentReview | None, span: TextRange | None) -> list[Derivation]:
    """The mentions of entities, once for each position."""
    return list(_mentions(review, span)) if review else []


def _mentions(review: DocumentReview, span: TextRange | None) -> Iterator[Derivation]:
    for index, entity in enumerate(review.session.entities):
        for mention in () if entity.withdrawn else entity.mentions:
            if span is None or span.overlaps(mention.start, mention.end):
                prefix = "decided" if entity.is_decided else "proposed"
                state = f"{prefix}:{entity.status.value}"
                yield _mention_item(
                    review, DerivationKind.MENTION, entity.name, state, str(index), mention
                )


def records_behind(
    scope: Scope, review: DocumentReview | None, places: Iterable[str]
) -> dict[str, RecordView]:
    """The record that each entity was matched with or that was created from it, by place."""
    if review is None:
        return {}
    made = {str(each.id): each.nes_entity_id for each in session_changes(scope, review.id)}
    entities = {place: review.session.entities[int(place)] for place in places}
    named = {
        place: entity.matched_id or made.get(entity.change_id, "")
        for place, entity in entities.items()
    }
    records = find_records(
        scope, list(dict.fromkeys(filter(None, named.values())))[:MOST_MENTIONED_RECORDS]
    )
    return {place: records[id] for place, id in named.items() if id in records}


def metadata_on(review: DocumentReview | None, span: TextRange | None) -> list[Derivation]:
    """Metadata such as title and date, where they were read from the text."""
    if review is None or review.session.metadata is None:
        return []
    metadata = review.session.metadata
    known = ((name, trust.evidence) for name, trust in metadata.trust.items())
    return [
        _mention_item(
            review,
            DerivationKind.ABOUT,
            name,
            "",
            "",
            found,
            str(getattr(metadata, name, "") or ""),
        )
        for name, found in known
        if found and (span is None or span.overlaps(found.start, found.end))
    ]


def _mention_item(
    review: DocumentReview,
    kind: DerivationKind,
    name: str,
    state: str,
    place: str,
    found: TextMention,
    value: str = "",
) -> Derivation:
    return Derivation(
        kind=kind,
        name=name,
        value=value,
        state=state,
        subject_id=review.id,
        place=place,
        document_id=review.document_id,
        quote=found.quote,
        span=TextRange(found.start, found.end),
        page=found.page,
    )
