"""Which type a document is, by the words with which documents of that type name themselves."""

import re
from collections.abc import Sequence
from functools import cache

from pramana.agni.domain.text_lines import MetadataLine, ReadValue
from pramana.language.tagging.ordinary import is_in_dictionary, is_ordinary

OTHER = "other"
CUES: dict[str, str] = {
    "press_release": r"प्रेस विज्ञप्ति|प्रेस नोट|(?:press|media|news) (?:release|note|statement)|"
    r"(?:joint|public) statement|(?:संयुक्त|प्रेस) वक्तव्य",
    "audit_report": r"लेखापरीक्षण(?:को)? (?:वार्षिक )?प्रतिवेदन|audit report|"
    r"महालेखापरीक्षकको .{0,20}प्रतिवेदन",
    "investigation_report": r"(?:छानबिन|जाँचबुझ|अनुसन्धान) (?:आयोगको |समितिको )?प्रतिवेदन|"
    r"(?:investigation|inquiry|enquiry) report",
    "budget_document": r"बजेट वक्तव्य|वार्षिक बजेट|आय[- ]?व्यय(?:को)? (?:सार्वजनिक )?विवरण|"
    r"budget (?:speech|statement)|annual budget|estimates of expenditure",
    "financial_statement": r"वित्तीय विवरण|वासलात|balance sheet|"
    r"(?:financial|income) statements?",
    "judgment": r"फैसला|judge?ment",
    "court_order": r"^आदेश$|^order$|show[- ]cause order|उत्प्रेषण|परमादेश|बन्दीप्रत्यक्षीकरण|"
    r"(?:अन्तरिम|उत्प्रेषण|परमादेश).{0,20}आदेश|कारण देखाउ आदेश|court order|interim order|"
    r"writ of \w+|stay order",
    "court_case": r"अभियोग ?पत्र|आरोपपत्र|फिराद ?पत्र|मुद्दा दर्ता|रिट निवेदन|charge ?sheet|writ petition|"
    r"plaintiff|वादी .{0,60}प्रतिवादी",
    "complaint_letter": r"उजुरी|complaint letter|letter of complaint|formal complaint",
    "meeting_minutes": r"बैठकको? (?:निर्णय|माइन्युट|कार्यवाही)|माइन्युट|meeting minutes|"
    r"(?:minutes|proceedings|record) of (?:the )?(?:.{3,40} )?meeting",
    "mou": r"समझदारी ?पत्र|memorandum of understanding|\bMoU\b",
    "contract": r"ठेक्का सम्झौता|करारनामा|करार पत्र|contract agreement|this contract|contract no",
    "agreement": r"सम्झौता ?पत्र|सम्झौता|agreement",
    "regulation": r"नियमावली|विनियमावली|regulations?\b|\brules,? 20\d\d",
    "guideline": r"निर्देशिका|मार्गदर्शन|कार्यविधि|दिग्दर्शन|guidelines?|directives?|procedures?, 20\d\d",
    "law": r"ऐन,? 20\d\d|ऐन,? २०[०-९]{2}|अध्यादेश|विधेयक|संविधान|\bAct,? (?:19|20)\d\d|"
    r"ordinance|\bbill\b|constitution of",
    "policy": r"नीति,? २०[०-९]{2}|राष्ट्रिय .{0,30}नीति|नीति तथा कार्यक्रम|"
    r"national .{0,40}policy|policy paper",
    "announcement": r"सूचना!*$|notice of \w+|"
    r"सार्वजनिक सूचना|आह्वान सम्बन्धी सूचना|बोलपत्र .{0,20}सूचना|public notice|"
    r"notice is hereby|announcement|invitation for bids",
    "report": r"प्रतिवेदन|\breport\b",
    "official_letter": r"(?:च\.?\s?नं|चलानी नं|पत्र संख्या|प\.?\s?सं)\.?|\bref(?:erence)?\.? no",
    "letter": r"^(?:विषय|Subject)\s*[:：-]|^Dear\b|भवदीय|Yours (?:sincerely|faithfully|truly)",
}
"""The most specific first: an audit report is also a report, and it may name an Act."""

_PATTERNS = {
    name: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for name, pattern in CUES.items()
}
_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in CUES.values()), re.IGNORECASE)
ALONE, IN_TITLE, AT_TOP, IN_TEXT = 0.9, 0.85, 0.6, 0.3
TOP = 12
MAX_HEADING_CHARS = 90
"""A longer line is running text, which may name any type."""

SEARCHED = 20_000
"""Characters that are searched: a document says early what it is."""

ONLY_AT_TOP = frozenset(
    ("judgment", "agreement", "report", "law", "policy", "regulation", "guideline", "contract")
)
"""Types whose words any document may use in passing."""


