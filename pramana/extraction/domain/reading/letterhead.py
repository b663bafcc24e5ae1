"""The letterhead: the seller's name and address in the block at the top, and patterns for them."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine
from pramana.extraction.domain.reading.document_types import names_only_its_type

LEGAL = re.compile(
    r"\bS[DO]N\.?\s?BH[DO0]\b|\bBHD\b|\bS/B\b|\bSB(?=\s?\(|$)|\bP(?:VT|TE|TY)\b\.?\s*\(?\bLTD\b|\bLTD\b"
    r"|(?<=[A-Z]\s)KG$|\bOHG\b|\bGBR\b|\bS\.?A\.?R\.?L\b|\bSAS\b|\bS\.R\.L\b|\bLDA\b"
    r"|\bE\.\s?[UKVG]\.|\bDAC\b|(?<=\w\s)(?-i:A[SBG]|OY|Oy|ApS|SpA|S\.p\.A|BV|B\.V|NV|SE|SL|S\.L)\.?$"
    r"|\bLIMITED\b|\bINC\b|\bL\.?L\.?[CP]\b|\bGMBH\b|\bPLC\b|\bCORP(?:ORATION)?\b|\bPLT\b"
    r"|प्रा\.?\s?\.?\s?लि\.?|(?<!\w)लि\.|लिमिटेड|कम्पनी",
    re.IGNORECASE,
)
TRADE = re.compile(
    r"\b(?:ENTERPRISES?|TRADING|TRADERS?|RESTAURANTS?|RESTORAN|KEDAI|PERNIAGAAN|SYARIKAT|"
    r"COMPANY|(?<=\w )CO"
    r"|HARDWARE|STATIONER(?:Y|S)|BOOKS?(?:STORE|SHOP)?|PHARMACY|FARMASI|CAFE|CAFFE|COFFEE|BISTRO"
    r"|BAKER(?:Y|IES)|MARTS?|MINIMART|(?:SUPER|HYPER)?MARKET(?:ING)?|STORES?|SHOP|BOUTIQUE|GALLERY"
    r"|ELECTRICAL|MACHINERY|MOTORS?|AUTO|SERVICES?|STATION|HOTEL|CLINIC|KLINIK|HOSPITAL|DENTAL"
    r"|SALON|SPA|FOODS?|KITCHEN|CORNER|HOUSE|CENTRE|CENTER|GROUP|HOLDINGS?|INDUSTR(?:Y|IES)"
    r"|SOLUTIONS?|TECHNOLOG(?:Y|IES)|SYSTEMS?|ASSOCIATES|BROTHERS|SONS|SUPPL(?:Y|IERS?|IES)"
    r"|CONSTRUCTIONS?|BUILDERS?|FURNI(?:TURE|SHING)|PRINT(?:ING|ERS?)|PRESS|LABORATOR(?:Y|IES)"
    r"|INTERNATIONAL|DEPARTMENT|PETROL|FASHION|GIFTS?|DECO|PARKING|MEDICAL|OPTICAL|BANK)\b"
    r"|पसल|स्टोर|ट्रेडर्स|इन्टरप्राइजेज|सप्लायर्स|निर्माण सेवा|होटल|उद्योग|बैंक",
    re.IGNORECASE,
)
REGISTERED = re.compile(
    r"\(?\s*(?:CO(?:MPANY)?\.?\s*(?:REG(?:ISTRATION)?\.?)?\s*(?:NO)?\.?[\s:]*)?"
    r"\(?\b(?:[A-Z]{1,3}\s?)?\d{5,}\s?-\s?[A-Z0-9]\b\)?|\((?:[A-Z]{2})?\d{6,}[-\s]?[A-Z]?\)",
    re.IGNORECASE,
)
"""A company's registration number, beside or below its name."""

ABOUT = re.compile(
    r"\b(?:TEL(?:EPHONE)?|FAX|H/?P|PHONE|MOBILE|E-?MAIL|WWW|HTTPS?|GST|SST|VAT|PAN|ROC|SITE"
    r"|(?:CO|COMPANY|BUSINESS|BUS)[.\s-]*(?:REG|NO|ID)|REG(?:ISTRATION)?\.?\s*(?:NO|ID)|TAX|INVOICE"
    r"|RECEIPT|BILL|CASH(?:IER)?|DATE|TIME|TABLE|ORDER|PAGE|COPY|CARELINE|HOTLINE|SHOPPING\s+HOURS"
    r"|DOC(?:UMENT)?\s*NO|SLIP|OPERATING|BUSINESS\s+HOURS|GUEST|CHECK|COUNTER|POS|SOLD|QUOTATION"
    r"|STATEMENT|PURCHASE)\b|@|\.COM\b|(?:फोन|फ्याक्स|इमेल|पान|प्यान|भ्याट|मिति|बिल|बीजक|दर्ता|ग्राहक)"
    r"|^\+?[\d\s()/-]{8,}$",
    re.IGNORECASE,
)
"""Matches lines of the top block that are neither the name nor the address."""

