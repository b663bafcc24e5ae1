"""Sentences of an answer that is put together without a model, each with the words it quotes,
and the candidates for an answer that they are made of."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from pramana.chat.contracts.passages import PassageBlock, TableRow
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.table_answers import CellAnswer, cell_sentence, row_sentence
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence

MOST_WORDS = 45
"""Words of a quoted sentence; of a longer one the clauses around the answer are quoted."""

CLAUSE_END = re.compile(r"[;:।](?=\s)|,(?=\s)|\.(?=\s)|\n")
QUOTED_LINE = re.compile(r"(?m)(?:^|\n)(?:> ?)+")
MARKER = re.compile(r"\A\s*(?:[-*•‣◦▪–·]|\(?[0-9०-९]{1,3}[.)।]|\(?[a-zक-ह][.)]|\([ivx]{1,4}\))\s+")


@dataclass(frozen=True)
class Words:
    """A stretch of a passage."""

    start: int
    end: int


def quote_sentence(
    passage: NumberedPassage, sentence: PassageSentence, answer: Words | None = None
) -> Sentence:
    """A sentence in the source's own words; a long one is cut to the clauses that answer."""
    start, end = _clauses(passage.text, sentence.start, sentence.end, answer)
    words = passage.text[start:end].strip()
    return Sentence(
        text=flat(words), quotes=[Quote(source=passage.number, words=words)], item=False
    )


def _clauses(text: str, start: int, end: int, answer: Words | None) -> tuple[int, int]:
    """The clauses around the answer, as many as `MOST_WORDS` allow."""
    if answer is None or len(text[start:end].split()) <= MOST_WORDS:
        return start, end
    cuts = [start, *(match.end() for match in CLAUSE_END.finditer(text, start, end)), end]
    first = max((at for at in range(len(cuts)) if cuts[at] <= answer.start), default=0)
    last = min((at for at in range(len(cuts)) if cuts[at] >= answer.end), default=len(cuts) - 1)
    while True:
        if first > 0 and _length(text, cuts[first - 1], cuts[last]) <= MOST_WORDS:
            first -= 1
        elif last + 1 < len(cuts) and _length(text, cuts[first], cuts[last + 1]) <= MOST_WORDS:
            last += 1
        else:
            return cuts[first], cuts[last]


def _length(text: str, start: int, end: int) -> int:
    return len(text[start:end].split())


def flat(words: str) -> str:
    """Words in one line, without the marks of a quoted mail."""
    return " ".join(QUOTED_LINE.sub("\n", words).replace("\t", ", ").split())


def cell_answer_sentence(passage: NumberedPassage, answer: CellAnswer) -> Sentence:
    """A cell said with its row and column; both are quoted."""
    quotes = [Quote(source=passage.number, words=row_words(passage, answer.row))]
    header = answer.header
    if header and header.text and header.text in passage.text:
        quotes.append(Quote(source=passage.number, words=header.text))
    return Sentence(text=cell_sentence(answer), quotes=quotes)


def row_answer_sentence(
    passage: NumberedPassage,
    block: PassageBlock,
    row: TableRow,
    *,
    item: bool = False,
    columns: Collection[int] | None = None,
) -> Sentence:
    """A row said with the names of its columns: all of them, or some."""
    quotes = [Quote(source=passage.number, words=row_words(passage, row))]
    if block.header:
        words = passage.text[block.header[0].start : block.header[-1].end].strip()
        if words and block.header[-1].end > 0:
            quotes.append(Quote(source=passage.number, words=words))
    return Sentence(text=row_sentence(block, row, columns), quotes=quotes, item=item)


def row_words(passage: NumberedPassage, row: TableRow) -> str:
    return passage.text[row.start : row.end].strip()


def item_sentence(
    passage: NumberedPassage, start: int, end: int, number: int | None = None
) -> Sentence:
    """An item or a step; `number` is its place in the list, where it is to be shown."""
    words = passage.text[start:end].strip()
    bare = flat(MARKER.sub("", words, count=1))
    return Sentence(
        text=f"{number}. {bare}" if number is not None else f"- {bare}",
        quotes=[Quote(source=passage.number, words=words)],
        item=True,
    )


WORDS_WEIGHT = 0.3
"""What the question's words in and around a sentence add to its score."""

RANK_WEIGHT = 0.08
"""What a passage gains that search put first."""


@dataclass(frozen=True)
class FactCandidate:
    """A sentence, a row or a cell that may answer, and the chance that it does."""

    passage: NumberedPassage
    sentence: PassageSentence
    words: Words
    certainty: float
    score: float
    cell: CellAnswer | None = None
    row: TableRow | None = None
    stated: Sentence | None = None
    """The sentence to show, where it is known already."""

    def answer(self) -> Sentence:
        """The sentence to show, with its quotes."""
        if self.stated is not None:
            return self.stated
        if self.row is not None and self.sentence.block is not None:
            return row_answer_sentence(self.passage, self.sentence.block, self.row)
        if self.cell is not None:
            return cell_answer_sentence(self.passage, self.cell)
        return quote_sentence(self.passage, self.sentence, self.words)