def document_type(
    text: str,
    lines: Sequence[MetadataLine],
    title: ReadValue[str] | None,
    *,
    is_news: bool = False,
    is_issued: bool = False,
) -> ReadValue[str]:
    """The type named by a line of its own, else by the title, the top or the text; else "other".

    `lines` are all lines of the text. What an office issues and its spokesperson signs is a press
    release. A release about an agreement is a release: the line that stands alone above it decides.
    What a newspaper reports about (a judgment, a charge sheet) is not what it is.
    """
    if own := _type_on_own_line(lines[:TOP]):
        return own
    if is_news:
        return ReadValue(OTHER, 0.6, "a report in a newspaper")
    top = [line for line in lines[:TOP] if _may_be_heading(line)]
    places = [(line.start, line.end, AT_TOP, "named at the top") for line in top]
    places.append((0, SEARCHED, IN_TEXT, "named in the text"))
    if title:
        places.insert(0, (title.start, title.end, IN_TITLE, "named in the title"))
    signed = is_issued and next(filter(None, map(_spokesperson, lines[-SIGNATURE_LINES:])), None)
    for start, end, confidence, why in places:
        if confidence == IN_TEXT and signed:
            return signed
        for name, pattern in _PATTERNS.items():
            if confidence == IN_TEXT and name in ONLY_AT_TOP:
                continue
            match = pattern.search(text, start, min(end, len(text)))
            if match:
                return ReadValue(name, confidence, why, match.group(), match.start(), match.end())
    return ReadValue(OTHER, 0.3, "no words say what it is")


SPOKESPERSON = re.compile(
    r"^(?:सह)?प्रवक्ता$|^(?:Joint )?Spokes(?:person|man|woman)$"
    r"|^(?:Press|Media) (?:Officer|Coordinator)$"
)
SIGNATURE_LINES = 6


def _spokesperson(line: MetadataLine) -> ReadValue[str] | None:
    if not SPOKESPERSON.match(line.text):
        return None
    why = "signed by a spokesperson"
    return ReadValue("press_release", AT_TOP, why, line.text, line.start, line.end)


def _may_be_heading(line: MetadataLine) -> bool:
    is_sentence = line.text.endswith(("।", ".")) or line.text.startswith(("“", '"', "‘"))
    return len(line.text) <= MAX_HEADING_CHARS and not is_sentence


def _type_on_own_line(lines: Sequence[MetadataLine]) -> ReadValue[str] | None:
    for line in lines:
        own = (name for name, pattern in _PATTERNS.items() if pattern.search(line.text))
        name = next(own, None) if type_mention(line.text) == TYPE_ONLY else None
        if name:
            why = "a line says only that"
            return ReadValue(name, ALONE, why, line.text, line.start, line.end)
    return None


KIND_NOUNS = """
contract agreement deed lease licence license permit certificate notice circular memo memorandum
minutes report statement release letter order decision judgment judgement verdict petition appeal
complaint invoice bill receipt quotation proposal application form affidavit resolution bulletin
newsletter announcement advertisement invitation tender note communique declaration summons warrant
सम्झौता सम्झौतापत्र करार करारनामा सूचना विज्ञप्ति नोट वक्तव्य पत्र प्रतिवेदन निर्णय फैसला आदेश परिपत्र माइन्युट निवेदन
अपिल फाराम बिल रसिद निवेदनपत्र नियुक्तिपत्र प्रमाणपत्र सिफारिस घोषणापत्र अभियोगपत्र मुचुल्का म्याद ठहर
"""
"""Nouns for what a paper is."""

MAX_KIND_WORDS = 4


def is_kind_line(line: str) -> bool:
    """Whether a line says only what kind of paper this is: SERVICE CONTRACT, प्रेस नोट.

    >>> is_kind_line("NEWS RELEASE"), is_kind_line("Sale Deed of Ratna Traders")
    (True, False)
    """
    words = [word.strip(".:!()-–") for word in line.casefold().split()]
    words = [word for word in words if word]
    if not 0 < len(words) <= MAX_KIND_WORDS or words[-1] not in _kind_nouns():
        return False
    return all(is_ordinary(word) or is_in_dictionary(word) for word in words[:-1])


@cache
def _kind_nouns() -> frozenset[str]:
    return frozenset(KIND_NOUNS.split())


TYPE_ONLY, TYPE_AND_MORE = 1, 2


def type_mention(line: str) -> int:
    """2 for a line that names a type and says more, 1 for one that says nothing else, otherwise 0.

    >>> type_mention("Annual report of the board"), type_mention("Report"), type_mention("Board")
    (2, 1, 0)
    """
    if is_kind_line(line):
        return TYPE_ONLY
    match = _ANY.search(line)
    if not match:
        return 0
    rest = re.sub(r"[\s!/:.()–-]+", "", _ANY.sub("", line))
    if len(match.group().split()) > MAX_KIND_WORDS:
        return TYPE_AND_MORE  # Minutes of the tenth board meeting
    repeated = len({word.strip("!.:") for word in line.split()}) == 1
    return TYPE_ONLY if len(rest) <= 2 or repeated else TYPE_AND_MORE