CONTACT_LINE = re.compile(
    r"\b\d{5}\b|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}\b|\b(?:Tel|Phone|Fax)\b|@|(?:\d[\s-]?){9,}|,\s*\d|\d+,?\s[A-Z]"
)
"""An address or a telephone number of any country, which stands below a name."""
NO_NAME = re.compile(
    r"\b(?:no|nr|ref)\b\.?\s*\S*\d|^\(?\d{1,2}[.)]\s|\b(?:is made|dated|release)\b"
    r"|^(?:from|to|von|an|de|à)$|^(?-i:for)\s|^for and on behalf",
    re.IGNORECASE,
)
"""Lines of the top block that number, date or open a document."""
TITLE = re.compile(
    r"\b(?:agreement|contract|minutes|lease|proposal|tender|notice|memorandum|certificate|hire of"
    r"|vertrag|protokoll|contrat|contrato|acta)\b|सम्झौता|निर्णय|सूचना",
    re.IGNORECASE,
)
"""Words of a document's title, which is no name unless it has a legal form."""
GREETING = re.compile(
    r"\b(?:THANK|TQ|WELCOME|PLEASE|DUPLICATE|ORIGINAL|REPRINT|CUSTOMER|HOME\s+OF|SELAMAT|FKA"
    r"|FORMERLY|MANAGED\s+BY|OPERATED\s+BY|FRANCHISE[ED])\b|स्वागत|धन्यवाद",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"^(?:NO|LOT|UNIT|BLOCK|BLK|SUITE|LEVEL|FLOOR|GF|G/F|PT|PLOT|HOUSE|BATU|KM)\b[\s.:,#]*[\dA-Z]"
    r"|^\d+[A-Z]?(?:\s?[-/&,]\s?\d*[A-Z]?){0,6},?\s{1,3}[A-Z]|^[A-Z]{0,3}-?\d+[\dA-Z-]*,"
    r"|\b(?:JALAN|JLN|TAMAN|TMN|LORONG|LRG|PERSIARAN|KAMPUNG|KG|BANDAR|BDR|KAWASAN|SEKSYEN|SECTION"
    r"|LEBUH(?:RAYA)?|PLAZA|MALL|STREET|ROAD|AVENUE|LANE|MARG|TOLE|WARD|BOX|FLOOR|FLR|COMPLEX"
    r"|KOMPLEKS|PUSAT|WISMA|MENARA|BUILDING|CHOWK)\b"
    r"|(?:^|\D)\d{5}(?!\d)[\s,]*[A-Z]|वडा|मार्ग|टोल|चोक|नगरपालिका|महानगर",
    re.IGNORECASE,
)
POSTCODE = re.compile(r"(?<![\d-])\d{5,6}(?![\d-])")
REGION = re.compile(
    r"\b(?:JOHOR|KEDAH|KELANTAN|MELAKA|MALACCA|NEGERI\s+SEMBILAN|PAHANG|PENANG|P(?:ULAU)?\.?\s*PINANG"
    r"|PERAK|PERLIS|SABAH|SARAWAK|SELANGOR|TERENGGANU|KUALA\s+LUMPUR|W\.?P\.?|WILAYAH|PUTRAJAYA"
    r"|LABUAN|DARUL\s+\w+|MALAYSIA|SINGAPORE|NEPAL|INDIA|KATHMANDU|LALITPUR|BHAKTAPUR|POKHARA"
    r"|PROVINCE|STATE|DISTRICT)\b|नेपाल|काठमाडौं|ललितपुर|जिल्ला|प्रदेश",
    re.IGNORECASE,
)
ONLY_MORE = re.compile(
    r"^\(?(?:C[O0P]|00)\.?,?\s*(?:\(\w+\))?\s*(?=S[DO]N|BHD|LTD|P)", re.IGNORECASE
)
CENTS = re.compile(r"\d\.\d{2}(?![\d.,])")
LABELLED = re.compile(r"^[^:：]{2,30}[:：]\s*\S")
BANK_PAPERS = (
    "guarantees?|charges?|accounts?|details|statements?|transfers?|drafts?|balances?|deposits?|"
    "reconciliation|vouchers?|slips?|loans?|cheques?|che?cks?|commission|interest|rate|security"
)
INSTRUMENT = re.compile(
    rf"\bbank(?:er)?(?:['’]?s)?\s+(?:{BANK_PAPERS})\b"
    r"|बैंक\s*(?:ग्यारेन्टी|ग्यारेण्टी|जमानत|खाता|भौचर|विवरण|मौज्दात|दस्तुर|ड्राफ्ट|ब्याज)",
    re.IGNORECASE,
)
"""Phrases in which "bank" does not name a bank."""
ABBREVIATED = re.compile(
    r"\b(?:LTD|CO|INC|BHD|CORP|PVT|DR|MRS?|MS|PROF|ER|ING|HR|FR|SRA?|MME)$|\be\.\s?[KUVG]$|लि$|(?:^|\s)(?:डा|ई|प्रा)$",
    re.IGNORECASE,
)
EDGES = " \t,.;:*-_=~|'\"“”"
SDN_BHD = re.compile(r"\bSDN\.? BHD\b", re.IGNORECASE)
RUN_TOGETHER = re.compile(r"S[DO]N\.?\s?BH[DO0]\b", re.IGNORECASE)
TOP, LONGEST_NAME, LONGEST_LINE = 14, 80, 160
LONGEST_ADDRESS = 6
"""The most lines an address takes."""


