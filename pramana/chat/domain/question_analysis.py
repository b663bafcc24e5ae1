"""What a question asks for: the kind of answer, its words, and what each word weighs.

"How many?" is answered by a number, "when?" by a date, "why?" by a "because", "who?" by a name.
Names are recognised by their capitals. Devanagari has none, so there "who" and "where" ask for
nothing in particular.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from pramana.chat.domain.question_words import families_of, lines_of, words_of
from pramana.language.glossary import bill_words, translations
from pramana.language.names.normalisation import letter_name
from pramana.language.names.transliteration import words_alike
from pramana.language.scripts import LANGUAGE_WORDS, contains_devanagari, latin_language
from pramana.language.stems import content_stems, stem
from pramana.language.tokens import terms, tokens

IRREGULAR_VERBS = """
be was were been|become became|begin began begun|bear bore born|break broke broken
bring brought|build built|buy bought|catch caught|choose chose chosen|come came|deal dealt
die death dead|do did done|draw drew drawn|drink drank|drive drove driven|eat ate eaten
fall fell fallen|feel felt|fight fought|find found|fly flew flown|forbid forbade forbidden
get got|give gave given|go went gone|grow grew grown|hear heard|hold held|keep kept
know knew known|lay laid lain|lead led|leave left|lend lent|lose lost loss|make made|mean meant
meet met|pay paid|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold sale|send sent
shoot shot|sing sang|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood
steal stole stolen|swim swam|take took taken|teach taught|tell told|think thought
understand understood|wear wore worn|win won|write wrote written
"""

_FAMILIES = [
    frozenset(stem(word) for word in family.split())
    for line in IRREGULAR_VERBS.strip().splitlines()
    for family in line.split("|")
]
_NUMERALS = [
    frozenset({str(value), *(stem(name) for name in names.split())})
    for value, names in enumerate(lines_of("NUMERALS"), start=3)
]
IRREGULAR_FORMS = {form: family - {form} for family in _FAMILIES + _NUMERALS for form in family}
"""The other stems of a verb or of a number, by each of its stems: "met" for "meet", "7" for
"seven". No stemmer knows these."""


def _forms(section: str) -> dict[str, frozenset[str]]:
    """The other stems of each stem of the families of words in a section."""
    families = [frozenset(map(stem, family)) for family in families_of(section)]
    return {
        form: frozenset().union(*(each for each in families if form in each)) - {form}
        for family in families
        for form in family
    }


ATTRIBUTE_FORMS = _forms("ATTRIBUTES")
"""The other words of an attribute, by each of its stems: "weight" for "heavy"."""

SYNONYMS = _forms("SYNONYMS")
"""Words that people use for one another, by the stem of each: "dispatch" for "send"."""

DOCUMENT_FORMS = _forms("DOCUMENT_KINDS")
"""The other words for a kind of paper: "invoice" for "bill"."""

CONTRASTS = [frozenset(line.split()) for line in lines_of("CONTRASTS")]
"""Groups of words; a text that names one of a group says nothing about another."""

MODAL_STEMS = frozenset(map(stem, words_of("MODALS")))


class AnswerKind(StrEnum):
    """What a sentence must contain to answer a question."""

    NUMBER = "number"
    TIME = "time"
    NAME = "name"
    REASON = "reason"
    OTHER = "other"


QUESTION_WORDS = {
    AnswerKind.NUMBER: (
        "how many|how much|how old|how long|how far|how often"
        "|how (?:large|high|big|heavy|tall|wide|deep)|what percent\\w*|what number"
        "|what is the (?:most|least|maximum|minimum|highest|lowest)(?! \\w+ of\\b)"
        "|wie ?viele?|wie (?:hoch|lange?|oft|groß|alt|schwer)|combien|cu[aá]nt[oa]s?|quant[oiae]"
        "|कति(?:वटा|जना|को|सम्म|देखि|भन्दा|औँ|औं)?|कितने|कितनी|कितना"
    ),
    AnswerKind.TIME: (
        "when|(?:what|which) (?:year|date|day|month)"
        "|wann|seit wann|quand|cu[aá]ndo|quando|a che ora|a qu[eé] hora"
        "|कहिले(?:देखि|सम्म|बाट|को|का)?|कुन साल|कुन (?:मिति|दिन)(?:मा|सम्म|देखि|बाट)?|कब|किस वर्ष|किस साल"
    ),
    AnswerKind.NAME: (
        "who|whom|whose|where|which city|which country|what city|what country"
        "|wer|wem|wen|qui|qui[eé]n(?:es)?|chi"
    ),
    AnswerKind.REASON: "why|how come|what reasons?|what caused?|किन|के कारणले|क्यों|किस कारण",
}
_EDGE = r"[\w\u0900-\u0963]"
_QUESTION_PATTERNS = {
    kind: re.compile(rf"(?<!{_EDGE})(?:{words})(?!{_EDGE})", re.I)
    for kind, words in QUESTION_WORDS.items()
}

SUMMARY_QUESTION = re.compile(
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


DAYS_AND_CODES = re.compile(
    r"(?<!\d)\d{4}[/.-]\d{1,2}(?:[/.-]\d{1,2})?(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)|[^\s\d]+/\S*\d\S*"
    r"|(?:\bno|\bnr|नं)\.?\s*\d+(?![\d.,])",
    re.I,
)
"""Digits that count nothing: 2082/11/06, 12:00, AB/02/2082, no. 2."""

ASKS_WHAT = re.compile(r"\W*(?:what|which|how)\b", re.I)
CLAUSE_WORDS = re.compile(r"(?<=\w)\s+(?:when|where|who|whose|whom|why)\b", re.I)
IMPERATIVE = re.compile(
    r"\A\W*(?:please )?(?:list|name|show|give)\s+(?=(?:me|all|the|every|our)\b)", re.I
)
"""The verb of a question that is an order; it says nothing about what is asked for."""


HOW_MUCH = re.compile(
    r"\bhow (?:large|high|big|great)\b|\bat (?:the )?(?:very )?(?:most|least)\b"
    r"|\bhow much money\b|\b(?:what|which) (?:amount|sum)(?: of money)?\b|\bup to what\b"
    r"|\bwhat(?: is|'s| was) the (?:full )?name of\b|\b(?:on|by|from) (?:what|which) (?:day|date)\b"
    r"|कति (?:रकम|पैसा|समय)(?:को|मा|भित्र|सम्म)?(?![\u0900-\u0963])"
    r"|कुन (?:दिन|मिति)(?:मा|सम्म|देखि)?(?![\u0900-\u0963])",
    re.I,
)
"""Words that ask for an amount, a day or a name, and say nothing about it."""

ABBREVIATION = re.compile(r"(?<!\w)(?:[^\W\d_][\u0900-\u0963]*\.){2,}")
"""Letters that are one word: O.P.D., ओ.पी.डी."""

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
SINCE = re.compile(
    rf"\b(?:since|as of|as from|from|starting|after)\s+(?:\d{{1,2}}\s+)?(?:{_MONTHS})"
    r"(?:\s+20\d\d)?\b(?:\s+on\b)?|\b(?:since|as of|from)\s+20\d\d\b",
    re.I,
)
"""The time from which on something is asked: the text that answers need not repeat it."""


def expected_kind(question: str) -> AnswerKind:
    """
    >>> [expected_kind(each).value for each in ("How many came?", "बैठक कहिले बस्यो?", "Why?")]
    ['number', 'time', 'reason']
    >>> expected_kind("Where do we meet when there is a fire?").value
    'name'
    """
    first = question.lstrip(" \t\n“\"'¿-–")
    begins = (kind for kind, asks in _QUESTION_PATTERNS.items() if asks.match(first))
    if kind := next(begins, None):
        return kind
    asked = question
    if ASKS_WHAT.match(question):  # "when" and "where" then begin a clause
        asked = CLAUSE_WORDS.sub(" ", question)
    return next(
        (kind for kind, asks in _QUESTION_PATTERNS.items() if asks.search(asked)),
        AnswerKind.OTHER,
    )


def asks_for_summary(question: str) -> bool:
    """
    >>> asks_for_summary("Summarise this"), asks_for_summary("What is the budget?")
    (True, False)
    """
    return SUMMARY_QUESTION.search(question) is not None


def contains_kind(kind: AnswerKind, sentence: str, question_words: Collection[str]) -> bool:
    """Whether the sentence contains something of the kind that the question did not name itself.

    `question_words` are the question's own words.

    >>> contains_kind(AnswerKind.NUMBER, "In 2024 there were 12 wards.", {"2024"})
    True
    """
    if kind is AnswerKind.OTHER:
        return True
    if kind is AnswerKind.REASON:
        return REASONS.search(sentence) is not None
    if kind is AnswerKind.NAME:
        return _has_name(sentence, question_words)
    counted = sentence if kind is AnswerKind.TIME else DAYS_AND_CODES.sub(" ", sentence)
    new = [term for term in terms(counted) if term not in question_words]
    if kind is AnswerKind.TIME and any(YEAR.search(term) or term in TIME_WORDS for term in new):
        return True
    return any(DIGIT.search(term) or term in NUMBER_WORDS for term in new)


def _has_name(sentence: str, question_words: Collection[str]) -> bool:
    known = TIME_WORDS.union(question_words)
    words = [token for token in tokens(sentence) if token.term not in known]
    return any(sentence[word.start].isupper() for word in words if word.start)


SIMILAR = 0.6
"""What a similar word counts for: कार्यकारी for कार्यपालिका, "election" for "elected"."""

TRANSLATED, MIN_TRANSLATED, MIN_COMPOUND, UNKNOWN = 0.9, 3, 5, 0.5
"""What a word of the same meaning in another language counts for, how much of it must be there to
know it by its beginning in Devanagari and in Latin letters, and what a word weighs that has no
translation."""

MIN_SIMILAR_LENGTH = 4
MAX_LENGTH_DIFFERENCE = 3
"""Similar words share the first two thirds of the word and differ in length by at most this."""

NONE: frozenset[str] = frozenset()

SMALL_STEMS = {
    language: frozenset(map(stem, words)) | frozenset(map(stem, words_of("FOREIGN_MODALS")))
    for language, words in LANGUAGE_WORDS.items()
    if language != "en"
}
"""Words that say nothing by themselves in a question in another language in Latin letters."""

LONGEST_ABBREVIATION = 4
NAME = re.compile(r"(?<!\A)(?<![.?!:]\s)\b[A-Z][\w’'&-]*(?:\s+[A-Z][\w’'&-]*)+")
"""Words with capitals one after the other, but for the one that begins a sentence."""

ATTACHED = tuple(words_of("ATTACHED_WORDS"))
"""Words that Nepali writes onto the one before, and endings of verbs that say must."""


@dataclass(frozen=True)
class QuestionTerms:
    """A question as the stems to look for in a sentence."""

    kind: AnswerKind
    words: frozenset[str]
    """The words as they were asked."""
    weights: Mapping[str, float]
    """The weight of each content stem."""
    similar: Mapping[str, frozenset[str]]
    """Stems that may be another form of each content stem."""
    translated: Mapping[str, frozenset[str]]
    """Stems of the texts that mean the same in another script."""

    def match(self, stem: str, stems: Collection[str]) -> float:
        """How well these stems match one of the question's: fully, by a similar word, or not."""
        if stem in stems or not IRREGULAR_FORMS.get(stem, NONE).isdisjoint(stems):
            return 1.0
        if not self.translated[stem].isdisjoint(stems):
            return TRANSLATED
        related = self.similar[stem] | ATTRIBUTE_FORMS.get(stem, NONE)
        related |= DOCUMENT_FORMS.get(stem, NONE) | SYNONYMS.get(stem, NONE)
        return 0.0 if related.isdisjoint(stems) else SIMILAR

    def says(self, stem: str) -> bool:
        """Whether the question has a word that matches this stem of a text."""
        return any(self.match(each, {stem}) for each in self.weights)

    def matched_share(self, *places: tuple[float, frozenset[str]]) -> float:
        """The share of the question's weight that is matched, each stem where it counts most.

        `places` are sets of stems, each with what a match in it counts for.
        """
        return self._share(self.weights, places)

    def is_meant_in(self, held: Collection[str]) -> bool:
        """Whether these stems hold a word of the question by its meaning, not by its sound only."""
        return any(
            self.match(each, held)
            for each in self.weights
            if each in held or not self.translated[each] or _is_known(each)
        )

    def share_beyond(self, topic: frozenset[str], held: frozenset[str]) -> float:
        """The share of the question's weight that is matched, but for the words of the topic."""
        weights = {each: weight for each, weight in self.weights.items() if each not in topic}
        return self._share(weights, [(1.0, held)])

    def translated_share(
        self, *places: tuple[float, frozenset[str]], names: Collection[str] = ()
    ) -> float:
        """The same for a text in another script; `names` are not looked for.

        A word without a translation cannot be matched, so it counts for less. Words that only
        sound alike are names: they say nothing of what is asked.
        """
        if not any(self.is_meant_in(held) for _, held in places):
            return 0.0
        weights = {
            each: weight if self.translated[each] or _is_known(each) else UNKNOWN * weight
            for each, weight in self.weights.items()
            if each not in names
        }
        return self._share(weights, places)

    def _share(
        self, weights: Mapping[str, float], places: Sequence[tuple[float, frozenset[str]]]
    ) -> float:
        total = sum(weights.values())
        matched = sum(
            weight * max(worth * self.match(stem, stems) for worth, stems in places)
            for stem, weight in weights.items()
        )
        return matched / total if total else 0.0


