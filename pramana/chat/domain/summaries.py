"""The main points of a document or a selection: its telling sentences, section by section."""

import re
from collections.abc import Sequence

from pramana.chat.contracts.blocks import BlockShape
from pramana.chat.domain.answer_sentences import flat, quote_sentence
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.prompts.compose import Sentence

MOST_WORDS = 170
MOST_SENTENCES = 9
SELECTION_SENTENCES = 3
SHORTEST, LONGEST = 4, 45
"""Words of a sentence that may stand for its section."""

DECISION = re.compile(
    r"\b(?:resolved|approved|decided|agreed|must|shall|replaces?|changed?|will|from|until|total|"
    r"instead|new|first|opened?|signed|announced?|increased?|reduced?)\b|निर्णय|स्वीकृत|गर्ने|भयो|गरियो",
    re.I,
)
DIGIT = re.compile(r"\d")


def summarise(evidence: QuestionEvidence, *, selection: bool = False) -> list[Sentence]:
    """One telling sentence of each section of the document that is asked about, in its order."""
    document = _document(evidence)
    own = [
        each
        for each in evidence.sentences
        if evidence.passage(each.number).document == document and _may_stand(evidence, each)
    ]
    chosen = _spread(own, SELECTION_SENTENCES if selection else MOST_SENTENCES)
    return [quote_sentence(evidence.passage(each.number), each) for each in chosen]


def _document(evidence: QuestionEvidence) -> str:
    """The document that most of the best passages belong to."""
    return evidence.passages[0].document if evidence.passages else ""


def _may_stand(evidence: QuestionEvidence, sentence: PassageSentence) -> bool:
    words = len(sentence.text.split())
    in_table = sentence.block is not None and sentence.block.kind is BlockShape.TABLE
    return evidence.is_usable(sentence) and SHORTEST <= words <= LONGEST and not in_table


def _spread(sentences: Sequence[PassageSentence], most: int) -> list[PassageSentence]:
    """The most telling sentences, no more of one section than of the others."""
    groups: dict[object, list[PassageSentence]] = {}
    seen: set[str] = set()
    for sentence in sentences:
        text = flat(sentence.text)
        if text in seen:
            continue
        seen.add(text)
        key = (sentence.number, _part_start(sentence))
        groups.setdefault(key, []).append(sentence)
    queues = [sorted(group, key=_information_score, reverse=True) for group in groups.values()]
    chosen: list[PassageSentence] = []
    words = 0
    while any(queues) and len(chosen) < most:
        for queue in queues:
            if not queue or len(chosen) >= most:
                continue
            sentence = queue.pop(0)
            words += len(sentence.text.split())
            if words > MOST_WORDS:
                return sorted(chosen, key=lambda each: (each.number, each.place))
            chosen.append(sentence)
    return sorted(chosen, key=lambda each: (each.number, each.place))


def _part_start(sentence: PassageSentence) -> int:
    """Where the paragraph or item begins that a sentence stands in."""
    pieces = sentence.block.pieces if sentence.block else ()
    return next((each.start for each in pieces if each.start <= sentence.start < each.end), 0)


def _information_score(sentence: PassageSentence) -> tuple[float, int]:
    """How much a sentence tells: its place in its section, decisions and figures."""
    score = 0.0
    score += 1.0 if DECISION.search(sentence.text) else 0.0
    score += 0.5 if DIGIT.search(sentence.text) else 0.0
    score += 0.8 if _part_start(sentence) == sentence.start else 0.0
    return score, -sentence.place
