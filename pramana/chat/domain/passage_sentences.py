"""The sentences of a passage, in any script: where each begins and ends, and what is around it.

A passage is not only prose: headings, items of a list, rows of a table and "name: value" lines are
each one sentence too, because each can be the answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.chat.contracts.passages import BlockShape, PassageBlock, PassagePiece
from pramana.chat.domain.structured_blocks import part_pairs, text_blocks
from pramana.chat.prompts.compose import NumberedPassage
from pramana.language.stems import stems

WRAPPED_AT, WRAPPED_NARROW = 60, 25
WRAPPED_SHARE = 0.6
"""Prose is wrapped at 60 characters or, in a narrow column, near its longest line. A shorter line
does not continue on the next."""

OWN_LINE = re.compile(
    r"\s*(?:#{1,6}\s|[-*•‣◦▪]\s|\(?[0-9०-९a-zक-ह]{1,3}[.)]\s|\||>\s|```)|.*(?:\t| \| )"
    r"|[^\W\da-z_][\w /’'()-]{0,40}:\s"
)
"""Lines that begin something new: headings, items, rows, quotations, fences, "Name: value"."""

QUOTED = re.compile(r"(?P<depth>(?:> ?)+)(?=\S)")
"""What a line of a quoted mail begins with."""

PAUSE = re.compile(r"(?:(?<![.!?…])[.!?…]+[\"'”’)\]]*(?=\s)|(?!(?<=\d)।[–—-])[।॥]+[\"'”’)\]]*)\s*")
"""Matches from the first of several stops only: a long line of dots would take quadratic time. In
रु. ५,०००।– the stroke ends an amount."""
LAST_WORD = re.compile(r"[^\s(\[“‘\"'/]+\Z")
LONGEST_WORD = 200
"""How far back the last word is searched for; no abbreviation is nearly so long."""
INITIALS = re.compile(r"(?:[^\W\d_]\.)*[A-Z]|(?:[a-z]\.)+[a-z]|(?:[क-ह][ा-ौ]?\.)+[क-ह][ा-ौं]?")
ABBREVIATION_LIST = """
mr mrs ms dr prof hon rev gen col capt lt sgt gov sen rep st jr sr rs no nos vol fig figs art
sec ch p pp v vs cf ca al approx dept est inc ltd pvt corp co jan feb mar apr jun jul aug sep
sept oct nov dec er adv ing डा डॉ प्रो प्रा इ रु रू नं क्र श्री सं ई मि कि लि
"""
ABBREVIATIONS = frozenset(ABBREVIATION_LIST.split())
"""A full stop after one of these belongs to the word."""

FOREIGN_MONTH = re.compile(
    r"(?:jan|feb|mär|maer|mar|apr|mai|maj|jun|jul|aug|sep|okt|oct|nov|dez|des|dec)[a-zé]{0,6}\b",
    re.I,
)
"""A month after a day with a full stop, as German and the Nordic languages write it."""

OPENS = re.compile(r"(?:The|This|That|These|Those|It|Its|He|She|They|We|In|On|At|But|And|If)\s")
"""Words that open a sentence, even right after an abbreviation: "… Pvt. Ltd. The other …"."""

LONGEST_LABEL = 3
"""Characters of an item's number such as "12." or "(a).", whose full stop ends no sentence."""

WORDY = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class SentenceSpan:
    """Where a sentence is: half-open, in code points of the passage."""

    start: int
    end: int