def analyse_question(question: str, texts: Iterable[Collection[str]]) -> QuestionTerms:
    """Weigh the question's stems against the stems of these texts: rare ones count more."""
    known = list(texts)
    counts = Counter(each for text in known for each in text)
    asked = SINCE.sub(" ", HOW_MUCH.sub(" ", IMPERATIVE.sub("", question)))
    words = terms(asked) if content_stems(map(stem, terms(asked))) else terms(question)
    spelled = {stem(word): word for word in words}
    stems = content_stems(spelled)
    own = SMALL_STEMS.get(latin_language(question), NONE)
    content = [each for each in stems if each not in MODAL_STEMS and each not in own] or stems
    parts = {**_words_of_names(question), **_letters_of_abbreviations(question)}
    weights = {each: _idf(counts[each], len(known)) / parts.get(each, 1) for each in content}
    similar = {each: _similar_stems(each, counts) for each in content}
    translated = {each: _translated_stems(each, spelled[each], counts) for each in content}
    kind = expected_kind(question)
    return QuestionTerms(kind, frozenset(words), weights, similar, translated)


def _words_of_names(question: str) -> dict[str, float]:
    """The words of long names, each with what its weight is divided by: a name weighs as much as
    two words, since in "How high is the rent of Bell Mill Yard?" the rent is what matters."""
    if latin_language(question) == "de":  # all nouns have a capital
        return {}
    found = [content_stems(map(stem, terms(each.group()))) for each in NAME.finditer(question)]
    return {word: len(words) / 2 for words in found if len(words) > 2 for word in words}


