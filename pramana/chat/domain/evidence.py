"""The evidence for one question: its passages taken apart, read, and searched for what it names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TypedDict

from pramana.chat.contracts.passages import BlockShape, PassageBlock, PassageReading, ReadPassages
from pramana.chat.domain.named_things import (
    NamedThing,
    ThingKind,
    find_named_things,
    is_in,
    names_annex,
    topic_line,
)
from pramana.chat.domain.passage_sentences import (
    PassageSentence,
    passage_blocks,
    passage_sentences,
)
from pramana.chat.domain.question_analysis import MODAL_STEMS, QuestionTerms, analyse_question
from pramana.chat.domain.question_shapes import (
    AnswerShape,
    QuestionPlan,
    families_like,
    listed_nouns,
    plan_question,
)
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.prompts.compose import NumberedPassage
from pramana.language.glossary import translations
from pramana.language.scripts import Script, latin_language, main_script
from pramana.language.stems import FUNCTION_STEMS, content_stems, stems

ABSENT = {
    ThingKind.IDENTIFIER: 0.05,
    ThingKind.CLAUSE: 0.2,
    ThingKind.YEAR: 0.4,
    ThingKind.NAME: 0.4,
}
"""What is left of a passage's chance to answer when it does not name what the question names."""

FOREIGN = 0.45
"""The same for a name that may stand there in another script, where it is known by sound only."""

MOST_OF_IT = 0.5
"""The share of a question's words that a sentence has which is about its matter."""

NAME_LINE, ENDS = 90, ("।", ".", "?")
"""Characters of a line that may name a document, and how sentences end, which do not."""

COMPOUND = 4
"""Letters of a word by which longer ones begin that are made of it: खरिद, खरिदसम्बन्धी."""

PARTS = re.compile(r"[.!?;:।]\s+|,\s+(?=(?:how|what|which|who|where|when)\b)", re.I)
"""What stands between the sentences of a question: "The pump is hot. What do I do?"."""

ORDERS = pattern_of("ORDERS_TO_MACHINES")
AFTER_ORDER = 2
"""How many sentences after an order to a machine are taken for a part of it. What stands further on
in the paragraph may be honest: a page can be hostile in one line only."""

PARAGRAPH = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True)
class BlockPlace:
    """A block of one of the passages."""

    passage: NumberedPassage
    block: PassageBlock
    rank: int


class _Wanted(TypedDict):
    """What kind of blocks a question is about."""

    steps: bool
    listed: Sequence[str]


