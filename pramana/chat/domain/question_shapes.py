"""What kind of answer a question asks for: a fact, steps, a list, a comparison, a summary, …

The words that tell are data in `question_words`. A question that shows none of them asks for a
fact. Whether the fact is in a sentence or in a table is for the sources to say.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from pramana.chat.domain.named_things import ANNEX, CLAUSE
from pramana.chat.domain.question_words import (
    families_of,
    lines_of,
    pattern_of,
    whole_words,
    words_of,
)
from pramana.language.glossary import is_english_word
from pramana.language.scripts import contains_devanagari, latin_language
from pramana.language.stems import content_stems, stem, stems
from pramana.language.tokens import terms


class AnswerShape(StrEnum):
    """How an answer is put together."""

    FACT = "fact"
    YES_NO = "yes_no"
    LIST = "list"
    PROCEDURE = "procedure"
    COMPARISON = "comparison"
    SUMMARY = "summary"
    INVENTORY = "inventory"


def _superlative_pattern() -> re.Pattern[str]:
    """A question for the one that has more or less of something: "which … heavier"."""
    degrees = pattern_of("MAXIMUM", "MINIMUM").pattern
    asks = whole_words("which", "what", "who", "कुन", "कसको", "kun").pattern
    return re.compile(rf"{asks}.{{0,120}}{degrees}", re.I | re.S)


_DEGREE = pattern_of("MAXIMUM", "MINIMUM").pattern
_NAMED = r"(?:(?:the|a|an|our|my|your) )?+[^\s,;?]+(?: [^\s,;?]+){0,5}?"
EITHER = re.compile(
    rf"\W*(?:(?:is|are|was|were) (?P<one>{_NAMED}),? or (?P<other>{_NAMED})"
    rf"|(?:does|do|did|has|have|will|can) (?P<doer>{_NAMED}),? or (?P<rival>{_NAMED}) [\w-]+)"
    rf",?(?: the| for| a| in)* {_DEGREE}(?! than)",
    re.I,
)
"""Two things of which one is more: "Is the canoe or the boat heavier?"."""

BEFORE_WHICH = re.compile(
    rf"\W*(?P<one>{_NAMED}) or (?P<other>{_NAMED}) ?[:,–-] ?(?:which|what|who)\b", re.I
)
"""The same, named first: "Canoe or boat: which is heavier?"."""

TO_DO = re.compile(
    r"\W*(?:(?:is|was|would) it(?: be)?|(?:what|which|which one) (?:is|was|would be)) (?:the )?"
    rf"{_DEGREE} to [^?]{{2,80}}? or ",
    re.I,
)
"""Two ways to do something: "Is it cheaper to go by train or by bus?"."""

BEFORE_NAME = r"(?:(?:in|at|on|by|with|from|for|through|via|under) )?(?:(?:the|a|an|our|my) )?"
UP_TO_NAME = re.compile(
    r"\A.* (?:in|at|on|by|with|from|for|through|via|under|the|an?|our|my) ", re.I | re.S
)

FURTHER_PART = re.compile(
    r",?\sand\s(?:(?:by|for|at|in|of)\s)?(?:how|what|which|who|whose|when|where|why)\b[^?]*", re.I
)
"""What is asked beside a comparison: "and by how much"."""

SHAPES = (
    (AnswerShape.INVENTORY, pattern_of("INVENTORY")),
    (AnswerShape.SUMMARY, pattern_of("SUMMARY")),
    (AnswerShape.PROCEDURE, pattern_of("PROCEDURE")),
    (AnswerShape.COMPARISON, pattern_of("COMPARISON", "DIFFERENCES")),
    (AnswerShape.COMPARISON, _superlative_pattern()),
    (AnswerShape.COMPARISON, re.compile(rf"\A{EITHER.pattern}", re.I)),
    (AnswerShape.COMPARISON, re.compile(rf"\A{TO_DO.pattern}", re.I)),
    (AnswerShape.YES_NO, pattern_of("YES_NO")),
    (AnswerShape.LIST, pattern_of("LIST")),
)
"""In the order in which they are tried."""

INVENTORY_KIND = [re.compile(line, re.I | re.S) for line in lines_of("INVENTORY_KIND")]
DOCUMENT_WORDS = words_of("DOCUMENT_WORDS")
DOCUMENT_NOUNS = DOCUMENT_WORDS | {
    form
    for family in families_of("DOCUMENT_KINDS")
    for word in family
    for form in (word, f"{word}s", re.sub("ys\\Z", "ies", f"{word}s"))
}
_KINDS = [frozenset(map(stem, family)) for family in families_of("DOCUMENT_KINDS")]
SEVERAL, REQUIRED = pattern_of("SEVERAL_DOCUMENTS"), pattern_of("REQUIRED_DOCUMENTS")
SENDERS = pattern_of("SENDERS_OF_ALL")
DISAGREEMENTS = pattern_of("DISAGREEMENTS")

_PARTIES = [[side.split() for side in line.split("|")] for line in lines_of("PARTIES")]
PARTY_WORDS = frozenset(word for names, _ in _PARTIES for word in names)
"""Whom questions name instead of their papers: "suppliers", "meetings"."""

_SEVERAL_NOUNS = "|".join(
    sorted((DOCUMENT_NOUNS - {"text", "source"}) | PARTY_WORDS, key=len)[::-1]
)
SEVERAL_OF = re.compile(
    r"\b(?:both(?: of)?(?: the| our| these)?|(?:all|each|every one)(?: of)?(?: the| our| these)?"
    r"(?: (?:two|three|four|five))?|(?:the|our|these|those) (?:two|three|four|five)"
    rf"|every)(?P<topic>(?: [\w-]+){{0,3}}?) (?P<noun>{_SEVERAL_NOUNS})\b(?!['’]s\b)",
    re.I,
)
"""Several documents of a kind, or those from whom they are: "both offers", "the two suppliers"; not
"all the landlord's fixtures"."""

PLURAL_NOUNS = frozenset(each for each in DOCUMENT_NOUNS if each.endswith("s"))
TIME_IN_MINUTES = re.compile(r"\b(?:how many|how few|\d+|few|several) minutes\b", re.I)
WHICH_PAPER = re.compile(
    rf"\b(?:which|kun)(?: of (?:the|our|my|these))?(?: [\w-]+){{0,2}}? (?:{_SEVERAL_NOUNS})\b",
    re.I,
)
"""Several papers of a kind, words for papers that mean time, and "which" of them."""

EACH = re.compile(
    r"\b(?:each(?: of the)?|every one of the|all (?:two|three|four|five) of the)\b"
    r"(?! (?:day|night|week|month|quarter|year|time)\b)",
    re.I,
)
"""Words that ask the same of several; "each month" is a time."""

AT_MOST = re.compile(
    r"\bat (?:the )?(?:very )?(?:most|least)\b"
    r"|\bor (?:more|less|fewer|longer|shorter|later|earlier)\b",
    re.I,
)
LIMITS = re.compile(
    r"(?<=\s)(?:more|less|fewer|longer|older|younger) than (?=\d|one |two |three |an? )", re.I
)
"""Words that give a limit and compare nothing: "at most", "more than 7 years"."""

LISTED_NOUN = re.compile(
    r"(?:\A\W*(?:please )?(?:list|name|enumerate|give me|show me)|\b(?:which|what)(?: are| is)?)"
    r"(?: all)?(?: of)?(?: the| our| its| their)? (?P<noun>[\w-]+(?: [\w-]+)?)",
    re.I,
)
"""What a question lists: "which tools", "list all rules"."""

ONE_VALUE = re.compile(r"\W*(?:how|when|by when|until when|what (?:is|are|does|do))\b", re.I)
"""Questions for one value: a limit in them says of what."""

COUNTED_DOCUMENTS = re.compile(
    r"\bhow many (?P<kind>\w+)(?: (?:do|have|are|did)\b.{0,30})?\W*\Z", re.I
)
"""How many documents of a kind there are."""

ROMANISED_NEPALI = words_of("ROMANISED_NEPALI")
ROMANISED_SPELLINGS = dict(families_of("ROMANISED_SPELLINGS"))
"""Common words as people romanise them, with their Devanagari spelling."""

ROMANISED_SHARE = 0.34
"""The share of a Latin question's words that must be Nepali ones."""

