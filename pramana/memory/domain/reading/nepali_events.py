"""What happens in a life, in Nepali: weddings, births, deaths, committees, departures; and what
somebody likes, is and has: tastes, homes, origin, age and property."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.families import OFFICE_FAMILIES, SPHERE_FAMILIES, Sphere
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval
from pramana.memory.domain.reading.lexicon import word_set
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_endings import UNCERTAIN
from pramana.memory.domain.reading.nepali_grammar import (
    LAZY,
    LETTER,
    MODIFIERS,
    OFFICE_WORDS,
    OFFICES,
    SPEAKER,
    STOP_WORDS,
    WORD,
    WORK_WORDS,
    NepaliTense,
    verb_tense,
)
from pramana.memory.domain.reading.nepali_people import clean_name

WORK_FAMILIES = SPHERE_FAMILIES[Sphere.WORK]
LIFE_FAMILIES = (*WORK_FAMILIES, "LIVES_IN", "MEMBER_OF")
# What stands between two words of a pattern is bounded, so that a long text costs linear time.
_MARRIAGE = re.compile(
    rf"(?P<one>(?<!\S)मेरो|{LAZY}(?:\s{LAZY}){{0,3}}?)\s+र\s+(?P<other>मेर[ोीा]|मैले|म|हामी|{LAZY}(?:\s{LAZY}){{0,2}}?(?:को|का|बीच))\s+.{{0,120}}?"
    r"(?P<what>विवाह|बिहे|सम्बन्धविच्छेद|सम्बन्ध\s+विच्छेद|डिभोर्स|पारपाचुके)\s+(?:.{0,120}\s)?(?:भ|ग)\S*"
)
_MARRIED_WITH = re.compile(
    rf"(?P<other>{LAZY}(?:\s{LAZY}){{0,2}}?)(?:सँग|संग)\s+.{{0,120}}?(?P<what>विवाह|बिहे|सम्बन्धविच्छेद|डिभोर्स|पारपाचुके)\s+(?:.{{0,120}}\s)?(?:भ|ग)\S*"
)
_DEATH = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का)\s+(?:.{{0,120}}?\s)?(?:निधन|मृत्यु|देहान्त|स्वर्गवास)\s+(?:भ|हु)\S*"
)
_PASSED = re.compile(r"(?<!\S)(?:बित्नुभ\S+|बितिन्|बितेका?\S*|बित्‍?यो|मर्नुभ\S+|खस्नुभ\S+|स्वर्गे\s+हुनुभ\S+)")
_BIRTH_NOUN = re.compile(
    rf"(?P<who>मेर[ोीा]|{LAZY}(?:\s{LAZY}){{0,3}}?(?:को|का)|[A-Z]\w{{0,40}}(?:\s[A-Z]\w{{0,40}}){{0,3}}\s?को)\s+जन्म(?!{LETTER})"
)
_BIRTH_VERB = re.compile(r"जन्म(?:ि|े)\S*")
_BORE = re.compile(
    r"(?<!\S)(?P<child>छोरा|छोरी|बच्चा)\s+(?:जन्माइ|जन्माए|जन्माउनुभ|जन्मायौ|पाइन्|पाउनुभ)\S*"
)
"""Whoever gave birth: श्रीमतीले छोरा जन्माइन्."""
_TRANSFER = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,3}}?)(?:को|का)\s+(?:(?P<to>{LAZY}(?:\s{LAZY}){{0,3}}?)मा\s+)?सरुवा\s+भ\S*"
)
_RETIRE = re.compile(
    r"अवकाश(?:मा)?\s+(?:ग|जा|लि|पा|भ)\S*|राजीनामा\s+(?:दि|ग)\S*|जागिर\s+छो\S*|जागिर\s+छा\S*"
)
_LAST_DAY = re.compile(rf"(?P<whose>मेरो|{LAZY}(?:\s{LAZY})?को)?\s{{0,3}}(?:अन्तिम|आखिरी)\s+दिन")
_TEAM = re.compile(
    rf"(?P<team>(?:{LAZY}\s){{0,2}}?{LETTER}{{0,40}}?(?:समिति|टोली|समूह|बोर्ड|परिषद्))मा\s+(?P<who>.{{2,200}}?)\s+(?:(?:परे|रहे|समावेश\s+भए)(?:का|की|को)\s+)?(?:छन्|छौं|छौँ|हुनुहुन्छ)"
)
_ELECTION = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,3}}?)लाई\s+(?:(?P<body>{LAZY}(?:\s{LAZY}){{0,3}}?)(?:को|का)\s+)?"
    rf"(?:नयाँ\s+)?(?P<office>{OFFICE_WORDS})(?:मा|को\s+रूपमा|पदमा)?\s+"
    r"(?:चुन|निर्वाचित\s+ग|नियुक्त\s+ग|छान|बना|मनोनीत\s+ग|चयन\s+ग)\S*"
)
_MEMBERS = re.compile(
    rf"(?P<team>{LAZY}(?:\s{LAZY}){{0,3}}?)(?:को|का)\s+(?:नयाँ\s+)?सदस्य(?:हरू|हरु)?(?:मा)?\s+(?P<who>.+?)\s+"
    r"(?:हुन्|हुनुहुन्छ|छन्|रहेका\s+छन्)\s*$"
)
_PRESENTED = re.compile(
    rf"^\s*(?:नमस्ते\s*[,।]?\s*|नमस्कार\s*[,।]?\s*)?म\s+{LAZY}(?:\s{LAZY}){{0,2}}?,\s*"
    rf"(?:(?P<org>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का|की)\s+)?(?P<what>{MODIFIERS}(?:{OFFICE_WORDS}|{WORK_WORDS})|(?<=को\s){WORD})\s*[।.]?\s*$"
)


_PARTED = re.compile(
    rf"(?P<one>{LAZY}(?:\s{LAZY}){{0,2}}?)\s+र\s+(?P<other>म|{LAZY}(?:\s{LAZY}){{0,2}}?)\s+(?:\S+\s+){{0,3}}?"
    r"(?:छुट्टि(?:ए|य|एका|इए|यौ)|अलग\s+(?:भ|हु)|छुट्टाछुट्टै\s+बस)\S*"
)
"""A couple that parts without a word for the divorce."""
_UNWED = re.compile(r"(?:हुने|गर्ने)\s+(?:कुरा|भन|थि|हल्ला)|(?<!\S)तर\s+(?:भएन|टु|भाँ)|हल्ला|झू?ठ")
"""A wedding that did not take place."""


def couple_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """Weddings and divorces: राम र सीताको विवाह भयो."""
    parted = _PARTED.search(clause.text)
    match = parted or _MARRIAGE.search(clause.text) or _MARRIED_WITH.search(clause.text)
    if match is None or verb_tense(clause.text) in UNCERTAIN or _UNWED.search(clause.text):
        return
    people = clause.people
    if "one" in match.groupdict():
        first = match["one"].split(",")[-1].strip()
        one = people.speaker() if first in SPEAKER else people.person(first)
        other = (
            people.speaker()
            if match["other"] in SPEAKER
            else people.person(match["other"].removesuffix("बीच"))
        )
    else:
        one, other = clause.subject(match.start("other")), people.person(match["other"])
    if one and other and one.name != other.name:
        ended = parted is not None or match["what"] not in ("विवाह", "बिहे")
        yield clause.claim(one, "MARRIED_TO", other, clause.interval("end" if ended else "start"))
        if ended and not parted:
            yield clause.claim(one, "DIVORCED_FROM", other, clause.interval("start"))


def team_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    if match := _TEAM.search(clause.text):
        team = Referent(match["team"].split("को ")[-1], EntityKind.OTHER, 0.8, is_named=True)
        for part in re.split(r",|\s(?:र|अनि|तथा|एवं|साथै)\s", match["who"]):
            is_speaker = part.strip() in SPEAKER
            member = clause.people.speaker() if is_speaker else clause.people.person(part)
            if member:
                at = clause.people.message.at
                yield clause.claim(member, "MEMBER_OF", team, Interval(at))


def life_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim | EndClaim]:
    """Births and deaths."""
    people, interval = clause.people, clause.interval("start")
    day = interval.start.date().isoformat() if interval.start else ""
    death, passed = _DEATH.search(clause.text), _PASSED.search(clause.text)
    if death or passed:
        who = people.person(death["who"]) if death else None
        who = clause.subject(passed.start()) if passed and not death else who
        if who:
            yield clause.claim(who, "DIED", Referent(day), interval)
            yield clause.ending(who, LIFE_FAMILIES, clause.interval("end"))
    if (bore := _BORE.search(clause.text)) and tense is not NepaliTense.NEGATIVE:
        child = people.names.get(bore["child"])
        if child and clause.times():
            born = Referent(child, EntityKind.PERSON, 0.8, is_named=True)
            yield clause.claim(born, "BORN_ON", Referent(day), interval)
        return
    noun, verb = _BIRTH_NOUN.search(clause.text), _BIRTH_VERB.search(clause.text)
    if not (noun or verb) or tense is NepaliTense.NEGATIVE:
        return
    if noun:
        who = people.speaker() if noun["who"] in SPEAKER else people.person(noun["who"])
    else:
        who = clause.subject(verb.start() if verb else 0)
    place = clause.object_in("मा", len(clause.text)).removeprefix("जन्म ")
    if who and clause.times():
        time = clause.times()[0].text
        stated = time if re.search(r"[\d०-९]", time) else day
        yield clause.claim(who, "BORN_ON", Referent(stated), interval)
    if who and place and not re.search(r"[\d०-९]", place):
        yield clause.claim(who, "BORN_IN", Referent(place), Interval())


def departure_claims(
    clause: NepaliClause, tense: NepaliTense
) -> Iterator[RelationClaim | EndClaim]:
    """Transfers, retirements, resignations from an office, and last days."""
    if tense in (NepaliTense.NEGATIVE, NepaliTense.NEVER):
        return
    if transfer := _TRANSFER.search(clause.text):
        who = clause.people.person(transfer["who"])
        if who:
            yield clause.ending(who, WORK_FAMILIES, clause.interval("end"))
            if transfer["to"]:
                other = Referent(transfer["to"], EntityKind.ORGANIZATION)
                yield clause.claim(who, "WORKS_AT", other, clause.interval("start"))
        return
    if last := _LAST_DAY.search(clause.text):
        whose = last["whose"]
        who = (
            clause.people.speaker()
            if not whose or whose in SPEAKER
            else clause.people.person(whose)
        )
        body = clause.object_in("मा", last.start())
        ahead = find_chat_times(clause.text, clause.people.message.at, ahead=True)
        interval = dated_interval(
            None, ahead[0] if ahead else None, clause.people.message.at, ends=True
        )
        if who and body:
            other = Referent(body, EntityKind.ORGANIZATION)
            yield clause.claim(who, "WORKS_AT", other, interval)
        elif who:
            yield clause.ending(who, WORK_FAMILIES, interval)
        return
    if left := _RETIRE.search(clause.text):
        who = clause.subject(left.start())
        body = clause.object_in("बाट", left.start())
        if who and (not body or any(office in body for office in OFFICES)):
            families = WORK_FAMILIES if not body else (*sorted(OFFICE_FAMILIES), "HAS_POSITION")
            yield clause.ending(who, families, clause.interval("end"))


def presented_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """म हरि लामा, हिमाली संघको निर्देशक: an introduction without a verb."""
    match, speaker = _PRESENTED.match(clause.text), clause.people.speaker()
    if match is None or speaker is None:
        return
    interval = Interval(clause.people.message.at)
    if match["org"] and match["what"] in OFFICES:
        yield clause.claim(speaker, OFFICES[match["what"]], Referent(match["org"]), interval)
    else:
        yield clause.claim(speaker, "HAS_POSITION", Referent(match["what"]), interval)


def member_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """समितिका सदस्य हरि, गीता र माया हुन्."""
    match = _MEMBERS.search(clause.text.rstrip(" ।"))
    if match is None:
        return
    team = Referent(
        clean_name(match["team"]) or match["team"], EntityKind.OTHER, 0.8, is_named=True
    )
    for part in re.split(r",|\sर\s", match["who"]):
        member = clause.people.person(part)
        if member:
            interval = Interval(clause.people.message.at)
            yield clause.claim(member, "MEMBER_OF", team, interval)


def election_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """सभाले मायालाई समितिको अध्यक्षमा चुन्यो."""
    match = _ELECTION.search(clause.text)
    if match is None or verb_tense(clause.text) in (NepaliTense.UNREAL, NepaliTense.NEGATIVE):
        return
    words = match["who"].split("ले ")[-1]
    who = clause.people.person(words)
    if who is None:
        return
    interval = clause.interval("start")
    if match["body"]:
        yield clause.claim(who, OFFICES[match["office"]], Referent(match["body"]), interval)
    else:
        yield clause.claim(who, "HAS_POSITION", Referent(match["office"]), interval)


OLDEST = 120
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_ADVERB = r"(?:अचेल|आजकल|अहिले|अब|अझै|धेरै|धेरइ|पनि|खुब|निकै|साह्रै|एकदम|औधी|पहिले|त|चाहिँ|सबैभन्दा)"
_PLEASES = r"(?:पर्छ|पर्दैन|पर्थ्यो|पर्‍यो)"
_LIKES = re.compile(
    rf"(?:(?<!\S)मलाई|(?P<who>{LAZY}(?:\s{LAZY}){{0,2}}?|[A-Z]\w{{0,40}}(?:\s[A-Z]\w{{0,40}}){{0,3}})\s?लाई)\s+(?:{_ADVERB}\s+)*"
    rf"(?:(?P<what>(?!{_ADVERB}\s){LAZY}(?:\s(?!{_ADVERB}\s){LAZY}){{0,2}}?)\s+)?(?:{_ADVERB}\s+)*मन\s?(?P<verb>{_PLEASES})"
)
_LIKED = re.compile(
    rf"^\s*(?:{_ADVERB}\s+)*(?P<what>(?!\S*लाई)(?!{_ADVERB}\s){LAZY}(?:\s(?!\S*लाई)(?!{_ADVERB}\s){LAZY})?)(?:\s+{_ADVERB}){{0,2}}(?:\s+(?P<who>{LAZY}|[A-Z]\w*)\s?लाई)?\s+(?:{_ADVERB}\s+)*"
    rf"मन\s?(?P<verb>{_PLEASES})"
)
"""What is liked comes first, or whoever likes it is not named."""
_AGE = re.compile(
    r"(?P<years>[\d०-९]{1,3})\s+वर्ष(?:क[ोीा]\s+(?:(?:मात्र|मात्रै|नै)\s+)?(?:भ\S+|हु\S+|हो|छ\S*)|\s+(?:पुग\S+|टेक\S+|लाग\S+))"
)
_FROM = re.compile(
    rf"(?<!{LETTER})(?P<place>{LETTER}{{3,}}?(?<![ेए]))(?:को|की|का)\s+(?P<home>(?:स्थायी\s+)?(?:बासिन्दा|निवासी|रैथाने)\s+)?(?:हुन्|हो|हुनुहुन्छ|हुँ)\s*$"
)
_HOME = re.compile(
    rf"(?:(?P<own>मेरो|हाम्रो)|(?P<who>{LAZY}(?:\s{LAZY}){{0,2}}?|[A-Z]\w{{0,40}}(?:\s[A-Z]\w{{0,40}}){{0,3}})\s?को)\s+घर\s+"
    rf"(?P<place>{LAZY}(?:\s{LAZY})?)(?:मा)?\s+(?:हो|छ|पर्छ)(?!{LETTER})"
)
_SEAT = re.compile(
    rf"(?:(?P<body>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का)\s+)?(?:(?:मुख्य|केन्द्रीय|नयाँ|हाम्रो)\s+)?"
    r"(?<!\S)(?P<seat>कार्यालय|अफिस|पसल|दोकान|क्याफे|कफे|कारखाना|क्लिनिक|विद्यालय|स्कुल|गोदाम|शाखा|सचिवालय|होटल|ग्यारेज|पुस्तकालय)\s+"
    rf"(?:(?:अहिले|अब|आजदेखि|अझै|हाल|चाहिँ|पनि)\s+)*(?P<place>(?:{LAZY}\s){{0,2}}?{LAZY})(?:मा|मै)\s+"
    r"(?P<verb>छ|रहेको\s+छ|सर्‍यो|सर्यो|सरेको\s+(?:छ|हो)|सर्‍यौं|सारेका\s+छौं|सारियो|सारिएको\s+छ|सर्दैछ|सर्छ|थियो)"
    rf"(?!{LETTER})"
)
_IS_AT = re.compile(rf"(?P<place>{LAZY})(?:को\s+घर)?(?:मा|मै)\s+(?:छु|छौँ|छौं)\s*[।.]?\s*$")
"""Where the speaker is, which is home if it is a place: डडेल्धुरामै छु."""
_MEASURES = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY})?|मेरो)(?:को)?\s+(?P<of>तौल|वजन|उचाइ)\s+(?P<what>[^।,]{{2,30}}?(?:किलो|केजी|ग्राम|फिट|फुट|सेन्टिमिटर|मिटर))\S*\s+(?:छ|थियो|हो|रहेछ|भइसक|भयो|भएछ|भो(?!\S)|पुग)"
)
"""How heavy or tall somebody is: छोराको तौल तीन किलो छ."""
_OWNS = re.compile(rf"(?<!\S)मसँग\s+(?:(?:एउटा|एक)\s+)?(?P<what>{WORD})\s+छ(?!{LETTER})")


INFINITIVE = re.compile(r"(?:^|\s)(?:सुन्न|हेर्न|खेल्न|खान|पिउन|पढ्न|गर्न|घुम्न|गाउन|बजाउन|लेख्न|पर्न|पराउन)$")
"""What one likes to do with it, which is no part of what is liked: गजल सुन्न मन पर्छ."""
_STOPPED = re.compile(
    rf"(?:^\s*|,\s*|(?<!\S)(?:अब|मैले|म|अचेल|आजकल|मलाई)\s+)(?P<what>(?!{_ADVERB}\s|म\s|मैले\s|मलाई\s){LAZY}(?:\s(?!{_ADVERB}\s|मलाई\s){LAZY})?)\s+"
    rf"(?:(?:{_ADVERB}|मलाई)\s+){{0,4}}"
    rf"(?:सुन्न|हेर्न|खेल्न|खान|पिउन|गर्न|गाउन|बजाउन|मन\s+पर्न|मन\s+पराउन)\s+(?:छोड|छाड)(?P<end>\S+)"
)
"""Who stops doing something no longer likes it: गजल सुन्न छोडेँ, गजल मन पर्न छाड्यो."""


def stopped_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    match = _STOPPED.search(clause.text)
    speaker = clause.people.speaker()
    if match and speaker and (match["end"].startswith(("ेँ", "ें", "्य"))):
        yield clause.claim(speaker, "LIKES", Referent(match["what"]), clause.interval("end"))


def like_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    yield from stopped_claims(clause)
    match = _LIKES.search(clause.text)
    match = match if match and match["what"] else _LIKED.search(clause.text)
    if match:
        who = _liking_person(clause, match)
        if who is None:
            return
        words = INFINITIVE.sub("", match["what"])
        topic = _topic(clause) if words in POINTING else words
        if not topic:
            return
        what = Referent(topic)
        if match["verb"] in ("पर्छ", "पर्‍यो"):
            yield clause.claim(who, "LIKES", what, clause.interval("state"))
        elif match["verb"] == "पर्थ्यो" or re.search(r"(?<!\S)(?:अब|अहिले|अचेल)(?!\S)", clause.text):
            yield clause.claim(who, "LIKES", what, clause.interval("end"))
        else:
            yield clause.claim(who, "DISLIKES", what, clause.interval("state"))


POINTING = word_set("त्यो यो तिनी उही त्यही")
_ASKED_TOPIC = re.compile(rf"(?P<what>{LETTER}{{2,30}}(?:\s{LETTER}{{2,30}})?)\s?\?\s*$")


def _topic(clause: NepaliClause) -> str:
    """What "that" points to: the thing that the words before only name: फुटबल? त्यो मन पर्दैन."""
    before = clause.people.message.content[max(0, clause.sentence[0] - 80) : clause.sentence[0]]
    asked = _ASKED_TOPIC.search(before)
    return asked["what"] if asked else ""


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


def detail_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim | EndClaim]:
    """Age, origin and property."""
    yield from _home_claims(clause, tense)
    if (
        seat := _SEAT.search(clause.without_times(clause.text))
    ) and tense is not NepaliTense.NEGATIVE:
        yield from _seat_claims(clause, seat)
    if age := _AGE.search(clause.text):
        years, who = int(age["years"].translate(DIGITS)), clause.subject(age.start())
        if who and 0 < years <= OLDEST:
            aged = replace(who, attributes=(("age", years),))
            yield clause.claim(
                aged, "HAS_AGE", Referent(f"{years} years"), clause.interval("state")
            )
    elif (origin := _FROM.search(clause.text)) and tense is not NepaliTense.NEGATIVE:
        who = clause.subject(origin.start())
        if who and origin["place"] not in OFFICES and not _is_surname(clause, origin):
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


_SEAT_WORDS = word_set("अब अहिले आजदेखि अझै हाल चाहिँ पनि बाट देखि")


def _seat_claims(clause: NepaliClause, seat: re.Match[str]) -> Iterator[RelationClaim | EndClaim]:
    """Where a body has its premises: क्लबको कार्यालय बजारमा छ, पसल चोकमा सर्‍यो."""
    body = (seat["body"] or seat["seat"]).rsplit("देखि ", 1)[-1]
    place = seat["place"].rsplit("देखि ", 1)[-1]
    words = [each for each in place.split() if each not in _SEAT_WORDS]
    place = " ".join(words)
    if not place or place in STOP_WORDS or body in STOP_WORDS:
        return
    meaning = "over" if seat["verb"] == "थियो" else "state"
    where = Referent(place, EntityKind.LOCATION)
    relation = "HEADQUARTERED_IN" if seat["seat"] == "कार्यालय" else "LOCATED_IN"
    for name in dict.fromkeys((body, seat["seat"])):
        one = Referent(name, EntityKind.ORGANIZATION, 0.8, is_named=True)
        if name == body:
            yield clause.claim(one, relation, where, clause.interval(meaning))
        if seat["verb"].startswith("स"):
            ended = clause.interval("end")
            yield clause.ending(one, ("LOCATED_IN", "HEADQUARTERED_IN"), ended)


def _is_surname(clause: NepaliClause, origin: re.Match[str]) -> bool:
    """Whether a surname only looks like a place with an ending: खड्का, कार्की."""
    start, end = origin.span("place")
    place = clause.start + start
    return origin["place"].endswith("\u094d") or any(
        each.start <= place and place + end - start < each.end
        for each in clause.people.mentions_of(EntityKind.PERSON)
    )


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
