"""Comparisons: the value of each thing that is compared, and which is more or less."""

import re
from collections.abc import Sequence

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.answer_sentences import FactCandidate, row_answer_sentence
from pramana.chat.domain.calculations import difference_sentence
from pramana.chat.domain.compared_values import (
    CLASS_NOUN,
    FAST,
    MAXIMUM,
    MINIMUM,
    ComparedValue,
    attribute_question,
    column_values,
    entry_values,
    kinds_of_unit,
    row_values,
    says_how_fast,
    topic_words,
    values_by_name,
)
from pramana.chat.domain.document_totals import DocumentTotal, asks_for_total, comparable_totals
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.named_things import ThingKind, is_in
from pramana.chat.domain.quantities import DURATION_DAYS, quantities
from pramana.chat.domain.question_shapes import (
    DOCUMENT_NOUNS,
    FURTHER_PART,
    PARTY_WORDS,
    alternatives,
    families_like,
    kinds_from,
)
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.several_documents import document_label
from pramana.chat.domain.table_answers import row_label, stem_set
from pramana.chat.prompts.compose import Quote, Sentence
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms

SURE = 0.45
"""The chance that each side's value must have; two that agree in unit confirm each other."""

MOST_VALUES = 8
TOPIC = 0.6
"""The share of the question's words that a document must have to be one of those compared."""

DIFFERENCES = pattern_of("DIFFERENCES")
ARTICLES = re.compile(r"\A(?:(?:that|those|the one) (?:of|in|from) )?(?:(?:the|a|an) )?", re.I)
DATED = re.compile(r"\b(?:date|day|deadline)\b", re.I)


def answer_with_comparison(evidence: QuestionEvidence) -> list[Sentence]:
    """Both values and the verdict; nothing where they cannot be compared."""
    named = alternatives(evidence.question)
    if not named and _asks_for_documents(evidence) and (values := _document_values(evidence)):
        return _with_verdict(evidence, values)
    if named:
        known = values_by_name(evidence, [_bare(one) for one in named])
        known = known or [each for one in named if (each := _value_of(evidence, one, named))]
        if FAST.search(evidence.question) and not says_how_fast(known):
            return []
        if len({each.sentence.text for each in known}) == 1 < len(known):
            return [known[0].sentence]  # one sentence says both, and who has which
        if len(known) == len(named) and len(kinds_of_unit(known)) < 2:
            return _with_verdict(evidence, known)
        return _rows_beside(evidence, named)
    values = column_values(evidence) or row_values(evidence) or entry_values(evidence)
    values = values or _document_values(evidence)
    meant = [each for each in values if any(is_in(one, each.name) for one in evidence.things)]
    if 0 < len(meant) < len(values):  # "the most a room in Galway may cost" names its row
        coded = any(each.kind is ThingKind.IDENTIFIER for each in evidence.things)
        return [] if coded else [each.sentence for each in meant]
    return _with_verdict(evidence, values) if len(values) > 1 else []


def _with_verdict(evidence: QuestionEvidence, values: Sequence[ComparedValue]) -> list[Sentence]:
    """The values, which of them it is, and by how much two differ if that is asked."""
    question = FURTHER_PART.sub("", evidence.question)
    sentences = [*(each.sentence for each in values[:MOST_VALUES]), *_verdict(question, values)]
    if len(values) == 2 and DIFFERENCES.search(evidence.question):
        both = values[0].value, values[1].value
        quotes = [each.sentence.quotes[0] for each in values]
        unit = values[0].unit if values[0].unit not in DURATION_DAYS else "day"
        sentences.append(difference_sentence(evidence.question, both, unit, quotes))
    return sentences


def _asks_for_documents(evidence: QuestionEvidence) -> bool:
    """Whether documents are compared: "which offer", or "who" where several firms made one."""
    words = evidence.terms.words
    return bool(words & (DOCUMENT_NOUNS | PARTY_WORDS)) or "who" in words