ALTERNATIVES = re.compile(
    r"(?P<one>[^,;:?]{2,60}?),?\s+(?:or|vs\.?|versus|and|वा|कि|र|या|ki|wa)\s+(?P<other>[^,;?]{2,60}?)\W*\Z",
    re.I,
)
COMPARED_WITH = re.compile(
    r"\W*(?:is|are|was|were|does|do|did|has|have|will)\s+(?P<one>(?:(?:the|a|an|our)\s)?+.{2,60}?)\s+(?:\w+\s+)??"
    r"(?<!the )(?<!our )(?<!\ba )(?:\w{2,}er|more|less|fewer)\b"
    r".{0,60}?\bthan\s+(?P<other>[^?]{2,60}?)\W*\Z",
    re.I,
)
"""Two things of which one is said to be more: "Is the canoe cheaper than the rowing boat?"."""

MORE_THAN = re.compile(
    r"\bhow (?:much|many)\s+(?:\w+\s+){0,2}?(?:\w{2,}er|more|less|fewer)\s+(?:\w+\s+)??"
    r"(?:is|are|was|were|does|do|did|has|have|will)\s+(?P<one>.{2,60}?)\s+(?:\w+\s+)??than\s+"
    r"(?P<other>[^?]{2,60}?)\W*\Z",
    re.I,
)
"""Two things whose difference is asked for: "How much cheaper is the canoe than the boat?"."""

