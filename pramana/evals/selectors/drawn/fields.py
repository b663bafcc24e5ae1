"""Values that extractions hold, as far as the person may see them."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import BooleanField, F, Func, Value

from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.extraction.contracts.stacks.cells import as_text
from pramana.extraction.domain.paths import format_path
from pramana.extraction.domain.tree import leaves, value_at
from pramana.extraction.selectors.extractions import visible
from pramana.extraction.selectors.finding import holding
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet

NEWEST = 5
"""Extractions of one document that are looked through."""
LOOKED_AT = 500
"""Extractions that are looked through for a name or for words."""
LEAVES = '$.** ? (@.type() == "string" || @.type() == "number")'

Keeps = Callable[[Any, Any], bool]
"""Whether a value with its evidence belongs here."""


def fields_on(scope: Scope, document_id: UUID, span: Span | None) -> list[Drawn]:
    """Values of the document's newest extractions whose evidence meets the span."""
    if scope.actor_id is None:
        return []
    found = visible(scope).filter(document_id=document_id)[:NEWEST]

    def keeps(value: Any, proof: Any) -> bool:
        return placed(proof) and (span is None or span.meets(proof["start"], proof["end"]))

    return list(_fields(found, keeps))


def fields_naming(scope: Scope, names: frozenset[str], *, limit: int) -> list[Drawn]:
    """Values that are one of these names, of the newest extractions."""
    if scope.actor_id is None:
        return []
    found = _newest(scope).filter(_holds(names))[:limit]
    return list(_fields(found, lambda value, _proof: value in names))[:limit]


def fields_holding(scope: Scope, words: str, *, limit: int) -> list[Drawn]:
    """Values that hold these words, of the newest extractions."""
    if scope.actor_id is None:
        return []
    found = _newest(scope).filter(holding("extracted_fields", LEAVES, words))[:limit]

    def keeps(value: Any, proof: Any) -> bool:
        return words.casefold() in as_text(value).casefold()

    return list(_fields(found, keeps))[:limit]


def _newest(scope: Scope) -> "QuerySet[Any]":
    newest = list(visible(scope).values_list("pk", flat=True)[:LOOKED_AT])
    return visible(scope).filter(pk__in=newest)


def _holds(names: frozenset[str]) -> Func:
    """Whether one of these texts stands anywhere among the values."""
    given = Value({"names": sorted(names)}, output_field=_json())
    template = "jsonb_path_exists(%(expressions)s)"
    path = Value("$.** ? (@ == $names[*])")
    asked = Func(path, template="%(expressions)s::jsonpath")
    return Func(F("extracted_fields"), asked, given, template=template, output_field=BooleanField())


def _json() -> Any:
    from django.db.models import JSONField

    return JSONField()


def placed(proof: Any) -> bool:
    """Whether evidence says where its words stand."""
    return isinstance(proof, dict) and isinstance(proof.get("start"), int)


def _fields(found: "QuerySet[Any]", keeps: Keeps) -> Iterator[Drawn]:
    for row in found.defer("document__text"):
        for path, value in leaves(row.extracted_fields):
            proof = value_at(row.evidence, path)
            if value is not None and keeps(value, proof):
                yield _drawn(row, format_path(path), value, proof if placed(proof) else {})


def _drawn(row: Any, path: str, value: Any, proof: dict[str, Any]) -> Drawn:
    return Drawn(
        kind=Strand.FIELD,
        name=path,
        value=as_text(value),
        state="approved" if row.approved_at else row.status,
        subject_id=row.pk,
        place=path,
        document_id=row.document_id,
        document_title=row.document.title,
        quote=proof.get("quote", ""),
        span=Span(proof["start"], proof["end"]) if proof else None,
        page=proof.get("page"),
        at=row.created_at,
    )
