"""Candidates by role: whom a contract calls the landlord, the tenant or the other party."""

import re
from collections.abc import Iterator
from itertools import groupby

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    label_candidates,
)
from pramana.extraction.domain.reading.field_questions import FieldQuestion, name_stems
from pramana.extraction.domain.reading.letterhead import LEGAL
from pramana.extraction.domain.reading.parties import parties
from pramana.extraction.domain.reading.value_forms import FormMatch, ValueForm, find_forms

HEAD = 3_000
"""The parties of a contract are named in this many characters."""


def role_candidates(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the party whose role has one of the field's names."""
    names = {each.path: each for each in document.cached(parties)}
    rows = [
        {path.rpartition(".")[2]: each for path, each in group}
        for _, group in groupby(names.items(), key=lambda item: item[0].partition("]")[0])
    ]
    for row in rows:
        role = row.get("role")
        if role and "name" in row and name_stems(str(role.value)) in question.names:
            yield from _from_role(row["name"])
    if {"other", "parti"} <= set(question.stems):
        yield from _other_party(document, question)


_ARTICLE = r"(?:the|der|die|das|le|la|l['’]|el|o|a)?"


_QUOTED = (
    rf"[\"“‘'«„]\s*{_ARTICLE}\s*(?:{{names}})\s*[\"”’'»“]"
    rf"|\(\s*(?:the|hereinafter[^)]{{{{0,24}}}})\s+(?:{{names}})\s*\)"
)


_CLAUSE = re.compile(
    r"\(\d{1,2}\)|\n\s*(?:and|und|et|y|र)\s*\n|\b(?:between|among|entre|zwischen)\b:?|[;)]\s*,?\s*(?:and|und|et|y)\b|\n\s*\n|\n\d[.)]"
)


_WEAK_CLAUSE = re.compile(r"\b(?:and|und|et|y)\b(?=\s+[A-Z(])")


LONGEST_CLAUSE = 500
"""How far before its role a party's name may be, in characters."""


def quoted_role(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the name at the beginning of the clause that ends with ("the Landlord")."""
    names = [question.spec.name, *(name for group in question.groups for name in group.names)]
    short = [re.escape(name) for name in names if len(name.split()) <= 2]
    if not short or question.is_typed:
        return
    pattern = re.compile(_QUOTED.format(names="|".join(short)), re.IGNORECASE)
    match = pattern.search(document.text)
    if match is None:
        return
    low = max(0, match.start() - LONGEST_CLAUSE)
    before = document.text[low : match.start()]
    starts = [each.end() for each in _CLAUSE.finditer(before)] or [
        each.end() for each in _WEAK_CLAUSE.finditer(before)
    ]
    begin = low + (starts[-1] if starts else 0)
    found = _name_of_clause(document, begin, match.start(), is_open=not starts)
    if found:
        yield FieldCandidate(
            found[0].start,
            found[0].end,
            found[0].value,
            ValueForm.NAME,
            {"role": 1.0},
            CandidateSource.LAYOUT,
        )


def _name_of_clause(
    document: DocumentLayout, start: int, end: int, *, is_open: bool
) -> list[FormMatch]:
    """Return the name that opens a clause. Where its begin is unknown, a legal form shows it."""
    if not is_open:
        return find_forms(document, ValueForm.NAME, start, end)
    begins = [start + each.end() for each in re.finditer(r"\n", document.text[start:end])]
    for at in reversed(begins or [start]):
        names = find_forms(document, ValueForm.NAME, at, min(end, at + LONGEST_CLAUSE))
        if names and LEGAL.search(str(names[0].value)):
            return names
    return find_forms(document, ValueForm.NAME, (begins or [start])[-1], end)


def _from_role(value: ExtractedValue) -> Iterator[FieldCandidate]:
    yield FieldCandidate(
        value.start, value.end, value.value, ValueForm.NAME, {"role": 1.0}, CandidateSource.LAYOUT
    )


ROLES = (
    "landlord",
    "tenant",
    "employer",
    "employee",
    "contractor",
    "client",
    "lender",
    "borrower",
    "insurer",
    "insured",
    "supplier",
    "buyer",
)


LEAST_NAME = 4


def named_parties(document: DocumentLayout) -> list[FieldCandidate]:
    """Return the parties of a contract: by their roles, by labels, or as it opens."""
    results = [
        FieldCandidate(each.start, each.end, each.value, ValueForm.NAME)
        for each in document.cached(parties)
        if each.path.endswith(".name")
    ]
    for role in ROLES:
        question = FieldQuestion(FieldSpec(name=role))
        results += quoted_role(document, question)
        results += [
            each for each in label_candidates(document, question)
            if each.features.get("colon") and each.features["cover"] >= 1 and each.start < HEAD
            and not each.features.get("right_words")
        ]  # fmt: skip
    unique: dict[str, FieldCandidate] = {}
    for each in results:
        if len(str(each.value)) >= LEAST_NAME:
            unique.setdefault(str(each.value).casefold(), each)
    return list(unique.values())


def _other_party(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the only party that the field's instructions do not name."""
    about = question.about.casefold()
    every = document.cached(named_parties)
    others = [each for each in every if str(each.value).casefold() not in about]
    if len(others) < len(every) and others:
        best = others[0]
        yield FieldCandidate(
            best.start,
            best.end,
            best.value,
            ValueForm.NAME,
            {"role": 1.0 if len(others) == 1 else 0.7},
            CandidateSource.LAYOUT,
        )
