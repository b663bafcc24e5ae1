"""A sentence, a row or a cell that may answer a question for a fact."""

from dataclasses import dataclass

from pramana.chat.contracts.blocks import TableRow
from pramana.chat.domain.answer_sentences import (
    Words,
    cell_answer_sentence,
    quote_sentence,
    row_answer_sentence,
)
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.table_answers import CellAnswer
from pramana.chat.prompts.compose import NumberedPassage, Sentence

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