THAT_OF = re.compile(r"(?:that|those|the one)(?P<of> (?:of|in|from|on) .+)", re.I)
"""The second of two, called by what the first is called: "that of the second"."""

LAST_PHRASE = re.compile(r".*(?:,|:|between|compare|than|of)\s+", re.I | re.S)


HOW_AFTER = re.compile(r".{8,}?[,;:–-]\s+(?P<how>how (?:is|are|do|does|can|to)\b.*)", re.I | re.S)
"""A question after what it is about: "The seal leaks, how is it replaced?"."""

TOPIC = re.compile(r"(?<=[?।!])\s*\([^()]*\)\s*\Z")
"""What a follow-up is about, put behind it: it says nothing about the shape of the answer."""


@dataclass(frozen=True)
class QuestionPlan:
    """A question with the shape its answer should have."""

    question: str
    shape: AnswerShape
    document_kind: str = ""
    """For an inventory: the kind of document that is asked for, or empty for all of them."""


def plan_question(question: str) -> QuestionPlan:
    """
    >>> [plan_question(each).shape.value for each in ("How do I reset it?", "Is it paid?")]
    ['procedure', 'yes_no']
    >>> plan_question("Do you have a lease among the papers?").document_kind
    'lease'
    """
    asked = TOPIC.sub("", question)
    kind = _document_kind(asked)
    if kind:
        return QuestionPlan(question, AnswerShape.INVENTORY, kind)
    compared = _without_limits(FURTHER_PART.sub("", asked))
    for shape, pattern in SHAPES:
        if shape is AnswerShape.SUMMARY and CLAUSE.search(asked):  # what one clause says
            continue
        if shape is AnswerShape.YES_NO and asks_what_in_german(asked):
            continue
        if shape is AnswerShape.SUMMARY and ANNEX.search(asked):
            return QuestionPlan(question, AnswerShape.LIST)
        words = compared if shape is AnswerShape.COMPARISON else asked
        after = HOW_AFTER.search(asked) if shape is AnswerShape.PROCEDURE else None
        if pattern.search(words) or (after and pattern.search(after["how"])):
            return QuestionPlan(question, shape)
    return QuestionPlan(question, AnswerShape.FACT)


def asks_what_in_german(question: str) -> bool:
    """Whether a question begins with the German word for "what", which looks like "was".

    >>> asks_what_in_german("Was kostet das Boot?"), asks_what_in_german("Was the boat sold?")
    (True, False)
    """
    first, *rest = terms(question) or [""]
    return first == "was" and latin_language(" ".join(rest)) == "de"


def _without_limits(question: str) -> str:
    """The question without words that compare nothing.

    >>> _without_limits("How long is the leave after more than 7 years?")
    'How long is the leave after 7 years?'
    """
    plain = AT_MOST.sub("", question)
    return LIMITS.sub("", plain) if ONE_VALUE.match(plain) else plain


def _document_kind(question: str) -> str:
    """The kind of document that a question asks the library for, without its article."""
    for pattern in INVENTORY_KIND:
        match = pattern.search(question)
        if match and (DOCUMENT_WORDS & set(terms(question)) or "you" in terms(question)):
            words = [word for word in match["kind"].split() if word.lower() not in DOCUMENT_WORDS]
            return " ".join(words)
    counted = COUNTED_DOCUMENTS.search(question)
    if counted and counted["kind"].lower() in DOCUMENT_NOUNS - DOCUMENT_WORDS:
        return counted["kind"]
    return ""


