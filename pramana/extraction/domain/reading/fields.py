"""Given fields, looked for by name, by description and by type: custom fields and columns."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.paths import format_path
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.addresses import address
from pramana.extraction.domain.reading.banks import bank
from pramana.extraction.domain.reading.concepts import Concept, folded
from pramana.extraction.domain.reading.days import document_date
from pramana.extraction.domain.reading.document import currency, seller_name
from pramana.extraction.domain.reading.kinds import kind_of
from pramana.extraction.domain.reading.labels import labelled
from pramana.extraction.domain.reading.matching import by_label, typed_as
from pramana.extraction.domain.reading.paper import Line, Paper, TableRows
from pramana.extraction.domain.reading.parties import parties
from pramana.extraction.domain.reading.rows import read_rows
from pramana.extraction.domain.reading.sums import read_sums
from pramana.extraction.domain.reading.wanted import NUMBERS, WORDS, concept_of

Read = Callable[[Paper], Sequence[Found]]


def read_fields(
    text: str,
    specs: Sequence[FieldSpec],
    *,
    pages: Sequence[int] | None = None,
    lines: Sequence[Line] | None = None,
    tables: Sequence[TableRows] | None = None,
) -> list[Found]:
    """What the text says for each field, under the field's own name; what is not said is absent."""
    paper = Paper(text, pages=pages, lines=lines, tables=tables)
    return [found for spec in specs for found in read_field(paper, spec)]


def read_field(paper: Paper, spec: FieldSpec, under: tuple[str | int, ...] = ()) -> list[Found]:
    path = (*under, spec.name)
    if spec.type is FieldType.OBJECT:
        return [found for child in spec.children for found in read_field(paper, child, path)]
    concept = concept_of(spec, str(under[-1]) if under else "")
    if spec.type in (FieldType.TABLE, FieldType.LIST):
        return read_rows(paper, spec, concept, path)
    own = by_label(paper, spec)
    if own and (concept is None or own.confidence > 0.8):
        return [replace(own, path=format_path(path))]
    found = _by_role(paper, spec) or (_by_concept(paper, concept) if concept else None)
    found = found or own or _by_type(paper, spec)
    found = _as_type(paper, found, spec) if found else None
    return [replace(found, path=format_path(path))] if found else []


def _by_concept(paper: Paper, concept: Concept) -> Found | None:
    special = SPECIAL.get(concept.key)
    if special:
        return next(iter(special(paper)), None) or labelled(paper, concept.key)
    given = labelled(paper, concept.key)
    if given or not concept.key.startswith(("totals.", "payment.")):
        return given
    return _summed(paper, concept.key)


def _summed(paper: Paper, key: str) -> Found | None:
    return next((found for found in paper.once(read_sums) if found.path == key), None)


def _one(read: Callable[[Paper], Found | None]) -> Read:
    return lambda paper: [found for found in [read(paper)] if found]


def _total(paper: Paper) -> Found | None:
    if paper.once(kind_of).name == "contract":
        return labelled(paper, "contract.sum") or _summed(paper, "totals.total")
    return _summed(paper, "totals.total")


SPECIAL: dict[str, Read] = {
    "vendor.name": _one(seller_name),
    "issuer.name": _one(letters.issuer),
    "bank.name": _one(bank),
    "vendor.address": _one(lambda paper: address(paper, seller_name(paper))),
    "document.date": _one(document_date),
    "document.title": _one(letters.title),
    "letter.recipient": _one(letters.recipient),
    "letter.sender": _one(letters.sender),
    "notice.deadline": _one(letters.deadline),
    "totals.total": _one(_total),
    "totals.tax": _one(lambda paper: _summed(paper, "totals.tax")),
    "totals.subtotal": _one(lambda paper: _summed(paper, "totals.subtotal")),
    "payment.paid": _one(lambda paper: _summed(paper, "payment.paid")),
    "payment.change": _one(lambda paper: _summed(paper, "payment.change")),
    "currency": _one(currency),
}


def _as_type(paper: Paper, found: Found, spec: FieldSpec) -> Found | None:
    """The value in the type that is asked for; None where its words hold no such value."""
    number = isinstance(found.value, int | float)
    if spec.type in WORDS:
        return replace(found, value=found.quote) if number else found
    if spec.type is FieldType.INTEGER and isinstance(found.value, float):
        return replace(found, value=round(found.value))
    return found if number and spec.type in NUMBERS else typed_as(paper, found, spec.type)


def _by_role(paper: Paper, spec: FieldSpec) -> Found | None:
    """The party that the paper calls what the field is called: the employer, the tenant."""
    found = {each.path: each for each in paper.once(parties)}
    for path, each in found.items():
        if path.endswith(".role") and folded(each.value) == folded(spec.name):
            return found.get(path.replace(".role", ".name"))
    return None


def _by_type(paper: Paper, spec: FieldSpec) -> Found | None:
    """The only date of a paper is likely the one that is asked for; of several, none is."""
    if spec.type is FieldType.DATE and len({date.day for date in paper.dates}) == 1:
        date = paper.dates[0]
        return paper.found("", date.day.isoformat(), date.start, date.end, 0.4)
    return None
