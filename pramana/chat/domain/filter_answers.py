"""Questions that filter: which documents, or which rows of a table, lie before, after, above or
below something."""

import re
from collections.abc import Iterator

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.answer_sentences import FactCandidate, quote_sentence, row_answer_sentence
from pramana.chat.domain.document_dates import DUE_DATE, day_in_paper
from pramana.chat.domain.document_identity import sender_of
from pramana.chat.domain.document_totals import NO_MONEY, asks_for_total, document_totals
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.follow_ups import topic_words
from pramana.chat.domain.named_things import find_named_things, is_in
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_limits import DUE, Limits, question_limits
from pramana.chat.domain.question_shapes import (
    DOCUMENT_NOUNS,
    REQUIRED,
    SENDERS,
    AnswerShape,
    families_like,
)
from pramana.chat.domain.question_words import is_negated, pattern_of
from pramana.chat.domain.row_filters import rows_across_columns, rows_with_mark
from pramana.chat.domain.several_documents import answer_of_each, document_label
from pramana.chat.domain.table_answers import stem_set, table_rows
from pramana.chat.domain.yes_no_answers import deciding_sentences
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence
from pramana.language.calendar import WrittenDate, find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms

SURE = 0.3
"""The chance that a document's value must have; the filter itself is exact."""

WHICH, WHAT = pattern_of("WHICH"), re.compile(r"\W*(?:what|is there anything|anything)\b", re.I)
SAID = 0.6
"""How sure a sentence must be that says what is asked of a document."""


DOCUMENT_KIND = re.compile(
    r"\W*(?:(?:to|in|under|for|from|by|on|with|of|at)\s+)?(?:which|what)\s+(?:of\s+)?(?:(?:our|the|my|your|these|those)\s+)?(?:\w+\s+)??(?P<noun>"
    r"contract|agreement|lease|deed|invoice|bill|receipt|offer|bid|quotation|quote|tender|estimate|letter|"
    r"notice|policy|report|document|paper|file)s?\s+(?:is|are|was|were|has|have|do|does|did)?\s*"
    r"(?P<rest>\S.*)",
    re.I | re.S,
)
"""A question for documents by what they say: "which contract is under Scottish law"."""

LISTED = re.compile(
    r"\W*(?:please )?(?:list|show|name|give)(?: me)?(?: all)?(?: of)?(?: the| our| my)? "
    r"(?P<noun>\w+?)s? (?:and|with) (?:their|its|the) (?P<attribute>[\w ]+)",
    re.I,
)
"""A question for one value of each document of a kind."""

OF_EACH = re.compile(
    r"\W*(?:please )?(?:put|show|list|give|set|compare|what are)(?: me)?(?: the)? "
    r"(?P<attribute>[\w ]+?) (?:of|for|in|from) (?:all|each|every)(?: of)?(?: the| our| these)?"
    r"(?: (?:two|three|four|five|six|\d+))?(?: [\w-]+){0,3}? (?P<noun>offer|bid|quotation|quote|"
    r"tender|invoice|bill|receipt|contract|agreement|lease|policy|report|paper|document)s?\b",
    re.I,
)
"""The same, the other way round: "put the totals of all three offers side by side"."""

BESIDE = re.compile(
    r"\W*(?:please )?(?:put|show|set|place|lay|list|compare)(?: me)?(?: the| our| all| these)*"
    r"(?: (?:two|three|four|five|six|\d+))?(?: [\w-]+){0,3}? (?P<noun>offer|bid|quotation|quote|"
    r"estimate|tender|invoice|bill|receipt|contract|agreement|lease)s\b(?P<attribute>.*?)"
    r"(?:next to each other|side by side|beside (?:each other|one another))\W*\Z",
    re.I,
)
"""The same without a word for the value, which then is the total."""

MENTIONED = re.compile(
    r"\b(?:which|what)\b(?: of)?(?: our| the| my| your| these| those)? "
    r"(?:documents?|papers?|files?|texts?|letters?|contracts?|reports?|invoices?|mails?)\b"
    r"(?: that)? (?:mentions?|names?|talks? about|speaks? (?:of|about)|refers? to|contains?|cites?"
    r"|(?:is|are) about|deals? with) (?P<what>[^?]+)",
    re.I,
)
"""A question for the documents in which something is named."""

INCLUDED = re.compile(
    r"(?:includ(?:es?|ed|ing)|contains?|covers?|comprises?)\s+(?P<what>[^?]+)", re.I
)
"""What a document is asked to include."""

OF_ALL = (LISTED, OF_EACH, BESIDE)
CLASS_NOUN = re.compile(
    r"\b(?:which|what)\s+(?:of\s+)?(?:our|the|my|your|these|those)?\s*(?P<noun>\w+)", re.I
)


