"""Verification: a sentence is shown only when its quotes are found in the sources word for word,
and when it follows from them.

A quote can be true and its sentence false: "36 months" beside "24 months", or an order of a
document that a model obeyed. So the numbers, dates, units, names, identifiers and the negation of a
sentence must be those of its quotes. A sentence in other words than its quotes is read once more:
asked as a question, it must lead to them.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pramana.chat.contracts.passages import ReadPassages
from pramana.chat.domain.document_identity import sender_of
from pramana.chat.domain.messages import DIFFERENCE_WORD, MORE_WORD, SUM_WORD
from pramana.chat.domain.named_things import IDENTIFIER, identifier_pattern
from pramana.chat.domain.quantities import Quantity, quantities
from pramana.chat.domain.question_analysis import IRREGULAR_FORMS
from pramana.chat.domain.question_words import is_negated, may_be_negated
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence
from pramana.kit.evidence import Span, Text, is_word_character
from pramana.language.calendar import find_dates
from pramana.language.scripts import contains_devanagari, main_script
from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tokens import fold, tokens

BRACKETED_NUMBERS = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]")
"""Source numbers that a composer wrote itself. They are removed: the product numbers sources."""


@dataclass(frozen=True)
class LocatedQuote:
    """Words that were found in the passage of that number, and where in it."""

    source: int
    start: int
    end: int
    words: str


@dataclass(frozen=True)
class GroundedSentence:
    """A sentence with the quotes that were found; there is at least one."""

    text: str
    quotes: tuple[LocatedQuote, ...]
    item: bool = False
    """Whether it is a step or an item of a list, which stands on a line of its own."""

    @property
    def sources(self) -> list[int]:
        return sorted({quote.source for quote in self.quotes})


class GroundingChecker:
    """Looks up quotes in the passages of one answer.

    The composer is believed about which words matter, never about where they are. A quote counts
    when it is in the passage it names, as whole words, with at least one content word; only white
    space, case and typographic marks may differ. Other quotes are left out, and a sentence without
    any is dropped.
    """

    def __init__(self, passages: Sequence[NumberedPassage]) -> None:
        self._texts = {passage.number: Text(passage.text) for passage in passages}
        self._carriers = {each.number: _mail_lines(each, passages) for each in passages}

    def check(self, sentence: Sentence) -> GroundedSentence | None:
        """The sentence with its located quotes; None when none was found."""
        located = (self._locate(quote) for quote in sentence.quotes)
        found = [quote for quote in located if quote]
        carriers = [line for quote in found for line in self._carriers[quote.source]]
        quotes = tuple(dict.fromkeys([*found, *carriers]))
        text = BRACKETED_NUMBERS.sub("", " ".join(sentence.text.split())).strip()
        return GroundedSentence(text, quotes, sentence.item) if quotes and text else None

    def _locate(self, quote: Quote) -> LocatedQuote | None:
        text = self._texts.get(quote.source)
        if text is None or not _has_content_word(quote.words):
            return None
        span = text.locate(quote.words, fuzzy=False)
        if span is None or not _is_whole_words(text.text, span):
            return None
        return LocatedQuote(quote.source, span.start, span.end, text.text[span.start : span.end])


def _mail_lines(
    passage: NumberedPassage, passages: Sequence[NumberedPassage]
) -> list[LocatedQuote]:
    """Where the mail that a passage was attached to names the attachment: it is cited beside it."""
    words = f"Attachment: {passage.attached_as}"
    if not passage.mail or not passage.attached_as:
        return []
    return [
        LocatedQuote(each.number, at, at + len(words), words)
        for each in passages
        if each.document == passage.mail and (at := each.text.find(words)) >= 0
    ][:1]


def _has_content_word(words: str) -> bool:
    """Whether any of the words carries meaning: "of the" occurs in every text."""
    return any(stem(token.term) not in FUNCTION_STEMS for token in tokens(words))


def _is_whole_words(text: str, span: Span) -> bool:
    return not (_splits_word(text, span.start) or _splits_word(text, span.end))


def _splits_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and is_word_character(text[at - 1]) and is_word_character(text[at])


Objection = Literal["number", "unit", "date", "name", "identifier", "negation", "words"]

SAME_VALUE = 0.005
ENOUGH_WORDS = 0.51
"""The share of a sentence's own words that must be in its quotes; with less, it is read again."""