def sentences(text: str) -> list[SentenceSpan]:
    """Where the sentences of a passage are, in order, without the white space around them.

    >>> text = "Dr. Rai came. राम आए। Budget: Rs. 5"
    >>> [text[each.start : each.end] for each in sentences(text)]
    ['Dr. Rai came.', 'राम आए।', 'Budget: Rs. 5']
    """
    return [
        stretch
        for start, end in _blocks(text.splitlines(keepends=True))
        for stretch in _within(text, start, end)
        if WORDY.search(text, stretch.start, stretch.end)
    ]


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Blocks of lines in which sentences may run over the end of a line."""
    longest = max(map(len, lines), default=0)
    wrapped = max(WRAPPED_NARROW, min(WRAPPED_AT, WRAPPED_SHARE * longest))
    begin = at = 0
    before = ""
    for line in lines:
        if at > begin and _breaks(before, line, wrapped):
            yield begin, at
            begin = at
        before = line
        at += len(line)
    if at > begin:
        yield begin, at


def _breaks(before: str, line: str, wrapped: float) -> bool:
    """Whether a line begins something new instead of continuing the line before."""
    quoted, quoted_before = QUOTED.match(line), QUOTED.match(before)
    if quoted and quoted_before and quoted.group("depth") == quoted_before.group("depth"):
        line, before = line[quoted.end() :], before[quoted_before.end() :]
    if not before.strip() or not line.strip() or OWN_LINE.match(line) or before.startswith("#"):
        return True
    return len(before) < wrapped and not line.lstrip()[0].islower()


def _within(text: str, start: int, end: int) -> Iterator[SentenceSpan]:
    begin = start
    for pause in PAUSE.finditer(text, start, end):
        if _is_end(text, begin, pause):
            yield _trimmed(text, begin, pause.end())
            begin = pause.end()
    if text[begin:end].strip():
        yield _trimmed(text, begin, end)


def _is_end(text: str, begin: int, pause: re.Match[str]) -> bool:
    if text[pause.start()] != ".":
        return True
    last = LAST_WORD.search(text, max(begin, pause.start() - LONGEST_WORD), pause.start())
    if last is None:  # a stop by itself, as in text split into tokens
        return True
    word = last.group()
    if word.lower() in ABBREVIATIONS or INITIALS.fullmatch(word):
        return OPENS.match(text, pause.end()) is not None
    if not text[begin : last.start()].strip("([\t ") and len(word) <= LONGEST_LABEL:
        return False
    if word.isdecimal() and FOREIGN_MONTH.match(text, pause.end()):  # 15. Januar
        return False
    runs_on = text[pause.end() : pause.end() + 1].islower()
    return not (runs_on and text[begin : begin + 1].isupper())


def _trimmed(text: str, start: int, end: int) -> SentenceSpan:
    piece = text[start:end]
    return SentenceSpan(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


QUESTION = re.compile(r".*\?\W*\Z", re.DOTALL)
"""A question that the text asks itself: it is never an answer."""

LONGEST_ITEM = 220
"""Characters of an item that is quoted whole; of a longer one, sentences are."""

NO_STEMS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence of a passage, word for word, with the stems in it and around it."""

    number: int
    """The passage's number."""
    rank: int
    """The passage's place in the order of search, from 0."""
    place: int
    """The sentence's place in its passage, from 0."""
    text: str
    stems: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]
    above: frozenset[str]
    """Stems of the title, the section and the headings that it stands under."""
    is_heading: bool
    """Whether it is a heading or a question that the text asks itself: never an answer."""
    start: int = 0
    end: int = 0
    """Where it is in the passage."""
    block: PassageBlock | None = None


def passage_sentences(
    passages: Sequence[NumberedPassage], *, steps: bool = False, listed: Sequence[str] = ()
) -> list[PassageSentence]:
    """Every sentence of the passages, in order; the first passage has rank 0."""
    return [
        each
        for rank, passage in enumerate(passages)
        for each in _sentences_of(
            rank, passage, passage_blocks(passage, steps=steps, listed=listed)
        )
    ]


def passage_blocks(
    passage: NumberedPassage, *, steps: bool = False, listed: Sequence[str] = ()
) -> Sequence[PassageBlock]:
    """The passage's structure as it was stored, or as the shape of its text shows it. Numbered
    paragraphs are taken apart, unless steps are looked for, or what is to be listed (its stems) is
    what their paper is called."""
    steps = steps or not frozenset(listed).isdisjoint(stems(f"{passage.title} {passage.section}"))
    blocks = [part_pairs(block) for block in passage.blocks or text_blocks(passage.text)]
    return [
        part
        for block in blocks
        for part in (
            numbered_paragraphs(passage.text, block)
            if not steps and _is_numbered_text(passage, block)
            else (block,)
        )
    ]


