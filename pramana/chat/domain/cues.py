"""What kind of thing a question asks for, and whether a sentence holds one it did not name itself.

"How many?" is answered by a number, "when?" by a date, "why?" by a "because", "who?" by a name.
Names are known by their capitals, so in Devanagari, which has none, "who" and "where" ask for
nothing in particular.
"""

import re
from collections.abc import Collection
from enum import StrEnum

from pramana.language.tokens import terms, tokens


class Kind(StrEnum):
    NUMBER = "number"
    TIME = "time"
    NAME = "name"
    REASON = "reason"
    OTHER = "other"


ASKS = {
    Kind.NUMBER: (
        "how many|how much|how old|how long|how far|how often|what percent\\w*|what number"
        "|कति|कतिवटा|कतिजना|कतिको|कितने|कितनी|कितना"
    ),
    Kind.TIME: (
        "when|what year|which year|what date|what day|कहिले|कुन साल|कुन मिति|कब|किस वर्ष|किस साल"
    ),
    Kind.NAME: "who|whom|whose|where|which city|which country|what city|what country",
    Kind.REASON: "why|how come|what reasons?|what caused?|किन|के कारणले|क्यों|किस कारण",
}
_EDGE = r"[\w\u0900-\u0963]"
_ASKS = {
    kind: re.compile(rf"(?<!{_EDGE})(?:{words})(?!{_EDGE})", re.I) for kind, words in ASKS.items()
}

ASKS_FOR_ALL = re.compile(
    r"\bsummar|\bmain (?:point|idea)|\bkey points?|\bin short|(?:explain|what is|what does) this"
    r"|\babout\W*\Z|सारांश|संक्षेप|मुख्य कुरा|मुख्य बात|(?:यो|यह) (?:के|क्या)",
    re.I,
)
"""Questions about a text as a whole."""

NUMBERS = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
thousand million billion trillion half dozen double twice
दो दुई तीन चार पांच पाँच छह छः सात आठ नौ दस दश सौ सय हजार हज़ार लाख करोड़ करोड अरब आधा
"""
TIMES = """
january february march april june july august september october november december monday
tuesday wednesday thursday friday saturday sunday century decade today yesterday
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर शताब्दी दशक वर्ष साल
बैशाख वैशाख जेठ असार साउन श्रावण भदौ भाद्र असोज आश्विन कात्तिक कार्तिक मंसिर पुस पौष माघ फागुन
फाल्गुन चैत चैत्र गते मिति आइतबार सोमबार मंगलबार बुधबार बिहीबार शुक्रबार शनिबार
"""
NUMBER_WORDS, TIME_WORDS = frozenset(NUMBERS.split()), frozenset(TIMES.split())
REASONS = re.compile(
    r"\b(?:because|due to|owing to|since|therefore|so that|reasons?|caused?|in order to)\b"
    r"|किनभने|किनकि|कारण|भएकाले|हुनाले|क्योंकि|इसलिए|वजह",
    re.I,
)
DIGIT = re.compile(r"\d")
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def kind_of(question: str) -> Kind:
    """
    >>> kind_of("How many came?"), kind_of("बैठक कहिले बस्यो?"), kind_of("Why?")
    (<Kind.NUMBER: 'number'>, <Kind.TIME: 'time'>, <Kind.REASON: 'reason'>)
    """
    return next((kind for kind, asks in _ASKS.items() if asks.search(question)), Kind.OTHER)


def asks_for_all(question: str) -> bool:
    """
    >>> asks_for_all("Summarise this"), asks_for_all("What is the budget?")
    (True, False)
    """
    return ASKS_FOR_ALL.search(question) is not None


def holds(kind: Kind, sentence: str, asked: Collection[str]) -> bool:
    """Whether the sentence holds something of the kind; `asked` are the question's own words.

    >>> holds(Kind.NUMBER, "In 2024 there were 12 wards.", {"2024"})
    True
    """
    if kind is Kind.OTHER:
        return True
    if kind is Kind.REASON:
        return REASONS.search(sentence) is not None
    if kind is Kind.NAME:
        return _has_name(sentence, asked)
    new = [term for term in terms(sentence) if term not in asked]
    if kind is Kind.TIME and any(YEAR.search(term) or term in TIME_WORDS for term in new):
        return True
    return any(DIGIT.search(term) or term in NUMBER_WORDS for term in new)


def _has_name(sentence: str, asked: Collection[str]) -> bool:
    words = [token for token in tokens(sentence) if token.term not in asked]
    return any(sentence[word.start].isupper() for word in words if word.start)