class QuestionEvidence:
    """What is known about one question and its passages. Everything is worked out once."""

    def __init__(
        self,
        question: str,
        passages: Sequence[NumberedPassage],
        read: ReadPassages | None = None,
    ) -> None:
        self.question = question
        self.passages = passages
        self._read = read
        self._readings: dict[str, list[PassageReading]] = {}
        self._languages: dict[str, str] = {}
        self._terms: dict[str, QuestionTerms] = {}

    @cached_property
    def plan(self) -> QuestionPlan:
        return plan_question(self.question)

    @cached_property
    def things(self) -> list[NamedThing]:
        return find_named_things(self.question)

    @cached_property
    def sentences(self) -> list[PassageSentence]:
        return passage_sentences(self.passages, **self._wanted)

    @cached_property
    def terms(self) -> QuestionTerms:
        return self.terms_of(self.question)

    @cached_property
    def parts(self) -> list[QuestionTerms]:
        """The sentences and clauses of a question that has several, each by itself."""
        pieces = [piece for piece in PARTS.split(self.question) if len(piece.split()) > 2]
        found = [self.terms_of(piece) for piece in pieces if len(pieces) > 1]
        return [each for each in found if each.weights]

    def terms_of(self, question: str) -> QuestionTerms:
        if question not in self._terms:
            held = [each.stems for each in self.sentences]
            self._terms[question] = analyse_question(question, held)
        return self._terms[question]

    @cached_property
    def blocks(self) -> list[BlockPlace]:
        return [
            BlockPlace(passage, block, rank)
            for rank, passage in enumerate(self.passages)
            for block in passage_blocks(passage, **self._wanted)
        ]

    @cached_property
    def _wanted(self) -> _Wanted:
        shape = self.plan.shape
        nouns = listed_nouns(self.question) if shape is AnswerShape.LIST else []
        return {"steps": shape is AnswerShape.PROCEDURE, "listed": nouns}

    @property
    def can_read(self) -> bool:
        return self._read is not None

    def readings(self, question: str | None = None) -> list[PassageReading]:
        """What the reading model makes of each passage; none of them without a model."""
        if self._read is None:
            return []
        asked = question or self.question
        if asked not in self._readings:
            self._readings[asked] = self._read_all(self._read, asked)
        return self._readings[asked]

    def _read_all(self, read: ReadPassages, question: str) -> list[PassageReading]:
        """Read each passage with its title, and again without it where the title answers."""
        parts = [passage.match or (0, len(passage.text)) for passage in self.passages]
        heads = [self._head(each) for each in self.passages]
        texts = [
            head + self._without_orders(passage)[start:end]
            for head, passage, (start, end) in zip(heads, self.passages, parts, strict=True)
        ]
        found = _read_below(read, question, heads, texts)
        return [_moved(reading, start) for reading, (start, _) in zip(found, parts, strict=True)]

    def _head(self, passage: NumberedPassage) -> str:
        own = f"{passage.title}\n{passage.section}\n{passage.text}"
        topic = topic_line(self.things, passage.head, own)
        return reading_head(passage.title, passage.section, passage.lead, topic)

    def readings_alone(
        self, question: str, sentences: Sequence[PassageSentence]
    ) -> list[PassageReading]:
        """What the reading model makes of single sentences, each below what it stands under."""
        if self._read is None:
            return []
        own = [self.passage(each.number) for each in sentences]
        heads = [
            self._head(passage) + _column_names(sentence)
            for passage, sentence in zip(own, sentences, strict=True)
        ]
        texts = [head + each.text for head, each in zip(heads, sentences, strict=True)]
        found = _read_below(self._read, question, heads, texts)
        return [_moved(reading, each.start) for reading, each in zip(found, sentences, strict=True)]

    def _without_orders(self, passage: NumberedPassage) -> str:
        """The passage with blanks where it speaks to a machine, so that nothing is read there."""
        text = passage.text
        for each in self.sentences_of(passage.number):
            if each in self._orders:
                text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
        return text

    def passage(self, number: int) -> NumberedPassage:
        return next(each for each in self.passages if each.number == number)

    def presence(self, passage: NumberedPassage, things: Sequence[NamedThing]) -> float:
        """What is left of a passage's chance when its document does not name these things."""
        text = self._document_text(passage)
        absent = [each for each in things if not is_in(each, text)]
        is_known = any(each.kind is ThingKind.NAME and each not in absent for each in things)
        factor = 1.0
        for thing in absent:
            if not _is_foreign(thing, text):
                factor *= ABSENT[thing.kind]
            elif not is_known:  # the rest of a name that is there by its sound
                factor *= FOREIGN
        return factor

    def _document_text(self, passage: NumberedPassage) -> str:
        """Everything that is known of a passage's document."""
        same = [
            each
            for each in self.passages
            if each.number == passage.number
            or (each.document and each.document == passage.document)
        ]
        return "\n".join(f"{each.title}\n{each.section}\n{each.head}\n{each.text}" for each in same)

    def passage_stems(self, passage: NumberedPassage) -> frozenset[str]:
        """The stems of everything in a passage."""
        own = (each.stems for each in self.sentences if each.number == passage.number)
        return frozenset().union(*own)

    def document_stems(self, passage: NumberedPassage) -> frozenset[str]:
        """The stems of everything that is known of a passage's document."""
        return frozenset(stems(self._document_text(passage)))

    def head_stems(self, passage: NumberedPassage) -> frozenset[str]:
        """The stems of the things that the question names and the document begins with."""
        named = [each for each in self.things if is_in(each, f"{passage.title}\n{passage.head}")]
        return frozenset(stem for each in named for stem in stems(each.text))

    def topic_stems(self, passage: NumberedPassage) -> frozenset[str]:
        """The words of a question in Devanagari that say which document it is about: those in its
        title and first lines. In Latin letters names are known by their capitals."""
        if main_script(self.question) is not Script.DEVANAGARI:
            return frozenset()
        names = self._name_lines(passage)
        return self._begun_in(frozenset(stems(f"{passage.title} {passage.section} {names}")))

    def _name_lines(self, passage: NumberedPassage) -> str:
        """The first lines of a document, as far as they are no sentences."""
        lines = (line.strip() for line in passage.head.splitlines())
        names = takewhile(lambda line: len(line) <= NAME_LINE and not line.endswith(ENDS), lines)
        return " ".join(names)

    def translated_topic(self, passage: NumberedPassage, terms: QuestionTerms) -> frozenset[str]:
        """The words of the question that a document in another language begins with."""
        head = frozenset(stems(f"{passage.title} {self._name_lines(passage)}"))
        return frozenset(each for each in terms.weights if terms.match(each, head))

    def match_beyond_topic(self, sentence: PassageSentence, terms: QuestionTerms) -> float:
        """The share of the question in a sentence, but for the words that the document begins with
        or that the sentence before has said."""
        topic = self.topic_stems(self.passage(sentence.number))
        if not topic:
            return 0.0
        here = sentence.stems | sentence.above
        return terms.share_beyond((topic | self._begun_in(sentence.before)) - here, here)

    def is_named(self, passage: NumberedPassage) -> bool:
        """Whether a question in Devanagari calls a document by a word of its title or first lines
        that is no word of the glossary, as names are."""
        return any(not translations(each) for each in self.topic_stems(passage))

    def _begun_in(self, words: frozenset[str]) -> frozenset[str]:
        """The words of the question that stand among these, by themselves or in a compound."""
        return frozenset(
            each
            for each in self.terms.weights
            if each in words
            or any(not family.isdisjoint(words) for family in families_like([each]))
            or (len(each) >= COMPOUND and any(word.startswith(each) for word in words))
        )

    def sentence_at(self, passage: NumberedPassage, offset: int) -> PassageSentence | None:
        """The sentence at an offset; below a heading, the first one under it."""
        own = [each for each in self.sentences if each.number == passage.number]
        at = next((i for i, each in enumerate(own) if each.start <= offset < each.end), None)
        if at is None:
            return None
        while at < len(own) and own[at].is_heading:
            at += 1
        return own[at] if at < len(own) else None

    def shares_words(self, passage: NumberedPassage) -> bool:
        """Whether the question and the passage are in one language, as far as words tell."""
        script = main_script(self.question)
        if script is not main_script(passage.text):
            return False
        own = self._language_of(passage)
        return script is not Script.LATIN or self._language in ("", own)

    def is_about(self, terms: QuestionTerms) -> bool:
        """Whether a sentence in the question's own language has most of its words."""
        own = {each.number for each in self.passages if self.shares_words(each)}
        return any(
            each.number in own and self.lexical_match(each, terms) >= MOST_OF_IT
            for each in self.sentences
        )

    def coverage(self, passage: NumberedPassage, terms: QuestionTerms) -> float:
        """The share of the question's words in a passage and in what its document is called."""
        head = frozenset(stems(f"{passage.title} {passage.section} {passage.head}"))
        held = (1.0, self.passage_stems(passage) | head)
        own = self.shares_words(passage)
        return terms.matched_share(held) if own else terms.translated_share(held)

    def is_asked_above(self, passage: NumberedPassage, terms: QuestionTerms) -> bool:
        """Whether a passage stands under a heading that asks the question, as lists of frequent
        questions have them."""
        heading = passage.section.rsplit("›", 1)[-1].strip()
        asked = [each for each in content_stems(stems(heading)) if each not in MODAL_STEMS]
        same = [each for each in asked if any(terms.match(one, {each}) for one in terms.weights)]
        return heading.endswith("?") and bool(asked) and len(same) >= MOST_OF_IT * len(asked)

    @cached_property
    def _language(self) -> str:
        return latin_language(self.question)

    def _language_of(self, passage: NumberedPassage) -> str:
        """The language of a document in Latin letters, by all of it that is known: the few words of
        a table alone may be taken for any."""
        document = passage.document or str(passage.number)
        if document not in self._languages:
            self._languages[document] = latin_language(self._document_text(passage))
        return self._languages[document] or self._language

    def sentences_of(self, number: int) -> list[PassageSentence]:
        """The sentences of one passage, in order."""
        return self._sentences_by_passage.get(number, [])

    @cached_property
    def _sentences_by_passage(self) -> dict[int, list[PassageSentence]]:
        found: dict[int, list[PassageSentence]] = {}
        for each in self.sentences:
            found.setdefault(each.number, []).append(each)
        return found

    def is_statement(self, sentence: PassageSentence) -> bool:
        """Whether it may be part of an answer: no heading, and no order to a machine."""
        return not sentence.is_heading and sentence not in self._orders

    @cached_property
    def _orders(self) -> frozenset[PassageSentence]:
        """The sentences that speak to a machine, each with the next ones of its paragraph, which
        may say what to answer."""
        found: set[PassageSentence] = set()
        last, left = None, 0
        for each in self.sentences:
            follows = last is not None and self.goes_on(last, each)
            left = AFTER_ORDER if ORDERS.search(each.text) else left - 1 if follows else -1
            if left >= 0:
                found.add(each)
            last = each
        return frozenset(found)

    def goes_on(self, one: PassageSentence, other: PassageSentence) -> bool:
        """Whether the second sentence follows the first in one paragraph."""
        if one.number != other.number or one.end > other.start:
            return False
        text = self.passage(one.number).text
        return PARAGRAPH.search(text, one.end, other.start) is None

    def is_usable(self, sentence: PassageSentence) -> bool:
        """Whether it is a statement that says more than the question."""
        new = sentence.stems - self.terms.weights.keys() - FUNCTION_STEMS
        return bool(new) and self.is_statement(sentence)

    def lexical_match(self, sentence: PassageSentence, terms: QuestionTerms | None = None) -> float:
        """The share of the question's weight in a sentence and around it."""
        places = (sentence.stems, sentence.before, sentence.after, sentence.above)
        return (terms or self.terms).matched_share(*((1.0, place) for place in places))


