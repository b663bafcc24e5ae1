"""Candidates for a field by label and layout: the words beside, below or after one of its names.

A name is looked for anywhere: before a colon, in a cell of its own, at the beginning of a line, or
inside a sentence. Each candidate carries features that the scorer weighs; nothing is decided here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import (
    FieldQuestion,
    comparable,
)
from pramana.extraction.domain.reading.letterhead import is_abbreviated
from pramana.extraction.domain.reading.value_forms import (
    FormMatch,
    ValueForm,
    find_forms,
    likely_forms,
)
from pramana.extraction.domain.reading.word_index import (
    Anchor,
    TextCell,
    WordIndex,
    between_end,
    cell_below,
    context,
    find_anchors,
    is_heading_of_many,
    is_heading_row,
    is_part_of_other_label,
    is_right_to,
    region_end,
    word_index,
    words_before,
    words_to_mark,
)

LONGEST_VALUE = 240
LONGEST_PROSE = 160
"""How far behind a name in a sentence its value may be, in characters."""


_MARK = re.compile(r"\s*(?:\([^()\n]{1,24}\)\s*)?(?:[:：=]+|ः(?=\s)|#|№|\.{3,}|[-–—](?=\s))\s*")

_SENTENCE_END = re.compile(r"(?<=[^\s.]{2})[.।](?=\s+[^\Wa-z\d_]|\s*$)|[।;](?=\s)|(?<=\w)\)\.\s")
_SPACED_CODE = re.compile(
    r"(?=.{0,30}$)(?=.*\d)(?:[A-Z]{1,4}|[\d०-९][\w/-]*)(?:[ ](?:[A-Z]{1,3}|\d[\w/-]*)){1,6}"
)
"""A whole region that is a code with spaces: BA 2 PA 1234."""


MOST_LABEL_WORDS = 2
"""With more words before it at the end of a line, a name ends a sentence and labels nothing."""
WHOLE_LINE = 0.9
SYNONYM_LINE = 0.4


class CandidateSource(StrEnum):
    LABEL = "label"
    """Beside, below or after the field's name."""
    LAYOUT = "layout"
    """Where documents of this kind have it: the letterhead, the totals, the parties."""
    LEARNED = "learned"
    """At a label where decided values stood in earlier documents."""
    READER = "reader"
    """The reading model's answer to the field's question."""


@dataclass
class FieldCandidate:
    """A possible value of a field, where it is written, and what speaks for it."""

    start: int
    end: int
    value: Json
    form: ValueForm
    features: dict[str, float] = field(default_factory=dict)
    source: CandidateSource = CandidateSource.LABEL


def label_candidates(document: DocumentLayout, question: FieldQuestion) -> list[FieldCandidate]:
    """Return a candidate for each place where the field is named and a value is near."""
    index = document.cached(word_index)
    results: list[FieldCandidate] = []
    for anchor in find_anchors(index, question):
        if is_right_to(index, anchor):
            continue
        results.extend(islice(_candidates_of_anchor(document, index, anchor, question), 3))
    if question.is_trade:  # inside a name or a sentence it labels nothing
        results = [each for each in results if each.features.keys() & {"colon", "cell"}]
    return results


def _candidates_of_anchor(
    document: DocumentLayout, index: WordIndex, anchor: Anchor, question: FieldQuestion
) -> Iterator[FieldCandidate]:
    first, last = index.words[anchor.first], index.words[anchor.last]
    cell = index.cells[first.cell]
    left = words_before(index, anchor, cell)
    features = {
        "own_name": float(anchor.is_own),
        "other_label": float(is_part_of_other_label(index, anchor, question)),
        "cover": anchor.cover,
        "left_words": min(left, 6) / 6,
        "context": context(index, anchor, question, cell),
    }
    if before := _before_name(document, index, anchor, question, features):
        yield before
        return
    rest = index.text[last.end : cell.end]
    mark = _MARK.match(rest)
    right, mark_at = words_to_mark(rest)
    if mark or mark_at is not None:
        begin = last.end + (mark.end() if mark else mark_at or 0)
        found = False
        for each in _values(document, question, begin, region_end(index, begin, cell)):
            found = True
            named = _names_line(anchor, left + right)
            yield _candidate(
                each, features | {"colon": 1.0, "right_words": right / 4, "named_line": named}
            )
        if found:
            return
        yield from _beside_or_below(
            document, index, question, cell, features | {"colon": 1.0, "right_words": right / 4}
        )
        return
    if not any(char.isalnum() for char in rest):
        yield from _at_line_end(document, index, anchor, question, left, features)
        return
    is_start = left == 0 and not index.text[cell.start : first.start].strip(
        " \t-–•*([{\"“'.)0123456789०१२३४५६७८९"
    )
    begin = last.end + between_end(rest)
    end = region_end(index, begin, cell)
    yielded = False
    if is_start or (left <= 1 and cell.end - cell.start < 100):
        for each in _values(document, question, begin, end):
            yielded = True
            lead = index.text[last.end : each[0].start]
            yield _candidate(
                each,
                features
                | {
                    "bare": float(is_start),
                    "bare_inside": float(not is_start),
                    "gap": min(len(lead.split()), 8) / 8,
                },
            )
    if not yielded or not is_start:
        yield from _prose(document, index, anchor, question, features)
    if is_start and not cell.is_only and not yielded:
        wordy = {"right_words": min(4, len(rest.split())) / 4}
        yield from _beside_or_below(document, index, question, cell, features | wordy)