def answer_with_filter(evidence: QuestionEvidence) -> list[Sentence]:
    """The documents or rows that the question's limit lets through, one a line."""
    listed = next((match for each in OF_ALL if (match := each.match(evidence.question))), None)
    if listed:
        return _value_of_each(evidence, listed["noun"], listed["attribute"].strip() or "total")
    if SENDERS.search(evidence.question) and (senders := _senders(evidence)):
        return senders
    mentioned = MENTIONED.search(evidence.question)
    if mentioned:
        return _documents_naming(evidence, mentioned["what"])
    compared = evidence.plan.shape is AnswerShape.COMPARISON
    if not compared and (each := answer_of_each(evidence)):
        return each
    which = WHICH.search(evidence.question)
    rows = rows_across_columns(evidence) if which or WHAT.match(evidence.question) else []
    if rows or not which:
        return rows
    rows = rows_with_mark(evidence)
    if rows:
        return rows
    limits = question_limits(evidence.question)
    if limits:
        return _documents_within(evidence, limits)
    return [] if compared else _documents_that_say(evidence)


def _value_of_each(evidence: QuestionEvidence, noun: str, attribute: str) -> list[Sentence]:
    """The same value of each document of a kind: "list all invoices with their totals"."""
    if asks_for_total(attribute):
        totals = document_totals(evidence).values()
        return [each.titled_sentence for each in totals if _is_kind(evidence, each.passage, noun)]
    found: dict[str, Sentence] = {}
    for candidate in fact_candidates(evidence, f"What is the {attribute.strip()}?"):
        passage = candidate.passage
        sure = candidate.certainty >= SURE and passage.document not in found
        if sure and _is_kind(evidence, passage, noun):
            found[passage.document] = _name_document(passage, candidate.answer())
    return list(found.values())


def _senders(evidence: QuestionEvidence) -> list[Sentence]:
    """Who sent each document of the kind that the question names."""
    noun = next((word for word in terms(evidence.question) if word in DOCUMENT_NOUNS), "")
    found: dict[str, Sentence] = {}
    for passage in evidence.passages:
        sender = sender_of(passage.title, passage.head)
        if passage.document in found or sender not in passage.text or not sender:
            continue
        if _is_kind(evidence, passage, noun):
            dated = f", {passage.dated}" if passage.dated else ""
            quotes = [Quote(source=passage.number, words=sender)]
            text = f"- {sender}: {passage.title}{dated}"
            found[passage.document] = Sentence(text=text, quotes=quotes, item=True)
    return list(found.values())


def _documents_naming(evidence: QuestionEvidence, what: str) -> list[Sentence]:
    """The documents in which something is named, each with the first sentence that names it."""
    things, wanted = find_named_things(f"about {what}"), frozenset(content_stems(stems(what)))
    found: dict[str, Sentence] = {}
    for each in evidence.sentences:
        passage = evidence.passage(each.number)
        named = all(is_in(thing, each.text) for thing in things)
        held = each.stems if things else each.stems | each.above
        shared = sum(evidence.terms.match(stem, held) > 0 for stem in wanted)
        names = named if things else bool(wanted) and shared == len(wanted)
        shown = evidence.sentence_at(passage, each.start) if names else None
        if shown and passage.document not in found and evidence.is_statement(shown):
            found[passage.document] = _name_document(passage, quote_sentence(passage, shown))
    return list(found.values())


def _name_document(passage: NumberedPassage, sentence: Sentence) -> Sentence:
    """A sentence after the name of its document."""
    text = f"{document_label(passage)}: {sentence.text}"
    return sentence.model_copy(update={"text": text, "item": True})


def _documents_that_say(evidence: QuestionEvidence) -> list[Sentence]:
    """The documents that say what the question asks of its kind of document, with the sentence."""
    asked = DOCUMENT_KIND.match(evidence.question)
    if asked is None or REQUIRED.search(evidence.question):
        return []
    statement = QuestionEvidence(f"Is it {asked['rest']}", evidence.passages)
    found: dict[str, Sentence] = {}
    for each in sorted(deciding_sentences(statement), key=lambda each: -each.score):
        passage = each.passage
        denied = is_negated(each.sentence.text) and not is_negated(evidence.question)
        new = passage.document not in found and each.certainty >= SAID and not denied
        if new and _is_kind(evidence, passage, asked["noun"]):
            found[passage.document] = _name_document(passage, each.answer())
    found = _documents_with_item(evidence, asked) | found
    return list(found.values()) or _document_that_answers(evidence, asked["noun"])