SURE = 0.5
CLAUSE = re.compile(r"[.;:।!?\n\t]|,\s|\b(?:and|but|while|whereas|तर|र)\b", re.I)
NAME = re.compile(r"(?<![.!?।:]\s)(?<!\A)(?<!\w)[A-Z][a-z’']+(?:-[A-Z][a-z]+)?(?!\w)")
OWN_WORDS = re.compile(
    r"\A\s*(?:No:|Yes:|होइन:|हो:|\d{1,3}[.:]|-"
    rf"|(?:{'|'.join((*SUM_WORD, *DIFFERENCE_WORD, *MORE_WORD))}):)(?:\s|$)"
)
"""What an answer puts before words of a source."""

COUNT, SUM, DIFFERENCE = (
    re.compile(rf"\d+:|(?:{'|'.join(MORE_WORD)}): "),
    re.compile(rf"(?:{'|'.join(SUM_WORD)}): "),
    re.compile(rf"(?:{'|'.join(DIFFERENCE_WORD)}): "),
)
"""How a sentence begins that gives a number which was reckoned."""

DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")


@dataclass(frozen=True)
class _Grounds:
    """What a sentence may rest on: its quotes, and what surrounds them."""

    lines: tuple[str, ...]
    """The quotes, one by one."""
    quotes: str
    around: str
    """The text, title and section of the quoted sources."""
    question: str
    titles: str = ""
    """What the quoted documents are called."""


class SupportChecker:
    """Checks sentences of one answer against their quotes."""

    def __init__(
        self, question: str, passages: Sequence[NumberedPassage], read: ReadPassages | None
    ) -> None:
        self._question = question
        self._passages = {passage.number: passage for passage in passages}
        self._read = read

    def objection(self, sentence: GroundedSentence) -> Objection | None:
        """Why the sentence does not follow from its quotes; None when it does."""
        grounds = self._grounds(sentence)
        text = sentence.text
        if _repeats(text, f"{grounds.quotes}\n{grounds.titles}"):
            return None if _negation_agrees(text, grounds) else "negation"
        checks: tuple[tuple[Objection, bool], ...] = (
            ("date", _dates_agree(text, grounds)),
            ("number", _numbers_agree(text, grounds)),
            ("unit", _units_agree(text, grounds)),
            ("identifier", _identifiers_agree(text, grounds)),
            ("name", _names_agree(text, grounds)),
            ("negation", _negation_agrees(text, grounds)),
        )
        failed = next((kind for kind, agrees in checks if not agrees), None)
        if failed is None and not self._shares_words(sentence, grounds):
            return "words"
        return failed

    def _grounds(self, sentence: GroundedSentence) -> _Grounds:
        passages = [self._passages[number] for number in sentence.sources]
        return _Grounds(
            lines=tuple(quote.words for quote in sentence.quotes),
            quotes="\n".join(quote.words for quote in sentence.quotes),
            around="\n".join(f"{each.title}\n{each.section}\n{each.text}" for each in passages),
            question=self._question,
            titles="\n".join(
                f"{each.title} {each.name} {each.dated} {sender_of(each.title, each.head)}"
                for each in passages
            ),
        )

    def _shares_words(self, sentence: GroundedSentence, grounds: _Grounds) -> bool:
        """Whether the sentence says what its quotes say, in their words or as the reader finds."""
        foreign = main_script(sentence.text) is not main_script(grounds.quotes)
        own = _content(OWN_WORDS.sub("", sentence.text)) - _content(grounds.question)
        own = {each for each in own if not each.isdecimal()}
        held = _content(f"{grounds.quotes}\n{grounds.titles}")
        if not own:
            return True
        shared = {each for each in own if each in held or _is_alike(each, held)}
        if not foreign and len(shared) / len(own) >= ENOUGH_WORDS:
            return True
        return self._leads_to_quotes(sentence)

    def _leads_to_quotes(self, sentence: GroundedSentence) -> bool:
        """Whether the sentence, asked as a question, leads the reader to the quoted words."""
        if self._read is None:
            return True
        for quote in sentence.quotes:
            passage = self._passages[quote.source]
            for reading in self._read(sentence.text, [passage.text]):
                meets = reading.start < quote.end and quote.start < reading.end
                if meets and reading.probability >= SURE:
                    return True
        return False


def _repeats(text: str, quotes: str) -> bool:
    """Whether a sentence has no word that its quotes have not, in the order of the quotes or not.

    An answer without a model is made of such sentences; "No" before them is the reader's own.
    """
    held = Counter(token.term for token in tokens(quotes))
    own = Counter(token.term for token in tokens(OWN_WORDS.sub("", text)))
    return all(count <= held[term] for term, count in own.items())


def _content(text: str) -> set[str]:
    return {stem(token.term) for token in tokens(text)} - FUNCTION_STEMS