def spans_documents(plan: QuestionPlan) -> bool:
    """Whether an answer may rest on several documents.

    >>> spans_documents(plan_question("Which of our contracts mention a deposit?"))
    True
    """
    if plan.shape is AnswerShape.COMPARISON or SENDERS.search(plan.question):
        return True
    if DISAGREEMENTS.search(plan.question):
        return True
    if SEVERAL_OF.search(plan.question) and not REQUIRED.search(plan.question):
        return True
    if REQUIRED.search(plan.question):
        return False
    several = plan.shape is AnswerShape.LIST or SEVERAL.search(plan.question) is not None
    return EACH.search(plan.question) is not None or (several and _names_papers(plan.question))


def _names_papers(question: str) -> bool:
    """Whether a question is about papers of a kind: several of them, or "which" of them.

    >>> [_names_papers(each) for each in ("Which offer ends first?", "What are our bills about?")]
    [True, True]
    >>> _names_papers("How many minutes of notice do we give?")
    False
    """
    if contains_devanagari(question):
        return bool(DOCUMENT_NOUNS & set(terms(question)))
    words = set(terms(TIME_IN_MINUTES.sub("", question)))
    return WHICH_PAPER.search(question) is not None or not words.isdisjoint(PLURAL_NOUNS)


def is_romanised_nepali(question: str) -> bool:
    """
    >>> is_romanised_nepali("kul jamma kati cha"), is_romanised_nepali("What is the total?")
    (True, False)
    """
    words = terms(question)
    if not words or contains_devanagari(question):
        return False
    nepali = sum(word in ROMANISED_NEPALI or _is_spelled_nepali(word) for word in words)
    return nepali >= max(2, ROMANISED_SHARE * len(words))


def _is_spelled_nepali(word: str) -> bool:
    return word in ROMANISED_SPELLINGS and not is_english_word(word)


def listed_nouns(question: str) -> list[str]:
    """The stems of what a question asks all of.

    >>> listed_nouns("Which garden rules apply?")
    ['garden', 'rule']
    """
    asked = LISTED_NOUN.search(question)
    return content_stems(stems(asked["noun"])) if asked else []


def kinds_from(noun: str) -> list[frozenset[str]]:
    """The stems of the words for the kinds of document that a noun means: itself a kind, or those
    from whom such papers come.

    >>> any("invoic" in kind for kind in kinds_from("suppliers"))
    True
    """
    own = families_like({stem(noun)})
    papers = [kinds.copy() for names, kinds in _PARTIES if noun.lower() in names]
    return own + families_like({stem(each) for kinds in papers for each in kinds})


def families_like(words: Collection[str]) -> list[frozenset[str]]:
    """The stems of other words for the kinds of document that these stems name."""
    return [family for family in _KINDS if not family.isdisjoint(words)]


def alternatives(question: str) -> tuple[str, str] | None:
    """The two things that a question compares by name, where it names two.

    >>> alternatives("Which is heavier when dry, the X20 or the X40?")
    ('the X20', 'the X40')
    >>> alternatives("Does the red pump or the old pump weigh more?")
    ('the red pump', 'the old pump')
    >>> alternatives("Is it cheaper to go by train or on the night bus, and by how much?")
    ('train', 'night bus')
    """
    question = FURTHER_PART.sub("", question)
    compared = COMPARED_WITH.match(question) or MORE_THAN.search(question)
    if compared:
        one, other = compared["one"].strip(), compared["other"].strip()
        that = THAT_OF.match(other)
        return one, re.split(r" (?:of|in|from|on) ", one)[0] + that["of"] if that else other
    either = EITHER.match(question) or BEFORE_WHICH.match(question)
    if either:
        one, other = [each.strip() for each in either.groups() if each][:2]
        return one, other
    match = ALTERNATIVES.search(AT_MOST.sub("", question))
    if match is None:
        return None
    one, other = LAST_PHRASE.sub("", match["one"]).strip(), match["other"].strip()
    if TO_DO.match(question):
        one, other = UP_TO_NAME.sub("", one), re.sub(rf"\A{BEFORE_NAME}", "", other, flags=re.I)
    return (one, other) if one else None
