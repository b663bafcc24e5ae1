"""The type of a document, recognised by the words that documents of that type use."""

import re
from dataclasses import dataclass

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.totals import AmountRole, best_amounts

OTHER = "other"
TYPE_NAMES: dict[str, str] = {
    "receipt": r"\breceipts?\b|\bcash (?:sales?|bill|memo)\b|\bguest check\b|रसिद|नगदी बिल|"
    r"\bquittung\b|\bkassenbon\b|"
    r"\bticket de caisse\b|\brecibo\b",
    "invoice": r"\b(?:tax |proforma |commercial )?invoice\b|\bbill of supply\b|(?:कर )?बीजक|^बिल$|"
    r"\brechnung\b|\bfacture\b|\bfactura\b|\bfatura\b|\bnota fiscal\b|\bfaktura\b",
    "purchase_order": r"\bpurchase order\b|\bP\.?O\.? (?:no|number)\b|\bwork order\b|खरिद आदेश|"
    r"\bbestellung\b|\bbon de commande\b|\bpedido de compra\b",
    "quotation": r"\bquot(?:e|ation)\b|\bestimate\b|दरभाउ ?पत्र|कोटेसन|"
    r"^(?:our |price )?(?:offer|proposal|bid|tender)\b(?! notice| documents?)|"
    r"\boffre\b|\boferta\b|"
    r"\bangebot\b|\bdevis\b|"
    r"\bpresupuesto\b|\borçamento\b",
    "contract": r"\b(?:contract|agreement|memorandum of understanding|lease|deed)\b|सम्झौता ?पत्र|"
    r"करारनामा|करार ?पत्र|सम्झौता|समझदारी ?पत्र|कबुलियतनामा|"
    r"\b\w*vertrag\b|\bcontrat\b|\bbail\b|\bcontrato\b",
    "press_release": r"\b(?:press|media|news) (?:release|notice|note|statement|information)\b|"
    r"for immediate release|"
    r"\b(?:news|information) for the (?:press|media)\b|pressemitteilung|communiqué de presse|"
    r"nota de prensa|"
    r"प्रेस विज्ञप्ति|प्रेस नोट|प्रेस वक्तव्य",
    "tender_notice": r"\b(?:invitation for (?:electronic )?bids?|tender notice|"
    r"notice inviting (?:tender|bid)|"
    r"request for (?:proposals?|quotations?)|call for bids?|bid notice|sealed quotation)\b|"
    r"बोलपत्र(?:को)? (?:आह्वान|सूचना)|बोलपत्र आह्वान|ठेक्का(?:को)? सूचना|सिलबन्दी दरभाउ",
    "minutes": r"\bminutes\b|\bmeeting (?:notes|record)\b|बैठक(?:को)? (?:निर्णय|माइन्युट|"
    r"कार्यवाही)|माइन्युट|\b\w*protokoll\b|\bprocès-verbal\b|\bacta\b",
    "statement": r"\b(?:account|bank|customer) statement\b|\bstatement of accounts?\b|"
    r"खाता(?:को)? विवरण|बैंक स्टेटमेन्ट|हिसाब विवरण|\bkontoauszug\b|\brelevé de compte\b|"
    r"\bextracto (?:de cuenta|bancario)\b",
    "letter": r"^dear\b|\byours (?:sincerely|faithfully|truly)\b|^to,?$|भवदीय|^विषय|"
    r"पत्र संख्या|च\. ?नं|^sehr geehrte|^madame, monsieur|^estimad[oa]s?\b",
}
TYPE_SIGNS: dict[str, str] = {
    "receipt": r"\bcashier\b|\bchange\b|\bcash\b|\btender(?:ed)?\b|thank you|\bcounter\b|\bpax\b|"
    r"\bvisa\b|\bgst summary\b|\bitem count\b|rounding|\bqty\b|धन्यवाद",
    "invoice": r"\bbill(?:ed)? to\b|\bsold to\b|\bdue date\b|\binvoice (?:no|number|date)\b|"
    r"payment terms|\bship to\b|\bunit price\b|\bbank details\b|\bcustomer\b|\bbalance due\b|"
    r"क्रेता|भ्याट|ग्राहक",
    "purchase_order": r"\bdeliver(?:y|ed)? (?:to|date)\b|\bsupplier\b|\bship to\b|आपूर्ति",
    "quotation": r"\bvalid(?:ity)? (?:for|until)\b|\bwe are pleased to (?:quote|offer)\b",
    "contract": r"\bhereinafter\b|\bwitnesseth\b|\bbetween\b|\bthe parties\b|\bwhereas\b|"
    r"\bclause\b|"
    r"\bin witness whereof\b|\bshall\b|पहिलो पक्ष|दोस्रो पक्ष|प्रथम पक्ष|साक्षी",
    "press_release": r"\bmedia contact\b|\bspokes(?:person|man|woman)\b|\bannounced today\b|प्रवक्ता|"
    r"विज्ञप्तिमा|सञ्चारकर्मी",
    "tender_notice": r"\bbid(?:s|der|ders)?\b|\bbid security\b|\bsealed\b|\be-?GP\b|\beligible\b|"
    r"बोलपत्रदाता|धरौटी|लागत अनुमान|ठेक्का नं",
    "minutes": r"\b(?:members )?present\b|\bagenda\b|\bresolved\b|\bdecided\b|\bchaired\b|"
    r"\babsent\b|"
    r"उपस्थिति|अध्यक्षता|निर्णय नं|प्रस्ताव",
    "statement": r"\bopening balance\b|\bclosing balance\b|\bdebit\b|\bcredit\b|\bwithdrawals?\b|"
    r"\bdeposits?\b|मौज्दात",
    "letter": r"\bsubject\b|\bregards\b|\bplease find\b|\bkindly\b|\bwe (?:are|would)\b|"
    r"श्रीमान|अनुरोध",
}
_FLAGS = re.IGNORECASE | re.MULTILINE
_TYPE_NAMES = {kind: re.compile(words, _FLAGS) for kind, words in TYPE_NAMES.items()}
_TYPE_SIGNS = {kind: re.compile(words, _FLAGS) for kind, words in TYPE_SIGNS.items()}
TOP, READ = 12, 6_000
"""How many lines at the top may name the type, and how many characters are searched for signs."""