def _letters_of_abbreviations(question: str) -> dict[str, int]:
    """The letters of abbreviations, each with how many make up its word."""
    found = [[*map(stem, terms(each.group()))] for each in ABBREVIATION.finditer(question)]
    return {letter: len(letters) for letters in found for letter in letters}


def _idf(texts_with: int, texts: int) -> float:
    return log(1 + (texts - texts_with + 0.5) / (texts_with + 0.5))


def _is_known(stem: str) -> bool:
    """Whether a word could be found in another language: a number, or one with a translation."""
    return stem.isdecimal() or bool(translations(stem) or bill_words(stem))


def _translated_stems(stem: str, word: str, known: Collection[str]) -> frozenset[str]:
    """The known stems that begin like a translation: Nepali verbs have many endings. `word` is the
    word as it was asked, by whose sound names are known."""
    foreign = bill_words(stem)
    meanings = translations(stem) | foreign
    # Names, and words that one language took from the other.
    heard = words_alike(word, known) | _spelled_out(word, known)
    if not meanings:
        return heard | words_alike(stem, known)
    nepali = (each for each in meanings if contains_devanagari(each))
    heads = tuple(each for each in nepali if len(each) >= MIN_TRANSLATED)
    heads += tuple(each for each in foreign if len(each) >= MIN_COMPOUND)
    return heard | {each for each in known if each in meanings or each.startswith(heads)}