def _documents_with_item(evidence: QuestionEvidence, asked: re.Match[str]) -> dict[str, Sentence]:
    """The documents that have what is asked for as an item with its price: it is included."""
    included, noun = INCLUDED.match(asked["rest"]), asked["noun"]
    wanted = frozenset(content_stems(stems(included["what"]))) if included else frozenset()
    found: dict[str, Sentence] = {}
    for place in evidence.blocks if wanted else ():
        if place.block.kind is not BlockShape.TABLE or place.passage.document in found:
            continue
        for row in place.block.rows:
            item, *others = [cell.text for cell in row.cells if cell.text] or [""]
            priced = any(quantities(each) for each in others)
            held = priced and wanted <= stem_set(item)
            if held and _is_kind(evidence, place.passage, noun):
                said = row_answer_sentence(place.passage, place.block, row)
                found.setdefault(place.passage.document, _name_document(place.passage, said))
    return found


def _document_that_answers(evidence: QuestionEvidence, noun: str) -> list[Sentence]:
    """The document of the kind asked for that holds the best answer, with its name."""
    best = next(iter(fact_candidates(evidence)), None)
    if best is None or best.certainty < SAID or not _is_kind(evidence, best.passage, noun):
        return []
    return [_name_document(best.passage, best.answer())]


def _is_kind(evidence: QuestionEvidence, passage: NumberedPassage, noun: str) -> bool:
    """Whether a passage is of the kind of document that the question names."""
    about = stem_set(f"{passage.title} {passage.section} {passage.text}")
    return all(
        evidence.terms.match(each, about)
        or any(not kind.isdisjoint(about) for kind in families_like([each]))
        for each in content_stems(stems(noun))
        if each in evidence.terms.weights
    )


def _documents_within(evidence: QuestionEvidence, limits: Limits) -> list[Sentence]:
    """Each document's value to the same question, where it lies within the limits."""
    noun = CLASS_NOUN.search(evidence.question)
    money = limits.unit not in NO_MONEY
    if limits.phrase and money and noun and noun["noun"].lower() in DOCUMENT_NOUNS:
        return [
            each.titled_sentence
            for each in document_totals(evidence).values()
            if limits.low <= each.value <= limits.high
            and _is_kind(evidence, each.passage, noun["noun"])
        ]
    if limits.dates and DUE.search(evidence.question):
        return _documents_due(evidence, limits, noun["noun"] if noun else "")
    asked = None
    if limits.phrase:
        rest = " ".join(evidence.question.replace(limits.phrase, " ").split())
        asked = rest if len(topic_words(rest)) > 1 else "What is the total amount to pay?"
    sentences: dict[str, Sentence] = {}
    seen: set[str] = set()
    for candidate in fact_candidates(evidence, asked):
        passage = candidate.passage
        if passage.document in seen or candidate.certainty < SURE:
            continue
        value = _value(candidate, limits)
        if value is None or (noun and not _is_kind(evidence, passage, noun["noun"])):
            continue
        seen.add(passage.document)
        if limits.low <= value <= limits.high:
            sentences[passage.document] = _name_document(passage, candidate.answer())
    return list(sentences.values())


def _documents_due(evidence: QuestionEvidence, limits: Limits, noun: str) -> list[Sentence]:
    """The documents that are to be paid within the limits, by what each calls its last day."""
    sentences: dict[str, Sentence] = {}
    for passage, day, answer in (*_due_cells(evidence), *_due_sentences(evidence)):
        if passage.document in sentences or not _is_kind(evidence, passage, noun):
            continue
        meant = day_in_paper(day, f"{passage.head}\n{passage.text}")
        if limits.low <= meant.toordinal() <= limits.high:
            sentences[passage.document] = _name_document(passage, answer)
    return list(sentences.values())


def _due_sentences(
    evidence: QuestionEvidence,
) -> Iterator[tuple[NumberedPassage, WrittenDate, Sentence]]:
    """The days to pay that sentences state, each after its label."""
    for each in evidence.sentences:
        label = DUE_DATE.search(each.text)
        days = find_dates(each.text) if label else []
        if label and days:
            after = next((day for day in days if day.start >= label.end()), days[0])
            passage = evidence.passage(each.number)
            yield passage, after, quote_sentence(passage, each)


def _due_cells(
    evidence: QuestionEvidence,
) -> Iterator[tuple[NumberedPassage, WrittenDate, Sentence]]:
    """The days to pay that stand in a column which is called so."""
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE:
            continue
        for row, headers in table_rows(place.block):
            for cell, header in zip(row.cells, headers, strict=True):
                days = find_dates(cell.text) if header and DUE_DATE.search(header.text) else []
                if days:
                    answer = row_answer_sentence(place.passage, place.block, row, item=True)
                    yield place.passage, days[0], answer


def _value(candidate: FactCandidate, limits: Limits) -> float | None:
    """The date or amount that the candidate gives, the one inside its own words first."""
    words = candidate.passage.text[candidate.words.start : candidate.words.end]
    for text in (words, candidate.sentence.text):
        if limits.dates:
            days = [each.gregorian for each in find_dates(text) if each.gregorian]
            if days:
                return float(days[0].toordinal())
        else:
            amounts = [each for each in quantities(text) if each.unit and limits.unit]
            if amounts:
                return amounts[0].comparable
    return None
