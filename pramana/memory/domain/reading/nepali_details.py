"""What somebody likes, is and has, in Nepali: tastes, homes, origin, age and property."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_grammar import (
    LAZY,
    LETTER,
    OFFICES,
    STOP_WORDS,
    WORD,
    NepaliTense,
)

OLDEST = 120
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_ADVERB = r"(?:अचेल|आजकल|अहिले|अब|अझै|धेरै|पनि|खुब|निकै|साह्रै|एकदम|औधी|पहिले|त|चाहिँ|सबैभन्दा)"
_PLEASES = r"(?:पर्छ|पर्दैन|पर्थ्यो|पर्‍यो)"
_LIKES = re.compile(
    rf"(?:(?<!\S)मलाई|(?P<who>{LAZY}(?:\s{LAZY}){{0,2}}?|[A-Z][\w]*(?:\s[A-Z]\w*)*)\s?लाई)\s+(?:{_ADVERB}\s+)*"
    rf"(?:(?P<what>(?!{_ADVERB}\s){LAZY}(?:\s(?!{_ADVERB}\s){LAZY}){{0,2}}?)\s+)?(?:{_ADVERB}\s+)*मन\s?(?P<verb>{_PLEASES})"
)
_LIKED = re.compile(
    rf"^\s*(?:{_ADVERB}\s+)*(?P<what>(?!\S*लाई)(?!{_ADVERB}\s){LAZY}(?:\s(?!\S*लाई)(?!{_ADVERB}\s){LAZY})?)(?:\s+(?P<who>{LAZY}|[A-Z]\w*)\s?लाई)?\s+(?:{_ADVERB}\s+)*"
    rf"मन\s?(?P<verb>{_PLEASES})"
)
"""What is liked comes first, or whoever likes it is not named."""
_AGE = re.compile(
    r"(?P<years>[\d०-९]{1,3})\s+वर्ष(?:क[ोीा]\s+(?:भ\S+|हु\S+|हो|छ\S*)|\s+(?:पुग\S+|टेक\S+|लाग\S+))"
)
_FROM = re.compile(
    rf"(?<!{LETTER})(?P<place>{LETTER}{{3,}}?(?<![ेए]))(?:को|की|का)\s+(?P<home>(?:स्थायी\s+)?(?:बासिन्दा|निवासी|रैथाने)\s+)?(?:हुन्|हो|हुनुहुन्छ|हुँ)\s*$"
)
_HOME = re.compile(
    rf"(?:(?P<own>मेरो|हाम्रो)|(?P<who>{LAZY}(?:\s{LAZY}){{0,2}}?|[A-Z]\w*(?:\s[A-Z]\w*)*)\s?को)\s+घर\s+"
    rf"(?P<place>{LAZY}(?:\s{LAZY})?)(?:मा)?\s+(?:हो|छ|पर्छ)(?!{LETTER})"
)
_SEAT = re.compile(
    rf"(?P<body>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का)\s+(?:मुख्य\s+|केन्द्रीय\s+)?कार्यालय\s+"
    rf"(?P<place>{LAZY}(?:\s{LAZY}){{0,2}}?)मा\s+(?:छ|रहेको\s+छ|सर्‍यो|सरेको\s+छ)(?!{LETTER})"
)
_IS_AT = re.compile(rf"(?P<place>{LAZY})(?:को\s+घर)?(?:मा|मै)\s+(?:छु|छौँ|छौं)\s*[।.]?\s*$")
"""Where the speaker is, which is home if it is a place: डडेल्धुरामै छु."""
_MEASURES = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY})?|मेरो)(?:को)?\s+(?P<of>तौल|वजन|उचाइ)\s+(?P<what>[^।,]{{2,30}}?(?:किलो|केजी|ग्राम|फिट|फुट|सेन्टिमिटर|मिटर))\S*\s+(?:छ|थियो|हो|रहेछ)"
)
"""How heavy or tall somebody is: छोराको तौल तीन किलो छ."""
_OWNS = re.compile(rf"(?<!\S)मसँग\s+(?:(?:एउटा|एक)\s+)?(?P<what>{WORD})\s+छ(?!{LETTER})")


def like_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    match = _LIKES.search(clause.text)
    match = match if match and match["what"] else _LIKED.search(clause.text)
    if match:
        who = _liking_person(clause, match)
        if who is None:
            return
        what = Referent(match["what"])
        if match["verb"] in ("पर्छ", "पर्‍यो"):
            yield clause.claim(who, "LIKES", what, clause.interval("state"))
        elif match["verb"] == "पर्थ्यो" or re.search(r"(?<!\S)(?:अब|अहिले|अचेल)(?!\S)", clause.text):
            yield clause.claim(who, "LIKES", what, clause.interval("end"))
        else:
            yield clause.claim(who, "DISLIKES", what, clause.interval("state"))


def _liking_person(clause: NepaliClause, match: re.Match[str]) -> Referent | None:
    """Who likes it: whom the clause or its sentence marks with लाई, or else the speaker."""
    first, last = clause.sentence
    sentence = clause.people.message.content[first:last]
    named = match["who"] or ""
    if named in ("", "म") and "लाई" in sentence and "मलाई" not in sentence:
        other = re.search(rf"({WORD}?)लाई(?!{LETTER})", sentence)
        named = other[1] if other else ""
    if named in ("", "म") or "मलाई" in sentence:
        return clause.people.speaker()
    if named in ("उस", "उन", "उहाँ", "तिन"):
        return clause.people.pronoun()
    return clause.people.person(named)


def detail_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """Age, origin and property."""
    yield from _home_claims(clause, tense)
    if (seat := _SEAT.search(clause.text)) and tense is not NepaliTense.NEGATIVE:
        body = seat["body"].rsplit("देखि ", 1)[-1]
        one = Referent(body, EntityKind.ORGANIZATION, 0.8, is_named=True)
        place = Referent(seat["place"], EntityKind.LOCATION)
        yield clause.claim(one, "HEADQUARTERED_IN", place, clause.interval("state"))
    if age := _AGE.search(clause.text):
        years, who = int(age["years"].translate(DIGITS)), clause.subject(age.start())
        if who and 0 < years <= OLDEST:
            aged = replace(who, attributes=(("age", years),))
            yield clause.claim(
                aged, "HAS_AGE", Referent(f"{years} years"), clause.interval("state")
            )
    elif (origin := _FROM.search(clause.text)) and tense is not NepaliTense.NEGATIVE:
        who = clause.subject(origin.start())
        if who and origin["place"] not in OFFICES:
            place = Referent(origin["place"], EntityKind.LOCATION)
            relation = "LIVES_IN" if origin["home"] else "COMES_FROM"
            yield clause.claim(who, relation, place, clause.interval("state"))
    if measured := _MEASURES.search(clause.text):
        whose = measured["who"]
        who = clause.people.speaker() if whose == "मेरो" else clause.people.person(whose)
        if who:
            relation = "HAS_HEIGHT" if measured["of"] == "उचाइ" else "HAS_WEIGHT"
            what = Referent(measured["what"])
            yield clause.claim(who, relation, what, clause.interval("state"))
    if (owns := _OWNS.search(clause.text)) and (speaker := clause.people.speaker()):
        yield clause.claim(speaker, "OWNS", Referent(owns["what"]), clause.interval("state"))


def _home_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    if (home := _HOME.search(clause.text)) and tense is not NepaliTense.NEGATIVE:
        who = clause.people.speaker() if home["own"] else clause.people.person(home["who"])
        if who and home["place"] not in STOP_WORDS:
            place = Referent(home["place"], EntityKind.LOCATION)
            yield clause.claim(who, "COMES_FROM", place, clause.interval("state"))
    if (here := _IS_AT.search(clause.text)) and (speaker := clause.people.speaker()):
        start = clause.start + here.start("place")
        if clause.people.tagged_as(EntityKind.LOCATION, start, start + len(here["place"])):
            place = Referent(here["place"], EntityKind.LOCATION)
            yield clause.claim(speaker, "LIVES_IN", place, clause.interval("state"))