SHARED = frozenset({"invoice"})
"""Names that other types print too: a till receipt says TAX INVOICE."""

ALONE, AT_TOP, IN_TEXT, MOST_SIGNS = 3.0, 2.0, 0.5, 6


@dataclass(frozen=True, slots=True)
class DocumentType:
    """The type, its confidence, and the offsets of the words that name it.

    The offsets are 0 if no words name it and only signs point to it.
    """

    name: str
    confidence: float
    start: int = 0
    end: int = 0


def read_document_type(text: str) -> DocumentType:
    """Return the type of the document; `other` if nothing indicates one.

    >>> receipt = "A MART\\nTAX INVOICE\\nCashier: 3\\nTotal 5.00\\nCash 9.00\\nChange 4.00"
    >>> read_document_type(receipt).name
    'receipt'
    """
    return document_type_of(DocumentLayout(text))


def document_type_of(document: DocumentLayout) -> DocumentType:
    points = {kind: _points(document, kind) for kind in TYPE_NAMES}
    first, second = sorted(points.items(), key=lambda item: -item[1])[:2]
    if first[1] < 1:
        paid = document.cached(best_amounts).get(AmountRole.TOTAL)
        return DocumentType("receipt", 0.4) if paid else DocumentType(OTHER, 0.3)
    clear = first[1] / (first[1] + second[1])
    start, end = _words(document, first[0])
    return DocumentType(
        first[0], round(min(0.95, 0.25 + clear * min(1, first[1] / 4) * 0.8), 2), start, end
    )


def _points(document: DocumentLayout, kind: str) -> float:
    """Points for naming the type in a line of its own, at the top or in the text, and for each
    sign.
    """
    names, head = _TYPE_NAMES[kind], document.lines[:TOP]
    own = any(_is_whole_line(names.search(line.text), line.text) for line in head)
    top = any(names.search(line.text) for line in head)
    name_points = (
        ALONE
        if own and kind not in SHARED
        else AT_TOP
        if top
        else IN_TEXT * bool(names.search(document.text, 0, READ))
    )
    signs = {match.casefold() for match in _TYPE_SIGNS[kind].findall(document.text[:READ])}
    return name_points + min(len(signs), MOST_SIGNS) * 0.9


def names_only_its_type(line: str) -> bool:
    """Whether a line only names the document's type: TAX INVOICE, प्रेस विज्ञप्ति."""
    return any(_is_whole_line(names.search(line), line) for names in _TYPE_NAMES.values())


_NUMBERED_TITLE = re.compile(
    r"\W*(?P<title>[^\d\t:：,;|]{3,40}?)[\s.:：-]*(?:\b(?:no|nr|number|num|n[°º])\b|[#№]|नं)?[\s.:：]*"
    r"(?<![^\s.:：#№°º])(?P<code>(?=[^\s\d]*\d)[^\W_][\w/.&-]*[^\W_]|\d+)"
    r"(?P<rest>$|\s*[,(]|\s+[/–-]|\s+(?:of|dated|dt|date|vom|du|del?|from|issued|for|\d{1,2}\W).*)",
    re.IGNORECASE,
)
NUMBERED_LINES = 16
_GAP = re.compile(r"\t+|\s{3,}")


def numbered_title(document: DocumentLayout) -> tuple[str, int, int] | None:
    """Return the type that a title with a number names, and where the number is: Offer V-26."""
    for line in document.lines[:NUMBERED_LINES]:
        at = 0
        for cell in _GAP.split(line.text):
            at = line.text.index(cell, at)
            match = _NUMBERED_TITLE.match(cell)
            if match and not document.dates_in(
                line.start + at, line.start + at + match.end("code")
            ):
                kind = _kind_of_title(match["title"])
                if kind:
                    start = line.start + at + match.start("code")
                    return kind, start, start + len(match["code"])
    return None


def _kind_of_title(words: str) -> str | None:
    title = words.strip(" .:-")
    return next(
        (kind for kind in NUMBERED_TYPES if _is_whole_line(_TYPE_NAMES[kind].search(title), title)),
        None,
    )


NUMBERED_TYPES = ("invoice", "receipt", "quotation", "purchase_order", "contract")


def _is_whole_line(match: re.Match[str] | None, line: str) -> bool:
    return bool(match) and len(line) <= 1.6 * len(match.group() if match else "") + 4


def _words(document: DocumentLayout, kind: str) -> tuple[int, int]:
    match = _TYPE_NAMES[kind].search(document.text, 0, READ)
    return match.span() if match else (0, 0)
