"""Reads given fields (custom fields and columns): candidates from every source, one scorer."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pramana.extraction.contracts.fields import (
    ExtractedValue,
    FieldSpec,
    FieldType,
    Json,
    LearnedLabel,
)
from pramana.extraction.domain.field_tree import Path, format_path
from pramana.extraction.domain.reading.candidate_scoring import (
    LEAST_CHANCE,
    RankedCandidate,
    add_learned,
    learned_candidates,
    may_be_value,
    rank_candidates,
)
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutTable
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    label_candidates,
)
from pramana.extraction.domain.reading.field_questions import (
    FieldQuestion,
    field_question,
    name_stems,
)
from pramana.extraction.domain.reading.labels import normalise_name
from pramana.extraction.domain.reading.layout_candidates import layout_candidates, table_candidates
from pramana.extraction.domain.reading.letters import attendees, decisions
from pramana.extraction.domain.reading.line_items import read_items
from pramana.extraction.domain.reading.parties import parties
from pramana.extraction.domain.reading.party_blocks import side_at
from pramana.extraction.domain.reading.value_forms import ValueForm, find_forms
from pramana.extraction.domain.reading.word_index import (
    SHORTEST_LABEL,
    WordIndex,
    has_foreign_label,
    stands_at_other_label,
    word_index,
)

PASSAGE_LENGTH = 1000
"""About how many characters the reading model is given at a time."""
MOST_PASSAGES = 3
SURE_WITHOUT_READER = 0.97
"""A value that its label makes this certain is not asked of the reading model."""
NARROWED_FORMS = frozenset(
    {ValueForm.MONEY, ValueForm.DATE, ValueForm.PHONE, ValueForm.EMAIL, ValueForm.NAME}
)
"""If the reading model's words hold one value of such a form, that value alone is meant."""
REACH = 8
"""A value may begin before the model's words, with its currency, or end after them."""
FIRST_OF_SEVERAL = frozenset({ValueForm.MONEY, ValueForm.DATE})
"""If the reading model's words run on into the next values of such a form, the first is meant."""
_YES = frozenset({"yes", "true", "y", "ja", "oui", "sí", "si", "sim", "छ", "हो"})
_NO = frozenset({"no", "false", "n", "nein", "non", "não", "छैन", "होइन"})