def _value_of(evidence: QuestionEvidence, name: str, both: tuple[str, str]) -> ComparedValue | None:
    """The value of one alternative: the question is asked with the other one left out.

    Where that leads to nothing, only the value is asked for.
    """
    bare = _bare(name)
    if _compares_totals(evidence.question):
        for total in comparable_totals(evidence) if bare[:1].isupper() else ():
            if stem_set(bare) <= stem_set(f"{total.passage.title} {total.passage.head}"):
                return ComparedValue(bare, total.value, total.unit, total.titled_sentence)
    if own := _value_in_own_document(evidence, bare):
        return own
    other = both[1] if name == both[0] else both[0]
    whole = re.sub(
        rf",?\s*(?:or|and|vs\.?|versus|than|वा|कि|र)?\s*{re.escape(other)}", " ", evidence.question
    )
    asked = f"{attribute_question(evidence.question)[:-1]} of {bare}?"
    candidates = [*fact_candidates(evidence, whole), *fact_candidates(evidence, asked)]
    for candidate in candidates:
        stands = set(content_stems(stems(bare))) <= stem_set(_words_about(candidate))
        value = _quantity(candidate, attribute_question(evidence.question))
        if candidate.certainty >= SURE and stands and value is not None:
            return ComparedValue(bare, value[0], value[1], candidate.answer())
    return None


def _value_in_own_document(evidence: QuestionEvidence, name: str) -> ComparedValue | None:
    """What the document says that begins with a name, as offers do with the firm that made them."""
    heads = {each.document: f"{each.title}\n{each.head}" for each in evidence.passages}
    own = [
        each
        for each, head in heads.items()
        if name[:1].isupper() and stem_set(name) <= stem_set(head)
    ]
    if len(own) != 1:
        return None
    asked = attribute_question(evidence.question)
    for candidate in fact_candidates(evidence, asked):
        value = _quantity(candidate, asked)
        if candidate.passage.document == own[0] and candidate.certainty >= SURE and value:
            sentence = _labelled(candidate)
            return ComparedValue(name, *value, sentence)
    return None


def _labelled(candidate: FactCandidate) -> Sentence:
    """An answer after the name of its document."""
    sentence = candidate.answer()
    text = f"{document_label(candidate.passage)}: {sentence.text}"
    return sentence.model_copy(update={"text": text, "item": True})


def _rows_beside(evidence: QuestionEvidence, names: tuple[str, str]) -> list[Sentence]:
    """The whole rows of two things that one table has, where no single value is compared."""
    wanted = [_bare(name) for name in names]
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE or not place.block.header:
            continue
        rows = [
            next((row for row in place.block.rows if stem_set(row_label(row)) == each), None)
            for each in map(stem_set, wanted)
        ]
        if all(rows) and rows[0] != rows[1]:
            return [
                row_answer_sentence(place.passage, place.block, row, item=True)
                for row in rows
                if row
            ]
    return []


def _bare(name: str) -> str:
    return ARTICLES.sub("", name.strip())


def _words_about(candidate: FactCandidate) -> str:
    """What names a value: its sentence and title, or the row and the column of its cell."""
    cell = candidate.cell
    if cell is None:
        return f"{candidate.sentence.text} {candidate.passage.title} {candidate.passage.head}"
    names = [cell.header.text if cell.header else "", cell.label, *(c.text for c in cell.row.cells)]
    others = [name for name in names if name != cell.cell.text]
    return " ".join([*others[:2], candidate.passage.title] if cell.header else others)


def _compares_totals(question: str) -> bool:
    """Whether what is compared is what papers come to."""
    attribute = attribute_question(question)
    return asks_for_total(question) or asks_for_total(attribute)


def _quantity(candidate: FactCandidate, question: str) -> tuple[float, str] | None:
    """The amount, or the day where days are compared: a day is no amount."""
    words = candidate.passage.text[candidate.words.start : candidate.words.end]
    if candidate.cell is not None:
        words = candidate.cell.cell.text
    text = candidate.sentence.text
    days = [each.gregorian for each in find_dates(words) if each.gregorian]
    if DATED.search(question):
        return (float(days[0].toordinal()), "date") if days else None
    if days or (find_dates(text) and not quantities(words)):
        return None
    found = quantities(words) or quantities(text)
    return (found[0].comparable, found[0].unit) if found else None