def is_abbreviated(words: str) -> bool:
    """Whether the full stop after these words belongs to an abbreviation."""
    return ABBREVIATED.search(words) is not None


def company_name(
    document: DocumentLayout,
    path: str = "vendor.name",
    without: Sequence[tuple[int, int]] = (),
) -> ExtractedValue | None:
    """Return the line at the top that looks most like a company's name, with its continuation
    lines. Lines in the ranges `without` belong to somebody else.
    """
    head = [
        line
        for line in document.cached(top_lines)
        if not any(start <= line.start < end for start, end in without)
    ]
    first = next((i for i, line in enumerate(head) if i and _is_place(line)), len(head))
    usual = document.cached(_usual_size)
    for stop in (first, len(head)):
        scored = [
            (_likeness(head, i, usual), -i) for i in range(stop) if _may_be_name(head[i].text)
        ]
        best = max(scored, default=None)
        if best and best[0] > 0:
            return _whole_name(document, head, -best[1], path, best[0])
    return None


def top_lines(document: DocumentLayout) -> list[LayoutLine]:
    """Return the lines at the top. Long lines are running text, neither name nor address."""
    lines = (_first_cell(line) for line in document.lines[: TOP + 2])
    return [line for line in lines if len(line.text) <= LONGEST_LINE]


def _first_cell(line: LayoutLine) -> LayoutLine:
    """Of two columns the left one is the letterhead."""
    return replace(line, text=re.split(r"\t|\s{3,}", line.text, maxsplit=1)[0].rstrip())


def _may_be_name(text: str) -> bool:
    bare = REGISTERED.sub("", text)
    if CENTS.search(bare) or LABELLED.match(bare) or names_only_its_type(bare):
        return False
    letters = count_letters(bare)
    return (
        letters >= 3
        and letters * 2 > len(bare.replace(" ", ""))
        and len(bare) <= LONGEST_NAME
        and not GREETING.search(bare)
        and not INSTRUMENT.search(bare)
        and not NO_NAME.search(bare)
        and (bool(LEGAL.search(bare)) or not TITLE.search(bare))
        and (bool(LEGAL.search(bare)) or not ABOUT.search(bare))
    )


def count_letters(text: str) -> int:
    """Count letters with their vowel signs, which Devanagari writes as marks of their own.

    >>> count_letters("दाना 50")
    4
    """
    return sum(unicodedata.category(char)[0] in "LM" for char in text)


def _is_place(line: LayoutLine) -> bool:
    return bool(PLACE.search(line.text)) and not LEGAL.search(line.text)


def _usual_size(document: DocumentLayout) -> float:
    return median([line.size for line in document.lines if line.size] or [0.0])


def _likeness(head: Sequence[LayoutLine], index: int, usual: float) -> float:
    """Points for a legal form, a trade, an early position, large type and what follows below."""
    line = head[index]
    after = head[index + 1].text if index + 1 < len(head) else ""
    large = line.size / usual if usual and line.size else 1.0
    return (
        4.0 * bool(LEGAL.search(line.text))
        + 2.5 * bool(TRADE.search(line.text))
        + 1.5 * bool(REGISTERED.search(line.text) or REGISTERED.search(after))
        + 1.0 * (bool(PLACE.search(after)) or bool(LEGAL.search(after)))
        + 1.0 * (index == 0 and bool(CONTACT_LINE.search(after)))
        + 1.0 * (index == 0 and line.text.isupper() and not after.isupper())
        + min(large - 1, 1.0)
        - 0.5 * index
        - 2.5 * line.text.islower()
        - 6.0 * (_only_trade(line.text) or bool(ONLY_MORE.match(line.text)))
        + 1.0
    )