def reading_head(title: str, section: str, lead: str = "", topic: str = "") -> str:
    """What a passage is read with: what its document is about, what it and its section are called,
    and the passage's lead."""
    names = section if title in section else f"{title} › {section}" if section else title
    return "".join(f"{each}\n" for each in (topic, names, lead) if each)


def _column_names(sentence: PassageSentence) -> str:
    """The line above a row of a table that names its columns."""
    block = sentence.block
    if block is None or block.kind is not BlockShape.TABLE or not block.header:
        return ""
    return "\t".join(cell.text for cell in block.header) + "\n"


def _read_below(
    read: ReadPassages, question: str, heads: Sequence[str], texts: Sequence[str]
) -> list[PassageReading]:
    """Read texts that begin with their heads, and again without them where a head answers."""
    found = [
        _moved(each, -len(head)) for each, head in zip(read(question, texts), heads, strict=True)
    ]
    named = [n for n, reading in enumerate(found) if reading.start < 0]
    alone = read(question, [texts[n][len(heads[n]) :] for n in named]) if named else []
    for number, reading in zip(named, alone, strict=True):
        found[number] = reading
    return found


def _moved(reading: PassageReading, by: int) -> PassageReading:
    """A reading in the passage's own offsets."""
    return PassageReading(reading.start + by, reading.end + by, reading.probability, reading.margin)


def _is_foreign(thing: NamedThing, text: str) -> bool:
    """Whether a name may stand in the text in another script, where it cannot be looked up."""
    return thing.kind is ThingKind.NAME and main_script(thing.text) != main_script(text)


def blocks_of_annex(
    evidence: QuestionEvidence, annex: NamedThing, document: str
) -> list[BlockPlace]:
    """The lists, tables and paragraphs of an annex of a document."""
    return [
        place
        for place in evidence.blocks
        if place.passage.document == document
        and place.block.kind is not BlockShape.HEADING
        and any(names_annex([annex], title) for title in place.block.path)
    ]
