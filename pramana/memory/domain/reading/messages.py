"""A message as it was said: its words, who speaks and to whom; its pieces; its parse."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any

from pramana.language.tagging.english_model import load_english_model
from pramana.memory.contracts.extraction import MOST_READ, ExtractionRequest
from pramana.memory.contracts.messages import BODY
from pramana.memory.domain.reading.lexicon import UNITS, word_set

PICTURE = re.compile(r"[\U0001F300-\U0001FAFF\u2600-\u2763\u2765-\u27BF](?=[\ufe0f\u200d\s]|$)")
"""A picture, which ends a sentence: "Ana here, cook 🙌 I live in Lund"."""
_SAID = r"(?:[A-Z][\w’&-]+(?: [A-Z][\w’&-]+){0,3}|[\d०-९][\d०-९,.]*[\d०-९]|[\d०-९])"
_SLIP = r"(?:sorry|no|oops|er|uh|ah|wait|i mean|i meant|correction|rather|माफ|सरी|होइन|हैन)"
SELF_CORRECTION = re.compile(
    rf"(?P<wrong>(?<![\w’])(?!I\b){_SAID})(?:[.,;:!?]| [-–—])?"
    rf"(?: (?:{_SLIP},? )*(?P<right>(?!I\b){_SAID}),? (?:I mean(?:t)?|I should say)\b(?:,? sorry)?"
    rf"|,? (?:{_SLIP},? )*(?:I mean(?:t)?|I should say|make that),?"
    rf" (?P<other>(?!I\b){_SAID})(?=[.,;!]|$))",
)
"""A slip that the same breath puts right: "at Blue Air. Red Air I mean"."""
NAMELESS_SPEAKERS = frozenset(("assistant", "system", "bot", "ai"))
"""Speakers that are not entities: their "I" refers to nobody."""

LOOKBACK_MESSAGES = 3
"""Earlier messages in which a pronoun may refer to a person."""

LONGEST_PIECE = 6_000
"""Characters parsed at once, which bounds the memory a parse needs."""

LOOKBACK_CHARACTERS = 400
"""Characters of the piece before in which a pronoun may refer to a person."""

CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
SENTENCE_BORDER = re.compile(r"[.!?।॥]+[\"'”’)\]]*\s+|\n+")
SENTENCE = re.compile(r"[^.!?।॥\n]+(?:\.(?=\S)[^.!?।॥\n]*)*[.!?।॥]*[\"”»)]*|\n")
"""A sentence with the signs after it; a full stop within a number or an address ends none."""
LATIN = re.compile(r"[A-Za-z]{2}")
UNIT = re.compile(rf"\b(?:{'|'.join(sorted(UNITS))})\s+\d+[A-Za-z]?\b", re.IGNORECASE)
"""A place that a number names: flat 9, room 12."""
TITLE = re.compile(r"\b([Mm]anaging|[Aa]cting) (?=[a-z]+(?:er|or|ner)\b)()")
"""A title that the parser takes for a verb and its object."""
ANY_MORE = re.compile(r"\b([Aa]ny) more\b")
_DAY = (
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August"
    r"|September|October|November|December"
)
TIME_BEFORE_NAME = re.compile(
    rf"((?:^|(?<=[.!?] ))(?:(?:On|Last|This|From|Since|By|In|Next|The other) )?(?:\d{{1,2}} )?"
    rf"(?:{_DAY})"
    r"|(?:^|(?<=[.!?] ))(?:Yesterday|Today|Tonight|Last (?:night|week|month|year|weekend)"
    r"|This (?:morning|week|evening)))"
    r"[ ](?=[A-Z][a-z])"
)
"""A time at the head of a sentence, which the parser joins with the name after it."""
TAG_QUESTION = re.compile(
    r"(, (?:did you know|you know|right|remember|eh|no|yes|ok|okay|can you believe it|isn't that so"
    r"|(?:is|isn't|are|aren't|was|wasn't|do|don't|does|doesn't|did|didn't|has|hasn't|have|haven't)"
    r" (?:it|he|she|they|you|we|I)))\?",
    re.IGNORECASE,
)
"""A question after a statement, which only asks for a nod."""
CONTINUATION = re.compile(
    r"[.!](?P<rest> (?:To|With|At|In|From|For|As) (?:the |a |an )?"
    r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3}[.!])"
)
"""A sentence that is only a part of the one before: "She got married! To Ian Orr."."""
HYPHEN = re.compile(r"\?:-\|")
"""The rule that splits co-op in three."""
UNUSED_COMPONENTS = ["ner", "senter", "vocab"]
"""Names come from the tagger, whose vocabulary is shared instead of loaded again."""

PREDICATE_OPENINGS = word_set(
    "a an the my our his her their your in at from with on not no now still"
    " currently very so too allergic married engaged divorced"
    " pregnant retired single afraid fond keen mad crazy based born living working studying"
    " staying teaching training getting moving leaving going coming joining running doing"
)
"""Words that follow "is" and never the owner of something."""


@dataclass(frozen=True)
class SpokenMessage:
    content: str = field(repr=False)
    speaker: str
    """Empty if "I" refers to nobody."""
    listener: str
    """Empty if unknown, or if there are several."""
    at: datetime
    before: tuple[str, ...] = field(default=(), repr=False)
    """The texts just before this one, newest first."""
    speakers_before: tuple[str, ...] = ()
    """Who said each of these texts; empty where nobody in particular did."""
    earlier: tuple[tuple[str, str, datetime], ...] = field(default=(), repr=False)
    """All earlier messages given, newest first: who said what, and when."""


def parse_message(request: ExtractionRequest) -> SpokenMessage:
    """Read speaker, listener and content from bodies such as `Sita(user): Hello`."""
    body, name = request.body[:MOST_READ], request.speaker.strip()
    prefix = BODY.match(body)
    content = body[prefix.end() :] if prefix else body
    speaker = "" if name.lower() in NAMELESS_SPEAKERS else name
    prefixes = [BODY.match(each.body) for each in request.previous]
    others = {match["role"].strip() for match in prefixes if match} - {"", name}
    before = tuple(
        each.body[match.end() if match else 0 :]
        for each, match in zip(request.previous[::-1], prefixes[::-1], strict=True)
    )
    listener = next(iter(others)) if len(others) == 1 else ""
    speakers = tuple(match["role"].strip() if match else "" for match in prefixes[::-1])
    times = [each.at for each in request.previous[::-1]]
    return SpokenMessage(
        content,
        speaker,
        listener,
        request.at,
        before[:LOOKBACK_MESSAGES],
        speakers[:LOOKBACK_MESSAGES],
        tuple(zip(speakers, before, times, strict=True)),
    )


def split_message(message: SpokenMessage) -> Iterator[SpokenMessage]:
    """Split a long message into pieces of whole sentences, without fenced program code.

    A piece is a slice of the message, so a quote from a piece is a quote from the message.
    """
    content = message.content
    for first, last in _prose(content):
        start = first
        while start < last:
            end = _piece_end(content, start, last)
            before = (content[max(0, start - LOOKBACK_CHARACTERS) : start],) if start else ()
            yield replace(
                message,
                content=content[start:end],
                before=(*before, *message.before),
                speakers_before=(*("" for _ in before), *message.speakers_before),
            )
            start = end


ASIDE = re.compile(
    r",? \(?(?:née|nee) [A-Z][\w’-]+\)?(?=[,.]| [a-z])"
    r"|(?:^|(?<=[.!?] ))[Nn]ot [A-Z][\w’-]+(?: [A-Z][\w’-]+)?,"
    r"(?= (?:but )?[A-Z][\w’-]+(?: [A-Z][\w’-]+)? (?:is|was|has|had|will)\b)"
)
"""Names that the sentence is not about: a maiden name, and who it is not."""


SHOWN = re.compile(
    r",(?= (?:did|have|has) (?:you|anyone|anybody|everyone|everybody)(?: all)?"
    r" (?:see|seen|hear|heard|notice|noticed|know|known)(?: (?:it|that|this|him|her|them))?\?)",
    re.IGNORECASE,
)
"""The comma before a question that only points at what was said: "She's moved, did you hear?"."""


def as_meant(message: SpokenMessage) -> SpokenMessage:
    """The message with slips put right, asides left out and pictures read as full stops; every
    other letter keeps its place."""
    content = SELF_CORRECTION.sub(_right_words, message.content)
    content = ASIDE.sub(lambda match: " " * len(match.group()), content)
    content = SHOWN.sub(".", content)
    return replace(message, content=PICTURE.sub(".", content))


def _right_words(match: re.Match[str]) -> str:
    right = match["right"] or match["other"]
    if right[:1].isdigit() != match["wrong"][:1].isdigit():
        return match.group()
    return f"{right}.".ljust(len(match.group()))


def _prose(content: str) -> Iterator[tuple[int, int]]:
    """The ranges of text between fenced code."""
    start = 0
    for code in CODE.finditer(content):
        if content[start : code.start()].strip():
            yield start, code.start()
        start = code.end()
    if content[start:].strip():
        yield start, len(content)


def _piece_end(content: str, start: int, last: int) -> int:
    """The end of the last sentence that fits, else of the last word, else of the window."""
    limit = start + LONGEST_PIECE
    if limit >= last:
        return last
    borders = [
        match.end()
        for match in SENTENCE_BORDER.finditer(content, start + LONGEST_PIECE // 2, limit)
    ]
    if borders:
        return borders[-1]
    space = content.rfind(" ", start + 1, limit)
    return space + 1 if space > 0 else limit


@cache
def load_parser() -> Any:
    """The parser, loaded once per process."""
    import warnings

    import spacy

    model = load_english_model()
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", message=r"\[W095\]"
        )  # the model was made with 3.7 and tested with 3.8
        parser = spacy.load(model.path, vocab=model.vocab, exclude=UNUSED_COMPONENTS)
    tokenizer: Any = parser.tokenizer
    infixes = [each for each in parser.Defaults.infixes or () if not HYPHEN.search(str(each))]
    tokenizer.infix_finditer = spacy.util.compile_infix_regex(infixes).finditer
    return parser


def parse_english(text: str) -> Any:
    """The parsed text, whose sentences and tokens carry their grammar.

    "Any more", "flat 7" and "managing partner" are one word each, and every letter keeps its place.
    A text without Latin letters is only split into words.
    """
    if not LATIN.search(text):
        return load_parser().make_doc(text)
    text = UNIT.sub(lambda match: re.sub(r"\s", "-", match.group().capitalize()), text)
    text = TITLE.sub(r"\1-\2", text)
    text = ANY_MORE.sub(r"\1more ", text)
    text = TIME_BEFORE_NAME.sub(r"\1,", text)
    text = TAG_QUESTION.sub(r"\1.", text)
    text = CONTINUATION.sub(lambda match: " " + _lowered(match["rest"]), text)
    parser = load_parser()
    return parser(_with_whole_verbs(parser.make_doc(text)) if "s " in text else text)


def _lowered(words: str) -> str:
    """Words with a small first letter."""
    return f" {words[1].lower()}{words[2:]}"


def _with_whole_verbs(doc: Any) -> Any:
    """The words of a text, with "is" for the "'s" that cannot be an owner's: "Kim's a nurse".

    Both have two letters, so every other letter keeps its place.
    """
    from spacy.tokens import Doc

    words = [each.text for each in doc]
    for each in doc[1:-1]:
        owner, opening = doc[each.i - 1], doc[each.i + 1].lower_
        if each.text in ("'s", "’s") and not owner.is_stop and opening in PREDICATE_OPENINGS:
            words[each.i] = "is"
    return Doc(doc.vocab, words=words, spaces=[bool(each.whitespace_) for each in doc])
