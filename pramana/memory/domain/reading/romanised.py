"""Nepali written in Latin letters: spelt in Devanagari, read like other Nepali, and given back with
its own words.

Words of the language are found by their sound, since everybody romanises them differently; every
other word is taken for a name, and keeps the letters that the message gives it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.names.transliteration import spellings
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention, nepali_words, tag
from pramana.language.tagging.words import hints, is_known, sound
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.lexicon import AMBIGUOUS_ROMANISED, ROMANISED_SPELLINGS
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage
from pramana.memory.domain.reading.nepali import nepali_claims

POSTPOSITIONS = lexicon.word_set("को का की ले लाई मा बाट देखि सम्म हरू सँग")
OPENERS = lexicon.word_set("र अनि तर अब अहिले पहिला हिजो आज भोलि त पनि चाहिँ")
"""Words after which "ma" is I, and not the ending of a place."""
ROOTS = (
    "भन् राख् लेख् चिन् खोज् भेट् पुग् फर्क् फर्कि निस्क् हट् जोड् पाल् सम्हाल् धान्"
    " जित् हार् चढ् उठ् सुत् बन् चल् झर् हुर्क् बस् गर् छोड् सर् किन् बेच् पढ् पढाउ सिकाउ"
    " बोल् खेल् बजाउ चलाउ हेर् खोल् थाल् बित् मर् फेर् पर् जन्म् सक् बोलाउ सार्"
)
ENDINGS = (
    "छु छ छन् छिन् छौं छौँ छे छौ एँ यो ए इन् यौं एको एकी एका नुहुन्छ नुभयो नुभएको नुहुन्थ्यो थें थ्यो थिन् थे दैछु दैछ"
    " दैछन् दिनँ दैन दैनन् िरहेको िरहेकी ियो दै एर ने नु थ्यौँ दैनथ्यो एका एछ"
)
BODIES = {
    **lexicon.map_words("bank", "बैंक"),
    **lexicon.map_words("hospital aspatal", "अस्पताल"),
    **lexicon.map_words("school iskul boarding", "स्कुल"),
    **lexicon.map_words("college campus", "क्याम्पस"),
    **lexicon.map_words("company kampani", "कम्पनी"),
    **lexicon.map_words("office", "कार्यालय"),
    **lexicon.map_words("hotel", "होटल"),
    **lexicon.map_words("army", "सेना"),
    **lexicon.map_words("nagarpalika municipality", "नगरपालिका"),
    **lexicon.map_words("gaupalika gaunpalika", "गाउँपालिका"),
    **lexicon.map_words("sahakari cooperative", "सहकारी"),
    **lexicon.map_words("bidyalaya vidyalaya", "विद्यालय"),
    **lexicon.map_words("club", "क्लब"),
    **lexicon.map_words("samiti committee", "समिति"),
}
"""Words for organizations, by a word that the tagger knows."""
OFFICE_LOANS = {
    **lexicon.map_words("president chairman chairperson chairwoman", "अध्यक्ष"),
    **lexicon.map_words("secretary", "सचिव"),
    **lexicon.map_words("treasurer", "कोषाध्यक्ष"),
    **lexicon.map_words("manager", "व्यवस्थापक"),
    **lexicon.map_words("director", "निर्देशक"),
    **lexicon.map_words("principal headmaster", "प्रधानाध्यापक"),
    **lexicon.map_words("captain", "कप्तान"),
    **lexicon.map_words("coach", "प्रशिक्षक"),
    **lexicon.map_words("editor", "सम्पादक"),
}
"""English words for offices, by the Nepali one."""
CHAT_SPELLINGS = (
    (re.compile(r"ein\b"), "en"),
    (re.compile(r"x"), "chh"),
    (re.compile(r"\bv"), "bh"),
    (re.compile(r"w"), "v"),
)
POLITE = re.compile(
    r"(?<=nu) (?=(?:hunchha|huncha|hunxa|bhayo|vayo|bho|vo|bhako|bhayeko|bhaeko|vayeko|hunthyo)\b)",
    re.I,
)
"""Where the polite form of a verb is written as two words: "basnu hunchha"."""
BHO = re.compile(r"(?<=[a-z])nu(?:bho|vo|vayo|bhyo)\b", re.I)
"""A short polite past tense: "basnubho"."""
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*|[^A-Za-z\s]+|\s+")
NOT_OWN_WORDS = re.compile(
    r"\?|[\"“”«»]|\b(?:h?a?re)\b\W*(?:,|$)|\b(?:yadi|bhane|vane|sunya|suneko)\b", re.IGNORECASE
)
"""Questions, quotations, hearsay and conditions, which state nothing of their own."""
_RUN = re.compile(
    rf"(?P<before>(?:को|का|की)\s)?(?<!\S)"
    rf"(?P<words>{nepali_grammar.WORD}(?:\s{nepali_grammar.WORD}){{0,3}}?)"
    r"(?P<case>ले|लाई|मा|(?=\s))(?=\s)"
)
_TITLE_AFTER = re.compile(rf"\s(?:{'|'.join(nepali_grammar.TITLES)})(?:ले|लाई|को)?(?=\s)|\sर\s")
_OWN_SUBJECT = re.compile(r"(?<!\S)(?:म|मैले|मेरो|मेरी|मेरा|हामी|हामीले)(?!\S)")
ENGLISH_WORDS = lexicon.word_set(
    "is are was were my the of to and in on with from i he she it this that have has for our your"
    " we they not an a at by been will"
)
"""Small words of English: a sentence with more of them than of Nepali is English."""
DEVANAGARI_WORD = re.compile(r"[\u0900-\u0963]+")
POSTPOSED = re.compile(r"^(?:dekhi|samma|bata|देखि|सम्म|बाट)\s+(?=\S)", re.IGNORECASE)
"""An ending that was taken for the first word of a name: "Asar 1 dekhi Gita"."""
HABIT = re.compile(r"थे(?=[,।\s]|$)")
LEAST_WORDS, LEAST_SHARE = 2, 0.3
SHORT = 4
"""Words of so few letters sound alike too often: "aakha" and काका."""
VIRAMA = "\u094d"
NO_CASE = "\u0903"
"""A sign after a name whose end looks like a case ending."""


@dataclass(frozen=True)
class SpeltSentence:
    """A romanised sentence, where it stands in the message, and its names by their spelling."""

    text: str
    start: int
    end: int
    names: tuple[tuple[str, str], ...]

    def original(self, name: str) -> str:
        """A name in the letters of the message."""
        names = dict(self.names)
        return " ".join(names.get(word, word) for word in name.split(" "))


def romanised_claims(
    message: SpokenMessage, sentences: Iterable[SpeltSentence], last: str
) -> Iterator[RelationClaim | EndClaim]:
    """The claims of a message's romanised sentences. `last` is whom pronouns refer to."""
    for sentence in sentences:
        words = message.content[sentence.start : sentence.end].strip(" .")
        said = replace(message, content=sentence.text)
        mentions = _with_capital_names(sentence, tag(sentence.text))
        for claim in nepali_claims(said, mentions, last):
            subject = _restored(claim.subject, sentence)
            own = _own_word(subject.name, words)
            whole = own if own != subject.name else _whole_name(subject.name, words)
            subject = replace(subject, name=whole)
            if ROMANISED_SPELLINGS.get(subject.name.casefold()) in nepali_grammar.STOP_WORDS:
                subject = replace(subject, name=message.speaker)  # "Pahile …" is nobody
            if not _is_clear(subject) and subject.name != message.speaker:
                continue
            if isinstance(claim, EndClaim):
                successor = _restored(claim.successor, sentence) if claim.successor else None
                ending = replace(claim, subject=subject, successor=successor)
                yield replace(ending, start=sentence.start, end=sentence.end)
                continue
            other = _restored(claim.object, sentence)
            if not _is_clear(other) and other.name != message.speaker:
                continue
            text = words if subject.name in words else f"{subject.name}: {words}"
            text = text if other.name in words else f"{text} ({other.name})"
            start, end = sentence.start, sentence.end
            yield replace(
                claim, subject=subject, object=other, text=f"{text}.", start=start, end=end
            )