def _before_name(
    document: DocumentLayout,
    index: WordIndex,
    anchor: Anchor,
    question: FieldQuestion,
    features: Mapping[str, float],
) -> FieldCandidate | None:
    """The value that stands before the name: the number of a unit, the person of a role."""
    if question.forms[0] is ValueForm.NUMBER:
        counted = _number_of_unit(document, index, anchor)
        own = {**features, "unit": 1.0}
        if counted:
            return FieldCandidate(counted.start, counted.end, counted.value, ValueForm.NUMBER, own)
    if question.forms[0] in (ValueForm.NAME, ValueForm.WORDS):
        bracketed = _before_bracket(index, anchor)
        own = {**features, "bracket": 1.0}
        if bracketed:
            return _candidate((bracketed, ValueForm.NAME, 0.5), own)
    return None


def _number_of_unit(document: DocumentLayout, index: WordIndex, anchor: Anchor) -> FormMatch | None:
    """The number right before a word of the name, which is its unit: 14 working days, 22 people."""
    for word in index.words[anchor.first : anchor.last + 1]:
        numbers = find_forms(document, ValueForm.NUMBER, max(0, word.start - 12), word.start)
        if numbers and not document.text[numbers[-1].end : word.start].strip():
            return numbers[-1]
    return None


def _names_line(anchor: Anchor, others: int) -> float:
    """How surely a name with a colon labels its whole line: its own more than a synonym."""
    if anchor.cover < 1 or others:
        return 0.0
    return 1.0 if anchor.is_own else SYNONYM_LINE


def _at_line_end(
    document: DocumentLayout,
    index: WordIndex,
    anchor: Anchor,
    question: FieldQuestion,
    left: int,
    features: Mapping[str, float],
) -> Iterator[FieldCandidate]:
    """The values of a name that ends its line: beside or below a label, inside a sentence."""
    cell = index.cells[index.words[anchor.first].cell]
    ends_sentence = index.text[index.words[anchor.last].end : cell.end].strip().startswith(".")
    goes_on = index.text[cell.start : cell.start + 1].islower()
    most = 0 if ends_sentence or goes_on else MOST_LABEL_WORDS
    if left > most and cell.is_only:
        yield from _prose(document, index, anchor, question, features)
    else:
        yield from _beside_or_below(document, index, question, cell, features)


def _before_bracket(index: WordIndex, anchor: Anchor) -> FormMatch | None:
    """The name before a bracket that holds only its role: "Sunita Rawal (treasurer)"."""
    first, last = index.words[anchor.first], index.words[anchor.last]
    cell = index.cells[first.cell]
    if not re.match(r"\s*\)(?!\s*[:：])", index.text[last.end : last.end + 8]):
        return None  # a bracket before a colon belongs to the label
    opened = re.search(
        r"(?P<name>[^,;:()\t|]{3,60}?)\s*\((?:the\s|as\s)?$", index.text[cell.start : first.start]
    )
    if opened is None:
        return None
    words = re.sub(r"^\s*(?:and|und|et|y|र)\s", "", opened["name"]).strip()
    start = cell.start + opened.start("name") + opened["name"].index(words)
    return FormMatch(start, start + len(words), " ".join(words.split())) if words else None


FoundValue = tuple[FormMatch, ValueForm, float]
"""A value, its form, and which share of its region it fills."""


def _values(
    document: DocumentLayout, question: FieldQuestion, start: int, end: int
) -> Iterator[FoundValue]:
    """Yield the value of a region in the first form that fits: the words, if no form does."""
    end = min(end, start + LONGEST_VALUE)
    region = document.text[start:end].strip()
    if not any(char.isalnum() for char in region):
        return
    for form in question.forms:
        matches = find_forms(document, form, start, end)
        if not matches:
            continue
        if form is ValueForm.WORDS and ValueForm.NAME in question.forms and region[0].isdigit():
            continue  # a day or an amount is no name
        if form in (ValueForm.WORDS, ValueForm.NAME):
            matches = [_trimmed(document, matches[0])]
        if form is ValueForm.CODE and _SPACED_CODE.fullmatch(region):
            matches = find_forms(document, ValueForm.WORDS, start, end)
        if form is ValueForm.NUMBER and question.unit:
            matches = [
                each for each in matches if _has_unit(document.text, each.end, question.unit)
            ] or matches
        is_row = form is ValueForm.MONEY and _is_row(document.text[start:end])
        chosen = matches[-1 if is_row else 0]
        share = (chosen.end - chosen.start) / max(1, len(region))
        yield chosen, form, share
        return


