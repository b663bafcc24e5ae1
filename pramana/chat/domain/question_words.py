"""The words by which questions say what they want, read from `question_words.txt`.

English, Nepali, Hindi and romanised Nepali stand side by side. Each line of a section is a pattern
or a list of words, as the section's comment says. The words by which a sentence denies stand here.
"""

import re
from functools import cache
from importlib.resources import files

EDGE = r"[\w\u0900-\u0963]"
"""What may not stand beside a whole word."""


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    text = files(__package__).joinpath("question_words.txt").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]") and line[1:-1].replace("_", "").isupper():
            current = sections.setdefault(line[1:-1], [])
        elif line.strip() and not line.startswith("#"):
            current.append(line.strip())
    return {name: tuple(lines) for name, lines in sections.items()}


def lines_of(section: str) -> tuple[str, ...]:
    """The lines of a section."""
    return _sections()[section]


def words_of(section: str) -> frozenset[str]:
    """All words of a section.

    >>> "कति" in words_of("INTERROGATIVES")
    True
    """
    return frozenset(word for line in lines_of(section) for word in line.split())


def families_of(section: str) -> list[list[str]]:
    """Words that belong together: those of a line, or of its parts between bars."""
    return [part.split() for line in lines_of(section) for part in line.split("|")]


@cache
def pattern_of(*sections: str) -> re.Pattern[str]:
    """One pattern for the lines of these sections; each matches whole words only."""
    return whole_words(*(line for section in sections for line in lines_of(section)))


def whole_words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!{EDGE})(?:{'|'.join(alternatives)})(?!{EDGE})", re.I | re.S)


HARD = re.compile(
    r"\b(?:not|no(?!\.\s?[\d:])|never|none|nor|neither|nobody|nothing|nowhere|cannot|without|n't|isn't|aren't|wasn't"
    r"|weren't|don't|doesn't|didn't|can't|won't|hasn't|haven't|mustn't|shouldn't|nicht|kein\w*)\b"
    r"|(?:छैन|छैनन्|दैन|दैनन्|हुन्न|होइन|होइनन्|थिएन|भएन|गरेन)(?![\u0900-\u0963])"
    r"|(?<![\u0900-\u0963])(?:नहुने|नगर्ने|नपाउने|नपर्ने|नभएको|बिना|नहीं|मत|न)(?![\u0900-\u0963])",
    re.I,
)
SOFT = re.compile(
    r"\b(?:only|except|excluded|excluding|unless|forbidden|prohibited|refus\w+|reject\w+|fail\w*|lack\w*|"
    r"declin\w+|abolish\w*|cancel\w*|withdr\w+|un(?:paid|able|available|likely|known|changed|til)|"
    r"im(?:possible)|in(?:valid|eligible)|free of|exempt)\b|बाहेक|मात्र|निषेध|रद्द|खारेज|अस्वीकृत",
    re.I,
)
LEFT_OUT = re.compile(
    r"\b(?:exclu\w+|except\w*|banned|not (?:included|covered|part of|paid|lent|allowed|permitted)"
    r"|(?:cannot|must not|may not) be|(?:does|do) not (?:include|cover)|leaves? out"
    r"|forbid\w*|forbade|prohibit\w*|ban(?:s|ned)?|refus\w+|must never)\b"
    r"|बाहेक|निषेध|मनाही",
    re.I,
)


def is_negated(sentence: str) -> bool:
    """
    >>> is_negated("Overtime is not paid."), is_negated("Overtime is paid in May.")
    (True, False)
    """
    return HARD.search(sentence) is not None


def may_be_negated(sentence: str) -> bool:
    """Whether a sentence denies or restricts something, in whatever words."""
    return is_negated(sentence) or SOFT.search(sentence) is not None


def leaves_out(text: str) -> bool:
    """Whether a text is about what is not done, not paid, not allowed.

    >>> leaves_out("Which costs are excluded?"), leaves_out("We do not pay for wages.")
    (True, True)
    """
    return is_negated(text) or LEFT_OUT.search(text) is not None