def _is_alike(word: str, words: set[str]) -> bool:
    if not IRREGULAR_FORMS.get(word, frozenset()).isdisjoint(words):
        return True
    if contains_devanagari(word):  # endings are cut unevenly: लामा and लामाले
        return any(other.startswith(word) or word.startswith(other) for other in words)
    head = word[: max(4, len(word) * 2 // 3)]
    return len(word) > 3 and any(other.startswith(head) for other in words)


def _numbers_agree(text: str, grounds: _Grounds) -> bool:
    """Each number is quoted, or reckoned from the quotes; one that the question names may stand
    beside the quote."""
    stated = _outside_dates(text)
    quoted = _values(grounds.quotes)
    asked = _values(grounds.question) & _values(grounds.around)
    reckoned = _reckoned_values(text, grounds)
    return all(
        _has(each.value, quoted | asked | reckoned) or _is_step_number(text, each)
        for each in stated
    )


def _reckoned_values(text: str, grounds: _Grounds) -> set[float]:
    """What a sentence may have reckoned that says so: how many quotes it has, their sum, or the
    difference of two of their numbers."""
    if COUNT.match(text):
        return {float(len(grounds.lines))}
    values = sorted({each.value for each in quantities(grounds.quotes)})
    if DIFFERENCE.match(text):
        return {high - low for at, low in enumerate(values) for high in values[at + 1 :]}
    last = [found[-1].value for line in grounds.lines if (found := quantities(line))]
    return {sum(last)} if SUM.match(text) else set()


def _is_step_number(text: str, quantity: Quantity) -> bool:
    """Whether a number only counts the steps of an answer: "3. Close the cap."."""
    return quantity.start == 0 and text[quantity.end : quantity.end + 2] in (". ", ") ")


def _has(value: float, values: set[float]) -> bool:
    return any(abs(value - each) <= SAME_VALUE * max(1.0, abs(each)) * 0.01 for each in values)


def _values(text: str) -> set[float]:
    plain = {each.value for each in quantities(text)}
    loose = {float(number) for number in re.findall(r"\d+", text.translate(DIGITS))}
    return plain | loose


def _outside_dates(text: str) -> list[Quantity]:
    dates = find_dates(text)
    identifiers = [match.span() for match in IDENTIFIER.finditer(text)]
    spans = [(date.start, date.end) for date in dates] + identifiers
    return [
        each
        for each in quantities(text)
        if not any(start <= each.start < end for start, end in spans)
    ]


def _units_agree(text: str, grounds: _Grounds) -> bool:
    """A number that is quoted with another unit is another amount: 24 months, 24 days."""
    quoted = quantities(grounds.quotes)
    for each in _outside_dates(text):
        same = [one for one in quoted if abs(one.value - each.value) <= SAME_VALUE]
        units = {one.unit for one in same if one.unit}
        if (
            each.unit
            and same
            and units
            and each.unit not in units
            and all(one.unit for one in same)
        ):
            return False
    return True


def _dates_agree(text: str, grounds: _Grounds) -> bool:
    quoted = {date.gregorian for date in find_dates(grounds.quotes)}
    around = {date.gregorian for date in find_dates(grounds.around)}
    asked = {date.gregorian for date in find_dates(grounds.question)} & around
    values = _values(grounds.quotes)
    return all(
        date.gregorian in quoted | asked or {float(date.day or 0), float(date.year)} <= values
        for date in find_dates(text)
    )


def _identifiers_agree(text: str, grounds: _Grounds) -> bool:
    written = (match.group() for match in IDENTIFIER.finditer(text.translate(DIGITS)))
    held = f"{grounds.quotes}\n{grounds.around}".translate(DIGITS)
    return all(identifier_pattern(each).search(held) for each in written)


def _names_agree(text: str, grounds: _Grounds) -> bool:
    """Each name is in the quoted source; in another script it cannot be looked up."""
    if main_script(text) is not main_script(grounds.around):
        return True
    held = _content(grounds.around) | _content(grounds.question)
    words = {fold(match.group().rstrip("’'")) for match in NAME.finditer(text)}
    return all(stem(word) in held or _is_alike(stem(word), held) for word in words)


def _negation_agrees(text: str, grounds: _Grounds) -> bool:
    """A sentence denies what its quote denies, and only that."""
    if main_script(text) is not main_script(grounds.quotes):
        return True
    own = _content(text)
    clauses = [each for each in CLAUSE.split(grounds.quotes) if each and each.strip()]
    nearest = max(clauses, key=lambda each: len(_content(each) & own), default=grounds.quotes)
    if is_negated(text):
        return may_be_negated(grounds.quotes)
    return not is_negated(nearest) or may_be_negated(text)