def _document_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """What each document gives as its value, for questions across documents."""
    question = attribute_question(evidence.question)
    if _compares_totals(evidence.question) and (totals := _compared_totals(evidence)):
        return totals
    noun = CLASS_NOUN.search(evidence.question)
    if noun is None and "who" not in evidence.terms.words:
        return []
    party = next((word for word in terms(evidence.question) if word in PARTY_WORDS), "")
    kind = stem_set(noun["noun"]) if noun and not party else ()
    wanted = [each for each in kind if each in evidence.terms.weights]
    about = {
        each.document: stem_set(f"{each.title} {each.section} {each.head} {each.text}")
        for each in evidence.passages
    }
    named = {
        document
        for document, held in about.items()
        if all(evidence.terms.match(each, held) for each in wanted)
    }
    kinds = {kind for document in named for kind in families_like(about[document])}
    if party:
        kinds = set(kinds_from(party))
        named = set()
    values: dict[str, ComparedValue] = {}
    for candidate in fact_candidates(evidence, question):
        passage = candidate.passage
        value = _quantity(candidate, question)
        if passage.document in values or value is None or candidate.certainty < SURE:
            continue
        held = stem_set(f"{passage.title} {passage.head}") if party else about[passage.document]
        alike = not kinds.isdisjoint(families_like(held))
        if passage.document not in named and not alike:
            continue
        name = document_label(passage)
        values[passage.document] = ComparedValue(name, *value, _labelled(candidate))
    found = list(values.values())
    return found if len(found) > 1 and len(kinds_of_unit(found)) < 2 else []


def _compared_totals(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The totals of the documents that the question is about, and of those of their kind: one of
    three offers may call the matter by another name."""
    wanted = topic_words(evidence)

    def shared(total: DocumentTotal) -> int:
        passage = total.passage
        about = stem_set(f"{passage.title} {passage.section} {passage.head} {passage.text}")
        about |= frozenset(each for kind in families_like(about) for each in kind)
        return sum(evidence.terms.match(each, about) > 0 for each in wanted)

    def kinds(total: DocumentTotal) -> set[frozenset[str]]:
        return set(families_like(stem_set(f"{total.passage.title} {total.passage.head}")))

    totals = comparable_totals(evidence)
    named = [each for each in totals if shared(each) >= TOPIC * len(wanted)]
    meant = set().union(*map(kinds, named))
    alike = [each for each in totals if shared(each) and not meant.isdisjoint(kinds(each))]
    values = [
        ComparedValue(document_label(each.passage), each.value, each.unit, _labelled_total(each))
        for each in totals
        if each in named or each in alike
    ]
    return values if len(values) > 1 and len(kinds_of_unit(values)) < 2 else []


def _labelled_total(total: DocumentTotal) -> Sentence:
    text = f"{document_label(total.passage)}: {total.sentence.text}"
    return total.sentence.model_copy(update={"text": text, "item": True})


def _verdict(question: str, values: Sequence[ComparedValue]) -> list[Sentence]:
    """Which of them it is, with the quotes of all: a verdict rests on every value."""
    degrees = [(MAXIMUM.search(question), max), (MINIMUM.search(question), min)]
    found = [(match.start(), match.group(), pick) for match, pick in degrees if match]
    if not found or len({each.value for each in values}) < 2:
        return []
    _, word, pick = min(found, key=lambda each: each[0])
    if FAST.match(word) and kinds_of_unit(values) == {"time"}:  # the faster takes less time
        pick = min
    chosen = pick(values, key=lambda each: each.value)
    quotes: list[Quote] = [quote for each in values for quote in each.sentence.quotes[:1]]
    return [Sentence(text=f"{chosen.name}: {word}.", quotes=quotes)]