def _own_word(name: str, words: str) -> str:
    """A common noun in the letters of the message: "pasal", for पसल."""
    spelt = ROMANISED_SPELLINGS | BODIES
    said = (each.strip(" ,.") for each in words.split())
    return next((each for each in said if spelt.get(each.casefold()) == name), name)


def _with_capital_names(
    sentence: SpeltSentence, mentions: Sequence[NameMention]
) -> list[NameMention]:
    """The mentions, with the people whom capital letters and their place show.

    Words with capitals before ले, लाई, a kin title or र are a person; of those before a place or
    a body, the first two are, if nobody else is the subject.
    """
    names = dict(sentence.names)
    found = [part for each in mentions for part in _split_by_capitals(each, names)]
    for run in _RUN.finditer(sentence.text):
        words = run["words"].split()
        if not all(names.get(each, each)[:1].isupper() and each in names for each in words):
            continue
        is_person = run["case"] in ("ले", "लाई") or _TITLE_AFTER.match(sentence.text, run.end())
        count = len(words) if is_person else 0
        if run["case"] == "मा" and not _OWN_SUBJECT.search(sentence.text) and not run["before"]:
            count = _name_length(words)
        name = " ".join(words[:count])
        start = run.start("words")
        if name and not any(each.start < start + len(name) and start < each.end for each in found):
            why = "written with capitals"
            end = start + len(name)
            found.append(NameMention(start, end, MentionKind.PERSON, name, 0.7, why))
    return sorted(found, key=lambda each: each.start)