class ModelReading(Protocol):
    """What the reading model finds in a passage; see `pramana.llm.reading_model`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def margin(self) -> float: ...
    @property
    def probability(self) -> float: ...


ReadPassages = Callable[[str, Sequence[str]], Sequence[ModelReading]]
"""Asks a question of passages; None in its place means that there is no reading model."""


@dataclass(frozen=True)
class FieldTools:
    """What reading fields may use beside the document: a model, and what people taught."""

    read: ReadPassages | None = None
    learned: Sequence[LearnedLabel] = ()


NO_TOOLS = FieldTools()


def read_fields(
    text: str,
    specs: Sequence[FieldSpec],
    *,
    tables: Sequence[LayoutTable] | None = None,
    read: ReadPassages | None = None,
    learned: Sequence[LearnedLabel] = (),
) -> list[ExtractedValue]:
    """Return what the text says for each field. Missing values are left out."""
    document = DocumentLayout(text, tables=tables)
    tools = FieldTools(read, learned)
    return [result for spec in specs for result in read_field(document, spec, tools)]


def read_field(
    document: DocumentLayout,
    spec: FieldSpec,
    tools: FieldTools = NO_TOOLS,
    under: tuple[str | int, ...] = (),
) -> list[ExtractedValue]:
    path = (*under, spec.name)
    if spec.type is FieldType.OBJECT:
        return [
            result for child in spec.children for result in read_field(document, child, tools, path)
        ]
    if spec.type in (FieldType.TABLE, FieldType.LIST):
        return read_rows(document, spec, path)
    question = field_question(spec, str(under[-1]) if under else "")
    ranked = ranked_candidates(document, question, tools)
    best = next((each for each in ranked if each.chance >= LEAST_CHANCE), None)
    value = final_value(question, document, best.candidate) if best else None
    if best is None or value is None:
        return []
    start, end = best.candidate.start, best.candidate.end
    return [document.value(format_path(path), value, start, end, min(0.99, best.chance))]


def ranked_candidates(
    document: DocumentLayout, question: FieldQuestion, tools: FieldTools = NO_TOOLS
) -> list[RankedCandidate]:
    """Return the candidates of a field, the best first."""
    index = document.cached(word_index)
    candidates = [
        *label_candidates(document, question),
        *layout_candidates(document, question),
        *table_candidates(document, question),
        *learned_candidates(document, question, tools.learned),
    ]
    candidates = [each for each in candidates if may_be_value(document, question, each)]
    for each in candidates:
        _describe(document, index, question, each, tools)
    ranked = rank_candidates(candidates, with_reader=False)
    if tools.read is None or (ranked and ranked[0].chance >= SURE_WITHOUT_READER):
        return ranked
    answers = [
        each
        for each in _reader_candidates(document, question, tools.read)
        if may_be_value(document, question, each)
    ]
    for each in answers:
        _describe(document, index, question, each, tools)
    return rank_candidates([*candidates, *answers], with_reader=True)


def _describe(
    document: DocumentLayout,
    index: WordIndex,
    question: FieldQuestion,
    candidate: FieldCandidate,
    tools: FieldTools,
) -> None:
    """Add the features that every candidate has, wherever it comes from."""
    features = candidate.features
    words = document.text[candidate.start : candidate.end]
    if candidate.form is ValueForm.WORDS and len(question.forms) > 1:
        features["form_missing"] = 1.0
    if candidate.form in (ValueForm.WORDS, ValueForm.NAME):
        features["lower_case"] = float(words[:1].islower())
        features["long"] = min(1.0, max(0, len(words.split()) - 6) / 12)
    if candidate.form not in (ValueForm.WORDS, ValueForm.NAME):
        features["formed"] = 1.0
    features["typed"] = float(question.is_typed)
    if question.side and not features.keys() & {"role", "stated"} and not features.get("learned"):
        side = side_at(document, candidate.start)
        features["own_side"] = float(side is question.side)
        features["other_side"] = float(side is not None and side is not question.side)
    if candidate.source is CandidateSource.READER and stands_at_other_label(
        document.text, candidate.start, question
    ):
        features["wrong_label"] = 1.0
    if candidate.source is CandidateSource.READER and has_foreign_label(
        index, candidate.start, question
    ):
        features["foreign_label"] = 1.0
    if question.context:
        row = index.cells[index.cell_at(candidate.start)].row
        near = index.row_stems[max(0, row - 1)] | index.row_stems[row]
        features["in_context"] = float(bool(near & question.context))
    if _misses_number(index, question, candidate):
        features["number_missing"] = 1.0
    if tools.learned:
        add_learned(document, question, candidate, tools.learned)


def _misses_number(index: WordIndex, question: FieldQuestion, candidate: FieldCandidate) -> bool:
    """Whether the name has a number (a year, a ward) that is nowhere near the candidate."""
    numbers = {each for each in question.stems if each.isdigit()}
    if not numbers:
        return False
    row = index.cells[index.cell_at(candidate.start)].row
    near: set[str] = set()
    for each in range(max(0, row - 2), min(len(index.rows), row + 2)):
        near |= index.row_stems[each]
    return not numbers <= near


def _reader_candidates(
    document: DocumentLayout, question: FieldQuestion, read: ReadPassages
) -> Iterator[FieldCandidate]:
    """Ask the reading model, and read its answers in the forms that the field may have."""
    spans = best_passages(document, question)
    texts = [document.text[start:end] for start, end in spans]
    for sentence in _sentences(question):
        for (start, _), reading in zip(spans, read(sentence, texts), strict=True):
            if reading.end > reading.start and math.isfinite(reading.margin):
                yield from _reader_candidate(
                    document, question, start + reading.start, start + reading.end, reading
                )


def _sentences(question: FieldQuestion) -> list[str]:
    """The field in words: its name, and what its instructions say."""
    name = re.sub(r"[_\s]+", " ", question.words).strip()
    return [name, f"{name}: {question.about}"] if question.about else [name]


def _reader_candidate(
    document: DocumentLayout, question: FieldQuestion, start: int, end: int, reading: ModelReading
) -> Iterator[FieldCandidate]:
    features = {"reader": max(-2.9, min(3.0, reading.margin / 5))}
    forms = question.forms
    first = forms[0]
    matches = [] if first in (ValueForm.WORDS, ValueForm.NAME) else [
        match
        for match in find_forms(document, first, max(0, start - REACH), end + REACH)
        if match.start < end and start < match.end
    ]  # fmt: skip
    if question.is_typed:
        for match in matches[:1]:
            yield FieldCandidate(
                match.start, match.end, match.value, first, features, CandidateSource.READER
            )
        return
    if first is ValueForm.NAME:
        matches = find_forms(document, first, start, end)
    is_one = len(matches) == 1 or (matches and first in FIRST_OF_SEVERAL)
    if is_one and first in NARROWED_FORMS:
        start, end = matches[0].start, matches[0].end
    form = first if matches else ValueForm.NAME if first is ValueForm.NAME else ValueForm.WORDS
    words = " ".join(document.text[start:end].split())
    yield FieldCandidate(start, end, words, form, features, CandidateSource.READER)


def passages(document: DocumentLayout) -> list[tuple[int, int]]:
    """Return parts of the document that the reading model can read at once, by whole lines."""
    results: list[tuple[int, int]] = []
    start: int | None = None
    end = 0
    for line in document.lines:
        if start is not None and line.end - start > PASSAGE_LENGTH:
            results.append((start, end))
            start = None
        if start is None:
            start = line.start
        end = line.end
    if start is not None:
        results.append((start, end))
    return results


def best_passages(document: DocumentLayout, question: FieldQuestion) -> list[tuple[int, int]]:
    """Return the passages that share most words with the field's names, and the first one."""
    every, index = document.cached(passages), document.cached(word_index)
    if len(every) <= MOST_PASSAGES:
        return every
    wanted = {each for name in question.names for each in name} | question.about_stems
    counts = []
    for number, (start, end) in enumerate(every):
        rare = 0.0
        for each in wanted:
            places = index.places.get(each, ())
            if any(start <= index.words[place].start < end for place in places):
                own = 2.0 if each in question.stems else 1.0
                rare += own / (1 + math.log1p(len(places)))
        counts.append((rare + 0.1 * (number == 0), -number))
    best = sorted(range(len(every)), key=lambda number: counts[number], reverse=True)
    return [every[number] for number in sorted(best[:MOST_PASSAGES])]


