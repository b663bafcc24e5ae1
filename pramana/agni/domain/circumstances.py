"""What stands right beside a person's name, by rule: the position, the father."""

import re

ENGLISH = r"""
(?:deputy\s+|vice\s+|acting\s+|former\s+|chief\s+|joint\s+|under\s+|prime\s+|ward\s+)*
(?:mayor|minister|president|chairperson|chairman|chair|secretary|director(?:\s+general)?|spokesperson
|judge|justice|commissioner|officer|engineer|contractor|accountant|inspector|member|governor
|ambassador|representative|administrator)
(?:\s+(?:of|for)\s+(?:the\s+)?[A-Z0-9a-z][\w-]*(?:\s+(?:and\s+)?[A-Z0-9][\w-]*)*)?
"""
NEPALI = r"""
(?:नगर\s+|गाउँपालिका\s+|वडा\s+|प्रमुख\s+प्रशासकीय\s+|कार्यकारी\s+|तत्कालीन\s+|पूर्व\s+|सह\s*|उप\s*|प्रधान\s*|महा\s*|मुख्य\s*)*
(?:प्रमुख|उपप्रमुख|मेयर|उपमेयर|अध्यक्ष|उपाध्यक्ष|वडाध्यक्ष|मन्त्री|राज्यमन्त्री|राष्ट्रपति|सचिव|निर्देशक|महानिर्देशक|प्रवक्ता
|न्यायाधीश|आयुक्त|अधिकृत|इन्जिनियर|ठेकेदार|लेखापाल|सांसद|सदस्य|संयोजक|राजदूत|निरीक्षक|उपसचिव|सहसचिव)
"""
TITLES = r"(?:श्रीमती|श्री|सुश्री|डा\.|प्रा\.|माननीय|Mr\.?|Mrs\.?|Ms\.?|Dr\.?|Hon\.?|Er\.)\s+"
BEFORE = re.compile(
    rf"(?P<position>(?<![\w\u0900-\u097f])(?:{ENGLISH}|{NEPALI}))\s+(?:{TITLES})*$",
    re.IGNORECASE | re.VERBOSE,
)
AFTER = re.compile(rf"^,\s*(?:the\s+|a\s+)?(?P<position>{ENGLISH})", re.IGNORECASE | re.VERBOSE)
FATHER = re.compile(
    r"(?P<father>[\u0900-\u097f]+(?:\s[\u0900-\u097f]+){1,3}?)(?:को|का)\s+(?:छोरा|छोरी)\s*$"
)
REACH = 80


def beside(text: str, start: int, end: int) -> dict[str, str]:
    """Attributes of the person named at this place.

    >>> beside("Mayor Ram Thapa spoke", 6, 15), beside("Sita Rai, chair of ward 4, left", 0, 8)
    ({'position': 'Mayor'}, {'position': 'chair of ward 4'})
    """
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    found = {}
    if position := BEFORE.search(before) or AFTER.match(after):
        found["position"] = " ".join(position["position"].split())
    if father := FATHER.search(before):
        found["father"] = father["father"]
    return found