def _has_unit(text: str, end: int, unit: str) -> bool:
    """Whether a number is followed by its unit: 24 months."""
    word = re.match(r"[\s-]{0,2}([^\W\d_]+)", text[end : end + 24])
    return word is not None and comparable(word[1]) == unit


def region_candidate(
    document: DocumentLayout,
    question: FieldQuestion,
    start: int,
    end: int,
    features: Mapping[str, float],
) -> FieldCandidate | None:
    """Return the value of a region as a candidate; None if nothing there has a fitting form."""
    found = next(_values(document, question, start, end), None)
    return _candidate(found, features) if found else None


def _is_row(region: str) -> bool:
    """Whether a region is a row of numbers, whose last amount counts."""
    words = region.split()
    return bool(words) and sum(any(c.isdigit() for c in word) for word in words) * 2 >= len(words)


def _trimmed(document: DocumentLayout, match: FormMatch) -> FormMatch:
    """Words up to the end of their sentence; a bracket that only explains is left out."""
    words = document.text[match.start : match.end]
    end = next(
        (
            each.start()
            for each in _SENTENCE_END.finditer(words)
            if not is_abbreviated(words[: each.start()])
        ),
        len(words),
    )
    words = words[:end].rstrip(" .,;।") if end < len(words) else words
    if words.endswith(".") and not is_abbreviated(words[:-1]) and not re.search(r"\b\w\.$", words):
        words = words.rstrip(".")
    return FormMatch(match.start, match.start + len(words), " ".join(words.split()))


def _candidate(found: FoundValue, features: Mapping[str, float]) -> FieldCandidate:
    match, form, share = found
    own = dict(features) | {"share": min(1.0, share)}
    return FieldCandidate(match.start, match.end, match.value, form, own)


def _beside_or_below(
    document: DocumentLayout,
    index: WordIndex,
    question: FieldQuestion,
    cell: TextCell,
    features: Mapping[str, float],
) -> Iterator[FieldCandidate]:
    """The next cell of the row, the cell below in the same column, or the next line."""
    row = index.rows[cell.row]
    right = [index.cells[number] for number in row[cell.column + 1 :]]
    values = [each for each in right if any(c.isalnum() for c in index.text[each.start : each.end])]
    is_heading = len(row) > 1 and is_heading_row(index, cell.row)
    if values and not is_heading:
        money = ValueForm.MONEY in (question.forms[0], *likely_forms(question.spec.name)[:1])
        for target in values[-1:] if money and len(values) > 1 else values[:1]:
            for each in _values(document, question, target.start, target.end):
                yield _candidate(each, {**features, "cell": 1.0})
                return
    below = cell_below(index, cell)
    if below:
        for each in _values(document, question, below.start, below.end):
            kind = "heading" if is_heading else "below"
            is_pair = cell.is_only and features["cover"] >= 1 and not features["left_words"]
            if (
                is_pair
                and each[2] >= WHOLE_LINE
                and each[1] not in (ValueForm.WORDS, ValueForm.NAME)
            ):
                kind = "cell"  # a label alone on its line, and a value alone on the next
            many = float(is_heading and is_heading_of_many(index, cell.row))
            yield _candidate(each, {**features, kind: 1.0, "many_rows": many})
            return


def _prose(
    document: DocumentLayout,
    index: WordIndex,
    anchor: Anchor,
    question: FieldQuestion,
    features: Mapping[str, float],
) -> Iterator[FieldCandidate]:
    """The first value of the right form behind the name in its sentence, or just before it."""
    forms = [form for form in question.forms if form is not ValueForm.WORDS]
    start = index.words[anchor.last].end
    stop = min(len(index.text), start + LONGEST_PROSE)
    end_match = next(iter(_SENTENCE_END.finditer(index.text, start, stop)), None)
    end = end_match.start() + 1 if end_match else stop
    blank = index.text.find("\n\n", start, end)
    end = blank if blank >= 0 else end
    for form in forms:
        for match in find_forms(document, form, start, end)[:1]:
            distance = len(index.text[start : match.start].split())
            yield FieldCandidate(
                match.start, match.end, match.value, form,
                dict(features) | {"prose": 1.0, "gap": min(distance, 16) / 16, "share": 0.0},
            )  # fmt: skip
            break
        else:
            continue
        break
    before = max(0, index.words[anchor.first].start - 60)
    for form in forms:
        around = (
            each
            for each in find_forms(document, form, before, index.words[anchor.last].end)
            if each.start < index.words[anchor.first].start < each.end
        )
        if unit := next(around, None):  # the name is the unit: 6 working days
            yield FieldCandidate(
                unit.start, unit.end, unit.value, form, dict(features) | {"prose": 1.0}
            )
            return
    for form in forms:
        for match in find_forms(document, form, before, index.words[anchor.first].start)[-1:]:
            between = index.text[match.end : index.words[anchor.first].start]
            if not re.search(r"[.;:\n]", between) and len(between.split()) <= 4:
                yield FieldCandidate(
                    match.start, match.end, match.value, form,
                    dict(features) | {"prose_before": 1.0, "gap": len(between.split()) / 4},
                )  # fmt: skip
                return