def final_value(
    question: FieldQuestion, document: DocumentLayout, candidate: FieldCandidate
) -> Json:
    """Return the value in the field's type; None if it has no such value."""
    kind = question.spec.type
    value = candidate.value
    if kind is FieldType.BOOLEAN:
        word = " ".join(str(value).casefold().strip(" .।").split()[:1])
        return True if word in _YES else False if word in _NO else None
    if kind is FieldType.INTEGER:
        return int(value) if isinstance(value, int | float) and float(value).is_integer() else None
    if kind in (FieldType.MONEY, FieldType.NUMBER):
        return value if isinstance(value, int | float) else None
    if kind is FieldType.DATE:
        return value
    if "currency" in question.keys and isinstance(value, str):
        return value
    words = " ".join(document.text[candidate.start : candidate.end].split())
    return without_label(question, words) if candidate.form is ValueForm.WORDS else words


_CLAUSE_NUMBER = r"(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z])[.)]?\s+)?"


def without_label(question: FieldQuestion, words: str) -> str:
    """Return a value without the heading of its own clause, which the reading model may include.

    >>> without_label(FieldQuestion(FieldSpec(name="law")), "11 Law. 11.1 The law of Norway")
    'The law of Norway'
    """
    names = {question.spec.name, *(name for group in question.groups for name in group.names)}
    names = {name for name in names if len(name) > SHORTEST_LABEL}
    every = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    heading = re.match(
        rf"{_CLAUSE_NUMBER}(?:{every})\s*(?:[.:–-]\s*{_CLAUSE_NUMBER}|\d{{1,2}}(?:\.\d{{1,2}})+\s+)",
        words,
        re.IGNORECASE,
    )
    rest = words[heading.end() :] if heading else ""
    return rest if any(char.isalpha() for char in rest) else words


LIST_READERS: dict[str, Callable[[DocumentLayout], Sequence[ExtractedValue]]] = {
    "items": read_items,
    "parties": parties,
    "meeting.attendees": attendees,
    "meeting.decisions": decisions,
}
LIST_NAMES = {
    "items": "items|line items|products|goods|lines|सामान|सामानहरू|वस्तुहरू"
    "|positionen|articles|artículos",
    "parties": "parties|party names|names of parties|contracting parties|पक्षहरू|parteien",
    "meeting.attendees": "attendees|present|participants|members present|in attendance|attendance"
    "|उपस्थिति|उपस्थित सदस्यहरू|सहभागी|anwesende|présents|asistentes",
    "meeting.decisions": "decisions|resolutions|decided|निर्णय|निर्णयहरू|निर्णयहरु"
    "|beschlüsse|décisions|acuerdos",
}
_PARTS = {
    "description": "item|item name|product|goods|name|particulars|details|विवरण|सामान",
    "quantity": "qty|count|units|परिमाण|संख्या",
    "unit_price": "rate|price|unit cost|दर",
    "amount": "total|line total|sum|total price|line amount|रकम|जम्मा",
}


def read_rows(document: DocumentLayout, spec: FieldSpec, path: Path) -> list[ExtractedValue]:
    """Return the rows of a list or table. A table with an unknown name is taken for line items."""
    stems = name_stems(spec.name)
    fits = (
        key
        for key, names in LIST_NAMES.items()
        if any(name_stems(name) == stems for name in names.split("|"))
    )
    key = next(fits, "items" if spec.type is FieldType.TABLE else "")
    rows = LIST_READERS[key](document) if key else []
    return [result for row in rows for result in _rename_paths(row, spec, key, path)]


def _rename_paths(
    result: ExtractedValue, spec: FieldSpec, key: str, path: Path
) -> Iterator[ExtractedValue]:
    """Return a row's value under the field's own path and its child's own name."""
    rest = re.fullmatch(r"\[(\d+)\](?:\.(\w+))?", result.path[len(key) :])
    if not rest:
        return
    index, leaf = int(rest[1]), rest[2]
    if spec.type is FieldType.LIST or not leaf:
        if leaf in (None, "name", "description"):
            yield replace(result, path=format_path((*path, index)))
        return
    names = {_part(child): child.name for child in spec.children}
    if not spec.children or leaf in names:
        yield replace(result, path=format_path((*path, index, names.get(leaf, leaf))))


def _part(child: FieldSpec) -> str:
    """Return the part of a row that a child means, whatever it is called."""
    name = normalise_name(child.name)
    fits = (part for part, names in _PARTS.items() if name in names.split("|"))
    return next(fits, name.replace(" ", "_"))
