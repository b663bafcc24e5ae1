"""The main points of a document or a selection: its telling sentences, section by section."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pramana.chat.contracts.blocks import BlockShape
from pramana.chat.domain.answer_sentences import flat, quote_sentence
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.prompts.compose import Sentence

MOST_WORDS = 170
MOST_SENTENCES = 12
SELECTION_SENTENCES = 3
SHORTEST, LONGEST = 4, 45
"""Words of a sentence that may stand for its section."""

DECISION = re.compile(
    r"\b(?:resolved|approved|decided|agreed|must|shall|replaces?|changed?|will|from|until|total|"
    r"instead|new|first|opened?|signed|announced?|increased?|reduced?)\b|निर्णय|स्वीकृत|गर्ने|भयो|गरियो",
    re.I,
)
DIGIT = re.compile(r"\d")
FORMAL, TASKS = pattern_of("FORMAL_LINES"), pattern_of("TASK_HEADINGS")
OPENING, DECIDING, COUNTING = 1.0, 0.6, 0.5
"""What a sentence gains by opening its part, by telling a decision or a change, and by a figure."""


def summarise(evidence: QuestionEvidence, *, selection: bool = False) -> list[Sentence]:
    """The telling sentences of the document that is asked about, in its order, from as many of
    its sections as possible."""
    document = evidence.passages[0].document if evidence.passages else ""
    own = [
        each
        for each in _with_run_in_titles(evidence)
        if evidence.passage(each.number).document == document and _may_stand(evidence, each)
    ]
    chosen = _spread(own, SELECTION_SENTENCES if selection else MOST_SENTENCES)
    told = [quote_sentence(evidence.passage(each.number), each) for each in chosen]
    return _with_title(told, evidence)


def _with_title(sentences: list[Sentence], evidence: QuestionEvidence) -> list[Sentence]:
    """The sentences, the first after the name of their document."""
    title = evidence.passages[0].title if evidence.passages else ""
    if not sentences or not title or flat(title) in sentences[0].text:
        return sentences
    first = sentences[0].model_copy(update={"text": f"{title}: {sentences[0].text}"})
    return [first, *sentences[1:]]


def _with_run_in_titles(evidence: QuestionEvidence) -> list[PassageSentence]:
    """The sentences; a few words that begin a paragraph as its title stay with the next one."""
    found: list[PassageSentence] = []
    title: PassageSentence | None = None
    for each in evidence.sentences:
        if title is not None and _part(title) == _part(each):
            text = evidence.passage(each.number).text[title.start : each.end]
            each = replace(each, start=title.start, text=text, stems=title.stems | each.stems)
        title = None
        if _is_run_in_title(each):
            title = each
        else:
            found.append(each)
    return found


def _is_run_in_title(sentence: PassageSentence) -> bool:
    short = len(sentence.text.split()) <= SHORTEST and not sentence.is_heading
    return short and sentence.text.rstrip().endswith(".") and _part(sentence)[1] == sentence.start


def _may_stand(evidence: QuestionEvidence, sentence: PassageSentence) -> bool:
    words = len(sentence.text.split())
    block = sentence.block
    aside = block is not None and (block.kind is BlockShape.TABLE or TASKS.search(block.heading))
    formal = FORMAL.match(sentence.text) is not None
    fits = SHORTEST <= words <= LONGEST and not aside and not formal
    return fits and evidence.is_usable(sentence)


def _spread(sentences: Sequence[PassageSentence], most: int) -> list[PassageSentence]:
    """The most telling sentences: one of each part before a second one, and of parts below one
    heading no more than of others."""
    parts: dict[tuple[int, int], list[PassageSentence]] = {}
    seen: set[str] = set()
    for sentence in sentences:
        text = flat(sentence.text)
        if text not in seen:
            seen.add(text)
            parts.setdefault(_part(sentence), []).append(sentence)
    sections: dict[object, list[list[PassageSentence]]] = {}
    for part in parts.values():
        ranked = sorted(part, key=_information, reverse=True)
        heading = part[0].block.path[:1] if part[0].block else ()
        sections.setdefault(tuple(heading), []).append(ranked)
    few = len(parts) <= most  # each of them has its say, in their order
    queue = [
        (nth, 0 if few else place, 0.0 if few else -_information(sentence)[0], sentence)
        for own in sections.values()
        for place, ranked in enumerate(sorted(own, key=lambda each: -_information(each[0])[0]))
        for nth, sentence in enumerate(ranked)
    ]
    chosen: list[PassageSentence] = []
    words = 0
    for *_, sentence in sorted(queue, key=lambda each: each[:3]):
        words += len(sentence.text.split())
        if words <= MOST_WORDS and len(chosen) < most:
            chosen.append(sentence)
    return sorted(chosen, key=lambda each: (each.number, each.place))


def _part(sentence: PassageSentence) -> tuple[int, int]:
    """Where the paragraph or item begins that a sentence stands in."""
    pieces = sentence.block.pieces if sentence.block else ()
    start = next((each.start for each in pieces if each.start <= sentence.start < each.end), 0)
    return sentence.number, start


def _information(sentence: PassageSentence) -> tuple[float, int]:
    """How much a sentence tells: its place in its section, decisions and figures."""
    score = DECIDING if DECISION.search(sentence.text) else 0.0
    score += COUNTING if DIGIT.search(sentence.text) else 0.0
    score += OPENING if _part(sentence)[1] == sentence.start else 0.0
    return score, -sentence.place