def _spelled_out(word: str, known: Collection[str]) -> frozenset[str]:
    """The last letter of an abbreviation whose letters stand there in Devanagari: ओ.पी.डी. is OPD.

    >>> sorted(_spelled_out("opd", {"ओ", "पी", "डी"})), sorted(_spelled_out("opd", {"पी"}))
    (['डी'], [])
    """
    if not (word.isascii() and word.isalpha() and 1 < len(word) <= LONGEST_ABBREVIATION):
        return NONE
    letters = [stem(letter_name(letter)) for letter in word.lower()]
    return frozenset(letters[-1:]) if all(each in known for each in letters) else NONE


def _bare(word: str) -> str:
    """A Devanagari word without what is written onto it: समयभित्र, सक्नुपर्नेछ."""
    ending = next((each for each in ATTACHED if word.endswith(each)), "")
    return stem(word.removesuffix(ending)) if ending and len(word) > len(ending) + 2 else ""


def _similar_stems(stem: str, known: Iterable[str]) -> frozenset[str]:
    if len(stem) < MIN_SIMILAR_LENGTH:
        return NONE
    if contains_devanagari(stem) and (bare := _bare(stem)):
        return frozenset(other for other in known if other.startswith(bare) or _bare(other) == bare)
    head = stem[: max(MIN_SIMILAR_LENGTH - 1, len(stem) * 2 // 3)]
    return frozenset(
        other
        for other in known
        if other.startswith(head) and abs(len(other) - len(stem)) <= MAX_LENGTH_DIFFERENCE
    )