def _only_trade(text: str) -> bool:
    """Whether a line names only a trade: BISTRO & CAFE is not a name."""
    return not re.search(r"\w{2,}", re.sub(r"\b(?:AND|DAN|THE)\b", "", TRADE.sub("", text)))


def _whole_name(
    document: DocumentLayout, head: Sequence[LayoutLine], index: int, path: str, points: float
) -> ExtractedValue:
    first = last = index
    if index and _continues_on(head[index - 1].text, head[index].text):
        first = index - 1
    if index + 1 < len(head) and _continues_on(head[index].text, head[index + 1].text):
        last = index + 1
    start, end = head[first].start, head[last].end
    words = _trim_name(document.text[start:end])
    start = document.text.index(words, start, end)
    value = clean_name(words)
    return document.value(path, value, start, start + len(words), min(0.95, 0.4 + points / 12))


def _continues_on(line: str, after: str) -> bool:
    """Whether a name that begins on one line ends on the next."""
    if ABOUT.search(after) or GREETING.search(line):
        return False
    if line.rstrip().endswith(("&", " AND", " DAN")) and _may_be_name(line):
        return True
    bare = REGISTERED.sub("", after)
    return bool(
        ONLY_MORE.match(bare) or re.fullmatch(LEGAL.pattern, bare.strip(" ()."), re.I)
    ) and (_may_be_name(line) and not LEGAL.search(line))


def _trim_name(words: str) -> str:
    """Return the name without the registration number and what follows it."""
    number = REGISTERED.search(words)
    if number and words[: number.start()].strip(EDGES + "("):
        words = words[: number.start()]
    balanced = words.count("(") == words.count(")")
    trimmed = words.strip(EDGES if balanced else EDGES + "()")
    stop = words[words.index(trimmed) + len(trimmed) :][:1] == "."
    return f"{trimmed}." if stop and is_abbreviated(trimmed) else trimmed


def clean_name(words: str) -> str:
    """Normalise white space, and split a legal form that OCR ran together.

    >>> clean_name("LIGHT ROOM SDNBHD"), clean_name("Light Room Sdn. Bhd.")
    ('LIGHT ROOM SDN BHD', 'Light Room Sdn. Bhd.')
    """
    folded = " ".join(words.split())
    return folded if SDN_BHD.search(folded) else RUN_TOGETHER.sub("SDN BHD", folded)


def seller_address(document: DocumentLayout, after: ExtractedValue | None) -> ExtractedValue | None:
    """Return the lines below the name that form the address."""
    from_place = after.end if after else 0
    head = [line for line in document.cached(top_lines) if line.start >= from_place]
    begin = next((i for i, line in enumerate(head) if _begins_address(document, line)), None)
    if begin is None:
        return None
    last = begin
    for i in range(begin + 1, min(begin + LONGEST_ADDRESS, len(head))):
        if not _continues_address(head[last].text, head[i].text) or _holds_amount_or_date(
            document, head[i]
        ):
            break
        last = i
    start, end = head[begin].start, _address_end(head[last])
    has_postcode = POSTCODE.search(document.text[start:end]) is not None
    confidence = 0.8 if has_postcode or (after and begin == 0) else 0.6
    return document.text_value("vendor.address", start, end, confidence)


def _begins_address(document: DocumentLayout, line: LayoutLine) -> bool:
    text = line.text
    about = ABOUT.search(text) or LABELLED.match(re.sub(r"^\W*NO\b\s*:", "NO", text, flags=re.I))
    return bool(PLACE.search(text)) and not (
        about or _is_registration_number(text) or _holds_amount_or_date(document, line)
    )


def _holds_amount_or_date(document: DocumentLayout, line: LayoutLine) -> bool:
    """Whether a line contains an amount or a date. Addresses do not."""
    return bool(CENTS.search(line.text)) or bool(document.dates_in(line.start, line.end))


def _is_registration_number(text: str) -> bool:
    return bool(REGISTERED.fullmatch(text.strip(EDGES)))


def _continues_address(before: str, line: str) -> bool:
    if ABOUT.search(line) and REGION.match(line) and POSTCODE.search(before):
        return True
    if ABOUT.search(line) or GREETING.search(line) or REGISTERED.fullmatch(line.strip(EDGES)):
        return False
    if POSTCODE.search(before) and not before.rstrip().endswith(","):
        return bool(REGION.search(line)) and not LEGAL.search(line)
    complete = REGION.search(before) and not before.rstrip().endswith(",")
    return bool(PLACE.search(line) or REGION.search(line) or not complete)


def _address_end(line: LayoutLine) -> int:
    about = ABOUT.search(line.text)
    words = line.text[: about.start()] if about else line.text
    return line.start + len(words.rstrip(EDGES + "(" if about else EDGES))
