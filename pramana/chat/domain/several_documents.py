"""Questions for what each of several documents says: "how long are both offers valid?"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.chat.domain.answer_sentences import FactCandidate
from pramana.chat.domain.document_identity import MONTH_NUMBERS, sender_of
from pramana.chat.domain.document_totals import asks_for_total, comparable_totals
from pramana.chat.domain.enumerations import NAME
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.named_things import NamedThing, ThingKind, is_in
from pramana.chat.domain.question_analysis import AnswerKind, contains_kind
from pramana.chat.domain.question_shapes import (
    DISAGREEMENTS,
    DOCUMENT_NOUNS,
    PARTY_WORDS,
    SEVERAL_OF,
    kinds_from,
)
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import NumberedPassage, Sentence
from pramana.language.stems import content_stems, stem, stems
from pramana.language.tokens import terms

FIRST, OTHERS = 0.45, 0.1
"""How sure the surest of the documents must be, and the others, which are asked the same."""

DOUBTED = 0.3
"""How sure each answer must be where the question doubts whether papers agree."""

ABOUT = 0.5
"""The share of the words beside the kind that a document must have: "both heat pump offers"."""

TOGETHER = pattern_of("TOGETHER")
STATE = pattern_of("STATE")
SERIES = frozenset(map(stem, ("minutes", "protocol", "meeting", "बैठक", "निर्णय")))
"""Words of papers that follow one another, each of which goes on from the one before."""
SINGULAR = ((r"are", "is"), (r"were", "was"), (r"do", "does"), (r"have", "has"))
NOUNS = "|".join(sorted(DOCUMENT_NOUNS | PARTY_WORDS))
LINKS = r"(?:,|and|or|vs\.?|versus|than|as well as|according to|in|at|of|from|for|by|the|both)"


@dataclass(frozen=True)
class OneDocument:
    """A document that a question means among several, and the question as it is put to it."""

    document: str
    question: str


def answer_of_each(evidence: QuestionEvidence) -> list[Sentence]:
    """What each of several documents says, after its name; or whom all of them name."""
    if TOGETHER.search(evidence.question):  # what they come to is reckoned
        return []
    meant = list(_documents_of_kind(evidence)) or list(_documents_named(evidence))
    if asks_for_total(evidence.question):
        own = {one.document for one in meant}
        totals = [each for each in comparable_totals(evidence) if each.passage.document in own]
        if len(totals) > 1:
            return [_name_document(each.passage, each.sentence) for each in totals]
    found = _answers(evidence, meant)
    if len(found) < 2:
        return []
    asks_for_all = evidence.terms.kind is AnswerKind.NAME and _asks_for_all(evidence.question)
    if asks_for_all and (names := _names_in_all(found)):
        return names
    return [_name_document(each.passage, each.answer()) for each in found]


def answers_that_disagree(evidence: QuestionEvidence) -> list[Sentence]:
    """What each paper says to a question that doubts whether they agree, without the words of that
    doubt."""
    if not DISAGREEMENTS.search(evidence.question):
        return []
    asked = " ".join(DISAGREEMENTS.sub(" ", evidence.question).split()).strip(" .,;:")
    meant = [OneDocument(document, f"{asked.rstrip('?')}?") for document in _documents(evidence)]
    found = [each for each in _answers(evidence, meant) if each.certainty >= DOUBTED]
    if len(found) < 2:
        return []
    return [_name_document(each.passage, each.answer()) for each in found]


def asks_for_state(question: str) -> bool:
    """Whether a question is about what holds now, or comes next.

    >>> asks_for_state("Has it been sold yet?"), asks_for_state("When was it sold?")
    (True, False)
    """
    return STATE.search(question) is not None


def is_series(passage: NumberedPassage) -> bool:
    """Whether a passage is of papers that follow one another, as minutes do."""
    return not SERIES.isdisjoint(stem_set(f"{passage.title} {passage.head}"))


def document_label(passage: NumberedPassage) -> str:
    """What a document is called beside others: its title, after its sender where that is known."""
    sender = sender_of(passage.title, passage.head)
    name = passage.display_name
    return name if not sender or sender in name else f"{sender} – {name}"


def _name_document(passage: NumberedPassage, sentence: Sentence) -> Sentence:
    dated = passage.dated
    label = document_label(passage)
    label = f"{label} ({dated})" if dated and dated not in label else label
    return sentence.model_copy(update={"text": f"{label}: {sentence.text}", "item": True})


def _answers(evidence: QuestionEvidence, meant: Sequence[OneDocument]) -> list[FactCandidate]:
    """The best answer of each document, in the order of the documents."""
    found: dict[str, FactCandidate] = {}
    wanted = evidence.terms
    for one in meant:
        for candidate in fact_candidates(evidence, one.question):
            own = candidate.passage.document == one.document
            text = candidate.sentence.text
            fits = contains_kind(wanted.kind, text, wanted.words)
            if own and fits and candidate.certainty >= OTHERS:
                found.setdefault(one.document, candidate)
    sure = any(each.certainty >= FIRST for each in found.values())
    return list(found.values()) if sure else []


def _documents_of_kind(evidence: QuestionEvidence) -> Iterator[OneDocument]:
    """The documents of the kind that "both offers" or "the two suppliers" means."""
    several = SEVERAL_OF.search(evidence.question)
    if several is None:
        return
    kinds = kinds_from(several["noun"])
    wanted = content_stems(stems(several["topic"]))
    asked = _singular(evidence.question, several)
    for document, about in _documents(evidence).items():
        shared = [each for each in wanted if evidence.terms.match(each, about)]
        if any(not kind.isdisjoint(about) for kind in kinds) and len(shared) >= ABOUT * len(wanted):
            yield OneDocument(document, asked)


def _singular(question: str, several: re.Match[str]) -> str:
    """The question put to one of them.

    >>> asked = "How long are both offers valid?"
    >>> _singular(asked, SEVERAL_OF.search(asked))
    'How long is the offer valid?'
    """
    noun = several["noun"].removesuffix("s") or several["noun"]
    before, after = question[: several.start()], question[several.end() :]
    for plural, one in SINGULAR:
        before = re.sub(rf"\b{plural}(?=\s*\Z)", one, before, flags=re.I)
        after = re.sub(rf"\A(\s+){plural}\b", rf"\1{one}", after, flags=re.I)
    return f"{before}the{several['topic']} {noun}{after}"


def _documents_named(evidence: QuestionEvidence) -> Iterator[OneDocument]:
    """The documents that the names of a question tell apart, each of which only one has at its
    head: senders, parties, or the months of meetings."""
    heads = {
        each.document: f"{each.title}\n{each.head}" for each in evidence.passages if each.document
    }
    dates = {each.document: each.dated for each in evidence.passages if each.document}
    kinds = [kind for word in evidence.terms.words for kind in kinds_from(word)]
    named: dict[NamedThing, str] = {}
    for things, texts in ((evidence.things, heads), (_months(evidence.question), dates)):
        for thing in things:
            own = [document for document, text in texts.items() if is_in(thing, text)]
            alike = [each for each in own if _is_of(kinds, heads[each])]
            if len(own) == 1 or len(alike) == 1:
                named[thing] = (alike or own)[0]
    if len(set(named.values())) < 2:
        return
    asked = without_names(evidence.question, list(named))
    for document in dict.fromkeys(named.values()):
        yield OneDocument(document, asked)


def _is_of(kinds: Sequence[frozenset[str]], head: str) -> bool:
    held = stem_set(head)
    return any(not kind.isdisjoint(held) for kind in kinds)


def _months(question: str) -> list[NamedThing]:
    words = (word.strip(",.?:;") for word in question.split())
    return [NamedThing(ThingKind.NAME, each) for each in words if each.lower() in MONTH_NUMBERS]


def without_names(question: str, things: Sequence[NamedThing]) -> str:
    """The question without these names, the words that join them to it, and the kind of their
    papers.

    >>> names = [NamedThing(ThingKind.NAME, each) for each in ("Alder", "Birch")]
    >>> without_names("How long do the oak boards of Alder and the Birch offer last?", names)
    'How long do the oak boards last?'
    """
    for thing in things:
        question = re.sub(
            rf"(?:\s*{LINKS}(?=\s))*\s*\b{re.escape(thing.text)}(?:['’]s)?\b(?:\s+(?:{NOUNS})\b)?",
            " ",
            question,
            flags=re.I,
        )
    return re.sub(r"\s+(?=\?)", "", " ".join(question.split()))


def _documents(evidence: QuestionEvidence) -> dict[str, frozenset[str]]:
    """The words of each document, as far as it is known."""
    found: dict[str, frozenset[str]] = {}
    for each in evidence.passages:
        if each.document and each.document not in found:
            found[each.document] = evidence.document_stems(each)
    return found


def _asks_for_all(question: str) -> bool:
    """Whether one name is asked for that all of them have: "who was at both meetings"."""
    return not {"each", "respectively", "every"} & set(terms(question)) and bool(
        {"both", "all"} & set(terms(question))
    )


def _names_in_all(found: Sequence[FactCandidate]) -> list[Sentence]:
    """The names that every one of these answers has."""
    first, *others = found
    names = [
        name
        for name in dict.fromkeys(NAME.findall(first.sentence.text))
        if all(name in each.sentence.text for each in others)
    ]
    quotes = [quote for each in found for quote in each.answer().quotes[:1]]
    return [Sentence(text=f"{', '.join(names)}.", quotes=quotes)] if names else []