def _split_by_capitals(mention: NameMention, names: Mapping[str, str]) -> list[NameMention]:
    """A body in small letters without the person before it: "Ana chess club" names Ana."""
    words = mention.text.split()
    small = [n for n, word in enumerate(words) if names.get(word, "").islower()]
    if mention.kind is not MentionKind.ORGANIZATION or not small or not small[0]:
        return [mention]
    name = " ".join(words[: small[0]])
    end = mention.start + len(name)
    return [
        replace(mention, end=end, text=name, kind=MentionKind.PERSON),
        replace(mention, start=end + 1, text=mention.text[len(name) + 1 :]),
    ]


def _name_length(words: Sequence[str]) -> int:
    """How many of the words before a place or body are the name of a person."""
    kinds = [set(hints(sound(each))) for each in words]
    if len(words) < 2 or kinds[0] & {"place", "org"}:
        return 0
    if len(words) == 2:
        return 0 if kinds[1] & {"org"} and not kinds[0] & {"given"} else 1
    is_place = bool(kinds[-1] & {"place", "ends_like_a_place"})
    return 2 if len(words) > 3 or "surname" in kinds[1] or is_place else 1


def outside(
    sentences: Sequence[SpeltSentence], claims: Iterable[RelationClaim | EndClaim]
) -> list[RelationClaim | EndClaim]:
    """The claims of English grammar, without those of romanised sentences."""
    return [
        claim
        for claim in claims
        if not any(each.start <= claim.start < each.end for each in sentences)
    ]


def _restored(referent: Referent, sentence: SpeltSentence) -> Referent:
    owner, name = sentence.original(referent.owner), sentence.original(referent.name)
    if referent.owner and referent.name.startswith(f"{referent.owner}'s "):
        name = f"{owner}{referent.name.removeprefix(referent.owner)}"
    return replace(referent, name=POSTPOSED.sub("", name), owner=owner)


def _whole_name(name: str, words: str) -> str:
    """A name with the names just before it, which the reader may have left out."""
    before = re.search(rf"((?:[A-Z][a-z]+ )+){re.escape(name)}\b", words)
    taken = before[1].split() if before else []
    return (
        name
        if any(each.casefold() in ROMANISED_SPELLINGS for each in taken)
        else " ".join((*taken, name))
    )


def _is_clear(referent: Referent) -> bool:
    """Whether a referent is named in the letters of the message, or a described person."""
    if referent.tie:
        return True
    is_person = referent.kind is EntityKind.PERSON
    return not contains_devanagari(referent.name) and not (is_person and referent.name.islower())


def romanised_sentences(content: str) -> Iterator[SpeltSentence]:
    for match in SENTENCE.finditer(content):
        words = match.group()
        if is_romanised(words) and not NOT_OWN_WORDS.search(words):
            start = match.start() + len(words) - len(words.lstrip())
            yield _spelt(words.strip(), start)


def in_devanagari(sentence: str) -> str:
    """Romanised Nepali in Devanagari; any other sentence as it is.

    >>> in_devanagari("Sita ko ghar")
    'सीताको घर।'
    """
    return _spelt(sentence.strip(), 0).text if is_romanised(sentence) else sentence


def is_romanised(sentence: str) -> bool:
    """Whether a sentence is Nepali in Latin letters, by its small words and verbs.

    >>> is_romanised("Ma Hetauda ma baschu"), is_romanised("I live in Hetauda, ma")
    (True, False)
    """
    words = [each.casefold() for each in re.findall(r"[A-Za-z]+", sentence)]
    known = [each for each in words if each in ROMANISED_SPELLINGS or _verb(each)]
    clear = [each for each in known if each not in AMBIGUOUS_ROMANISED and len(each) > 2]
    english = sum(each in ENGLISH_WORDS for each in words)
    if english > 1 and english > len(clear):
        return False
    if contains_devanagari(sentence) and len(DEVANAGARI_WORD.findall(sentence)) > len(words):
        return False
    return bool(clear) and len(known) >= max(LEAST_WORDS, LEAST_SHARE * len(words))