PARAGRAPH = 60
"""Characters of an average item from which on a numbered list is a text in numbered paragraphs."""

SENTENCE_END = (".", "।", "!", "?", ":")
NESTED = re.compile(r"(?m)^[ \t]*(?:[-*•‣◦▪–]|\(?[a-zक-ह][.)])[ \t]+\S")


def _is_numbered_text(passage: NumberedPassage, block: PassageBlock) -> bool:
    """Whether a numbered list is the text of a notice or a letter in numbered paragraphs, and no
    list of things: long sentences that no heading but the title and no colon announces."""
    if block.kind is not BlockShape.LIST or not block.ordered or len(block.pieces) < 2:
        return False
    above = passage.text[: block.start].rstrip().rsplit("\n", 1)[-1]
    if above.endswith(":") or block.heading not in f"{passage.title}\n{passage.head}":
        return False
    ended = sum(each.text.rstrip().endswith(SENTENCE_END) for each in block.pieces)
    return sum(len(each.text) for each in block.pieces) >= PARAGRAPH * len(
        block.pieces
    ) and 2 * ended > len(block.pieces)


def numbered_paragraphs(text: str, block: PassageBlock) -> Iterator[PassageBlock]:
    """Each item by itself; a list inside an item is a list of its own."""
    for piece in block.pieces:
        marks = [match.start() for match in NESTED.finditer(text, piece.start, piece.end)]
        marks = [each for each in marks if each > piece.start]
        if len(marks) < 2:
            yield replace(block, start=piece.start, end=piece.end, pieces=(piece,))
            continue
        first = _piece(text, piece.start, marks[0])
        yield replace(block, start=first.start, end=first.end, pieces=(first,))
        ends = [*marks[1:], piece.end]
        items = tuple(_piece(text, start, end) for start, end in zip(marks, ends, strict=True))
        whole = items[0].start, items[-1].end
        yield replace(block, start=whole[0], end=whole[1], pieces=items, ordered=False)


def _piece(text: str, start: int, end: int) -> PassagePiece:
    span = _trimmed(text, start, end)
    return PassagePiece(span.start, span.end, text[span.start : span.end])


def _sentences_of(
    rank: int, passage: NumberedPassage, blocks: Sequence[PassageBlock]
) -> Iterator[PassageSentence]:
    spans = [each for block in blocks for each in _block_spans(passage, block)]
    texts = [passage.text[span.start : span.end] for span, _, _ in spans]
    stems_of = [frozenset(stems(each)) for each in texts]
    titles = frozenset(stems(f"{passage.title} {passage.section}"))
    for place, (span, block, heading) in enumerate(spans):
        yield PassageSentence(
            number=passage.number,
            rank=rank,
            place=place,
            text=texts[place],
            stems=stems_of[place],
            before=stems_of[place - 1] if place else NO_STEMS,
            after=stems_of[place + 1] if place + 1 < len(stems_of) else NO_STEMS,
            above=titles | frozenset(stems(" ".join(block.path))),
            is_heading=heading or QUESTION.match(texts[place]) is not None,
            start=span.start,
            end=span.end,
            block=block,
        )


def _block_spans(
    passage: NumberedPassage, block: PassageBlock
) -> Iterator[tuple[SentenceSpan, PassageBlock, bool]]:
    """The sentences of a block, each with whether it is a heading or names columns."""
    if block.kind is BlockShape.TABLE:
        if block.header:
            start, end = block.header[0].start, block.header[-1].end
            yield _trimmed(passage.text, start, end), block, True
        for row in block.rows:
            yield _trimmed(passage.text, row.start, row.end), block, False
        return
    for piece in block.pieces:
        whole = block.kind is BlockShape.HEADING or (
            block.kind is BlockShape.LIST and len(piece.text) <= LONGEST_ITEM
        )
        if whole:
            span = _trimmed(passage.text, piece.start, piece.end)
            yield span, block, block.kind is BlockShape.HEADING
            continue
        for each in sentences(passage.text[piece.start : piece.end]):
            yield SentenceSpan(piece.start + each.start, piece.start + each.end), block, False
