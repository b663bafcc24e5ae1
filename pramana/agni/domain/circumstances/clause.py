"""The clause around a name, in which a document says who someone is, and its words for that."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.agni.contracts import TextMention
from pramana.agni.domain.name_reading.words import LOCAL_BODY_HEADS
from pramana.language.tagging import MentionKind, NameMention

RELATIONS_NE = {
    "छोरा": "father",
    "छोरी": "father",
    "नाति": "grandfather",
    "नातिनी": "grandfather",
    "श्रीमती": "spouse",
    "पत्नी": "spouse",
    "पति": "spouse",
    "श्रीमान्": "spouse",
    "बुहारी": "father_in_law",
}
"""In "X को छोरा Y", what X is to Y."""

RELATIONS_EN = {
    "son": "father",
    "daughter": "father",
    "grandson": "grandfather",
    "granddaughter": "grandfather",
    "wife": "spouse",
    "husband": "spouse",
    "widow": "spouse",
}
"""In "Y, son of X", what X is to Y."""

RELATIVES_NE = {
    **{"बुबा": "father", "बाबु": "father", "पिता": "father", "आमा": "mother", "माता": "mother"},
    **{"पति": "spouse", "श्रीमान्": "spouse", "पत्नी": "spouse", "श्रीमती": "spouse"},
    **{"हजुरबुबा": "grandfather", "बाजे": "grandfather"},
}
"""In "Y का बुबा X", what X is to Y."""

RELATIVES_EN = {
    **{"father": "father", "mother": "mother", "grandfather": "grandfather"},
    **{"husband": "spouse", "wife": "spouse", "spouse": "spouse"},
}
RELATION_LABELS = {
    "father": r"father(?:['’]s name)?|बाबु(?:को नाम)?|बुबा(?:को नाम)?|पिता(?:को नाम)?",
    "mother": r"mother(?:['’]s name)?|आमा(?:को नाम)?|माता(?:को नाम)?",
    "grandfather": r"grandfather(?:['’]s name)?|बाजे(?:को नाम)?|हजुरबुबा(?:को नाम)?",
    "spouse": r"spouse(?:['’]s name)?|husband(?:['’]s name)?|wife(?:['’]s name)?|"
    r"पति ?/ ?पत्नी(?:को नाम)?|पति(?:को नाम)?|पत्नी(?:को नाम)?",
}

CASE_ROLES = (
    ("complainant", r"जाहेरवाला|उजुरीकर्ता|complainants?|informants?"),
    ("witness", r"साक्षी|witness(?:es)?"),
    ("defendant", r"प्रतिवादी|अभियुक्त|आरोपी|defendants?|accused|suspects?"),
    ("respondent", r"प्रत्यर्थी|विपक्षी|respondents?"),
    ("appellant", r"पुनरावेदक|appellants?"),
    ("petitioner", r"निवेदक|रिट निवेदक|petitioners?|applicants?"),
    ("plaintiff", r"वादी|फिरादी|plaintiffs?|claimants?"),
    ("victim", r"पीडित|victims?"),
)
"""The words for each role; one that contains another comes first."""

ROLE_BY_POSITION = {
    "judge": "judge",
    "chief judge": "judge",
    "chief justice": "judge",
    "lawyer": "lawyer",
    "senior advocate": "lawyer",
    "government attorney": "prosecutor",
    "attorney general": "prosecutor",
}

PARTY_WORDS = """
party congress communist maoist uml janata loktantrik samajwadi socialist democratic
पार्टी कांग्रेस काँग्रेस कम्युनिस्ट माओवादी एमाले जनता लोकतान्त्रिक समाजवादी प्रजातान्त्रिक दल जनमोर्चा
राप्रपा रास्वपा जसपा लोसपा नेकपा
"""
SMALL_WORDS = """
the a an its his her our your their and or of for by with to in at on from as is was were has had
are were including that who whose said told met call dear signed represented between than then
also both when while
after before under into over this these those where which i we he she they it chairs
"""
"""Words that cannot be part of a position."""

PARTY_POSITIONS = (
    "central member|central committee|polit|general secretary|"
    "केन्द्रीय सदस्य|केन्द्रिय सदस्य|महामन्त्री|महासचिव"
)

IDENTIFIERS = {
    "citizenship_number": r"(?:citizenship(?: certificate)?(?: no\.?| number)?|"
    r"नागरिकता(?: प्रमाणपत्र)?(?:को)?(?: नं\.?| नम्बर)?|ना\.?\s?प्र\.?\s?(?:प\.?\s?)?नं\.?)",
    "pan": r"(?:PAN(?: no\.?| number)?|VAT(?:/PAN)? no\.?|"
    r"स्थायी लेखा (?:नं\.?|नम्बर)|प्यान(?: नं\.?| नम्बर)?)",
    "registration_number": r"(?:registered under no\.?|"
    r"reg(?:istration|d)?\.? (?:no\.?|number)|"
    r"दर्ता (?:नं\.?|नम्बर)|कम्पनी दर्ता(?: नं\.?| नम्बर)?)",
    "licence_number": r"(?:licen[cs]e (?:no\.?|number)|"
    r"अनुमति ?पत्र (?:नं\.?|नम्बर)|इजाजतपत्र (?:नं\.?|नम्बर))",
    "passport_number": r"(?:passport (?:no\.?|number)|राहदानी (?:नं\.?|नम्बर))",
    "symbol_number": r"(?:roll no\.?|symbol no\.?|सिम्बोल नं\.?|रोल नं\.?|संकेत नं\.?)",
}
PHONE = (
    r"(?:phone|mobile|tel(?:ephone)?|contact(?: no\.?| number)?|call|on|"
    r"फोन(?: नं\.?)?|मोबाइल(?: नं\.?)?|सम्पर्क(?: नं\.?| नम्बर)?)"
)
HELD_NE = "कार्यरत|रहेका|रहेकी|रहनुभएका|रहनुभएकी|रहिसकेका|भएका|भएकी|भइसकेका|समेत रहेका"
"""After a position, that someone holds or held it."""


PERSON, ORGANIZATION, LOCATION = (
    MentionKind.PERSON,
    MentionKind.ORGANIZATION,
    MentionKind.LOCATION,
)
TITLES_EN = r"(?:Mr|Mrs|Ms|Miss|Dr|Er|Adv|Prof|Hon|Hon'ble|Honou?rable|Shri|Smt|Late)\b\.?\s*"
TITLES_NE = (
    r"(?:श्रीमती|श्री|सुश्री|डा\.?|प्रा\.?|माननीय|मा\.|सम्माननीय|"
    r"विद्वान्?|ई\.|इ\.|स्व\.?|स्वर्गीय|निज|कमरेड)\s*"
)
TITLES = rf"(?:{TITLES_EN}|{TITLES_NE})"
DIGIT = r"[\d०-९]"
DEGREES = r"(?:,? (?:Ph\.?D|M\.?D|MBBS|FCA|CA|Esq|LLM)\b\.?)?"
REACH = 240
"""Characters on either side of a name that are looked at."""


@dataclass(frozen=True)
class Circumstance:
    """A value and the place of the words that state it."""

    key: str
    value: str
    start: int
    end: int


_STOP = re.compile(
    r"[।॥?!;]|\n|(?<=[a-z0-9)\"”]{2})[.](?=\s+[A-Z\"“(]|\s*$)|(?<=[a-z]{3})[.](?=\s+[A-Z])"
)


@dataclass(frozen=True)
class NameClause:
    """A mention with the text on both sides of it that may be about it."""

    text: str
    mention: NameMention
    others: tuple[NameMention, ...]
    start: int
    end: int
    previous: NameMention | None = None
    """The person named before, to whom a pronoun refers."""

    @classmethod
    def around(cls, text: str, at: int, mentions: Sequence[NameMention]) -> "NameClause":
        mention = mentions[at]
        start = _sentence_start(text, mention.start)
        end = _sentence_end(text, mention.end)
        previous = None
        if mention.kind is PERSON:
            people = [o for o in mentions[:at] if o.kind is PERSON and not is_relative(text, o)]
            previous = people[-1] if people else None
            for other in mentions[:at]:
                if other.kind is PERSON and other.end > start and not is_relative(text, other):
                    start = other.end
            after = (o for o in mentions[at + 1 :] if o.kind is PERSON and o.start < end)
            strangers = (o for o in after if not is_stated_relative(text, o))
            nearest = next((o for o in strangers if not _is_whose(text, o)), None)
            end = nearest.start if nearest else end
        others = tuple(
            o for o in mentions if o is not mention and start <= o.start and o.end <= end + REACH
        )
        return cls(text, mention, others, start, end, previous)

    @property
    def text_before(self) -> str:
        return self.text[self.start : self.mention.start]

    @property
    def text_after(self) -> str:
        return self.text[self.mention.end : self.end]

    @property
    def next_line(self) -> tuple[int, str]:
        """The line under the one that ends with the mention; empty otherwise."""
        rest = self.text[self.mention.end : self.mention.end + REACH]
        match = re.match(rf"{DEGREES}[ \t.,]*\n[ \t]*(?P<line>[^\n]+)", rest)
        return (self.mention.end + match.start("line"), match["line"]) if match else (0, "")

    def places(self) -> list[NameMention]:
        return [other for other in self.others if other.kind is LOCATION]

    def own(self, key: str, start: int, end: int) -> Circumstance:
        value = " ".join(self.text[start:end].split()).strip(" ,;:-–")
        return Circumstance(key, value, start, end)


def _sentence_start(text: str, at: int) -> int:
    start = max(0, at - REACH)
    stops = [match.end() for match in _STOP.finditer(text, start, at)]
    return stops[-1] if stops else start


def _sentence_end(text: str, at: int) -> int:
    limit = min(len(text), at + REACH)
    match = _STOP.search(text, at, limit)
    return match.start() if match else limit


def is_relative(text: str, mention: NameMention | TextMention) -> bool:
    relations = "|".join(RELATIONS_NE)
    return bool(re.match(rf"(?:को|का|की)\s+(?:{relations})", text[mention.end : mention.end + 20]))


def is_stated_relative(text: str, mention: NameMention | TextMention) -> bool:
    before = text[max(0, mention.start - 40) : mention.start]
    relations = "|".join(RELATIONS_EN)
    return bool(
        re.search(
            rf"\b(?:{relations}) of (?:the )?(?:late )?(?:{TITLES_EN})*"
            rf"(?:[A-Z][\w'’-]+(?: [A-Z][\w'’.-]+){{1,3}} and (?:{TITLES_EN})*)?$",
            before,
            re.I,
        )
    )


_WHOSE = re.compile(
    rf"(?:\bwhose|['’]s|\b(?:his|her))\s+(?:late\s+)?(?:{'|'.join(RELATIVES_EN)}),?\s+(?:{TITLES})*$"
    rf"|(?:को|का|की)\s+(?:{'|'.join(RELATIVES_NE)})\s*,?\s*(?:{TITLES})*$"
)


def _is_whose(text: str, mention: NameMention) -> bool:
    """Whether someone is named as the father, mother or spouse of the person before."""
    return bool(_WHOSE.search(text, max(0, mention.start - 40), mention.start))


def is_local_body(name: str) -> bool:
    last = name.split()[-1]
    return last in LOCAL_BODY_HEADS.split() or last in ("Municipality", "City")