def _spelt(sentence: str, start: int) -> SpeltSentence:
    parts: list[str] = []
    names: dict[str, str] = {}
    opens = True
    for word in WORD.findall(BHO.sub("nubhayo", POLITE.sub("", sentence))):
        if not word[0].isalpha():
            opens = opens or not (word.isspace() or word[-1].isdigit())
            opens = opens and not word[-1].isdigit()
            parts.append(word)
            continue
        nepali = _nepali_word(word, first=not parts)
        if nepali == "म" and not opens:
            nepali = "मा"
        if nepali in POSTPOSITIONS and parts and not parts[-1].strip():
            parts[-1] = nepali
            continue
        if nepali is None:
            nepali = _spelt_name(word)
        if nepali not in nepali_grammar.TIES and word.casefold() not in ROMANISED_SPELLINGS:
            names.setdefault(nepali, word)
        opens = nepali in OPENERS
        parts.append(nepali)
    text = HABIT.sub("थें", "".join(parts).rstrip(" .!"))  # of nobody named: the speaker's
    return SpeltSentence(f"{text}।", start, start + len(sentence), tuple(names.items()))


def _spelt_name(word: str) -> str:
    """A name in Devanagari, with a sign after it if its end looks like a case, as in Pema."""
    if word.islower() and (office := OFFICE_LOANS.get(word)):
        return office
    if word.islower() and lexicon.is_occupation(word):
        return word
    known = BODIES.get(word.casefold()) or (
        _places_by_sound().get(_sound(word.casefold())) if len(word) > SHORT else None
    )
    if known:
        return known
    spelt = next(iter(spellings(word, 1)), word)
    ends_like_case = any(spelt.endswith(each) for each in POSTPOSITIONS) and not is_known(spelt)
    return f"{spelt}{NO_CASE}" if ends_like_case else spelt


def _nepali_word(word: str, *, first: bool) -> str | None:
    """A word of the language in Devanagari; None for a name."""
    plain = word.casefold()
    if plain in ROMANISED_SPELLINGS:
        return ROMANISED_SPELLINGS[plain]
    if word[:1].isupper() and not first:
        return None
    return _verb(plain) or _noun(plain)


def _verb(word: str) -> str | None:
    form = _verbs_by_sound().get(_sound(word)) if len(word) > 3 else None
    return form.replace("दिनँ", "दैन") if form and word.endswith(("aina", "ena")) else form


def _noun(word: str) -> str | None:
    return _nouns_by_sound().get(_sound(word)) if len(word) > SHORT else None


def _sound(word: str) -> str:
    for pattern, letters in CHAT_SPELLINGS:
        word = pattern.sub(letters, word)
    return fold_sounds(read_word(word))


@cache
def _verbs_by_sound() -> dict[str, str]:
    found: dict[str, str] = {}
    for root, ending in product(ROOTS.split(), ENDINGS.split()):
        form = _joined(root, ending)
        found.setdefault(fold_sounds(read_word(form)), form)
        found.setdefault(fold_sounds(read_word(form.replace("ँ", ""))), form)
    return found


def _joined(root: str, ending: str) -> str:
    """A verb's root with an ending: बस् and एँ are बसेँ, पढाउ and यो are पढायो."""
    signs = {"ए": "े", "इ": "ि", "ि": "ि"}
    if root.endswith("उ") and ending[0] != "न":
        return f"{root}ँ{ending}" if ending[0] in "छथद" else f"{root.removesuffix('उ')}{ending}"
    if root.endswith(VIRAMA) and ending[0] in signs:
        return f"{root.removesuffix(VIRAMA)}{signs[ending[0]]}{ending[1:]}"
    return f"{root}{ending}"


@cache
def _nouns_by_sound() -> dict[str, str]:
    words = (
        *nepali_grammar.OCCUPATIONS,
        *nepali_grammar.OFFICES,
        *nepali_grammar.POSSESSIONS,
        *nepali_grammar.TIES,
    )
    return {fold_sounds(read_word(word)): word for word in reversed(words) if " " not in word}


@cache
def _places_by_sound() -> dict[str, str]:
    places = dict(nepali_words.lists())["place"]
    return {fold_sounds(read_word(word)): word for word in places}
