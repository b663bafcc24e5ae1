"""Words at the top of papers: legal forms, trades, places, and what is neither name nor place."""

import re

LEGAL = re.compile(
    r"\bS[DO]N\.?\s?BH[DO0]\b|\bBHD\b|\bS/B\b|\bSB(?=\s?\(|$)|\bP(?:VT|TE|TY)\b\.?\s*\(?\bLTD\b|\bLTD\b"
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
"""A company's number, as it stands beside or below its name."""

ABOUT = re.compile(
    r"\b(?:TEL(?:EPHONE)?|FAX|H/?P|PHONE|MOBILE|E-?MAIL|WWW|HTTPS?|GST|SST|VAT|PAN|ROC|SITE"
    r"|(?:CO|COMPANY|BUSINESS|BUS)[.\s-]*(?:REG|NO|ID)|REG(?:ISTRATION)?\.?\s*(?:NO|ID)|TAX|INVOICE"
    r"|RECEIPT|BILL|CASH(?:IER)?|DATE|TIME|TABLE|ORDER|PAGE|COPY|CARELINE|HOTLINE|SHOPPING\s+HOURS"
    r"|DOC(?:UMENT)?\s*NO|SLIP|OPERATING|BUSINESS\s+HOURS|GUEST|CHECK|COUNTER|POS|SOLD|QUOTATION"
    r"|STATEMENT|PURCHASE)\b|@|\.COM\b|(?:फोन|फ्याक्स|इमेल|पान|प्यान|भ्याट|मिति|बिल|बीजक|दर्ता|ग्राहक)"
    r"|^\+?[\d\s()/-]{8,}$",
    re.IGNORECASE,
)
"""What a line of the top block is about, when it is neither the name nor the address."""

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
"""Words in which "bank" names no bank."""
ABBREVIATED = re.compile(r"\b(?:LTD|CO|INC|BHD|CORP|PVT)$|लि$", re.IGNORECASE)
EDGES = " \t,.;:*-_=~|'\"“”"


def is_abbreviated(words: str) -> bool:
    """Whether the full stop after these words belongs to the last of them."""
    return ABBREVIATED.search(words) is not None
