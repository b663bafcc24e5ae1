"""Where a body has its premises: the shop is at 9 Harbour Street, the office moved to Saltby.

A body that moves leaves the seat it had. Where one only is ends nothing: a town lies in a province.
"""

import re
from collections.abc import Iterator, Sequence

from pramana.language.tagging import MentionKind, tag
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, first_time
from pramana.memory.domain.reading.lexicon import ORGANIZATION_NOUNS, WORKPLACES
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage

CONFIDENCE = 0.85
RELATION = "LOCATED_IN"
SEATS = ("LOCATED_IN", "HEADQUARTERED_IN", "HAS_ADDRESS")
_PREMISES = (
    "office|offices|headquarters|hq|secretariat|shop|workshop|store|bakery|cafe|café|restaurant|pub"
    "|clinic|practice|surgery|pharmacy|school|kindergarten|nursery|playgroup|studio|gallery|museum"
    "|library|archive|warehouse|depot|factory|plant|garage|yard|lab|laboratory|gym|salon|bookshop"
    "|clubhouse|club room|meeting room|food bank|foodbank|shelter|hostel|mosque|parish|registry"
    "|branch|bureau|agency|firm|company|market|kitchen|canteen|theatre|theater|centre|center"
)
_NAME = r"[A-Z][\w’'-]*"
_WORDS = (
    rf"{_NAME}(?: (?:(?:de|da|do|du|la|le|del|della|dos|van|der|of|the|and) ){{0,2}}{_NAME}){{0,5}}"
)
_ADDRESS = (
    rf"(?:(?:[Uu]nit|[Nn]o\.?|[Ss]uite|[Ff]lat) )?\d{{1,5}}[A-Za-z]?(?:[-/]\d+)?,? {_WORDS}"
    rf"|{_WORDS},? \d{{1,5}}[A-Za-z]?(?![\w.:])"
)
_PLACE_NOUNS = (
    r"(?:building|hall|mill|bazaar|arcade|market|square|tower"
    r"|basement|centre|center|barn|church|chapel|school|library|warehouse|factory|station|annexe?"
    r"|attic|gym|garage|pavilion|pub|castle|harbour|mall|house|hut|block|wing|floor|town|village"
    r"|clubhouse|courthouse|monastery|temple|museum|theatre|theater|bakery|brewery|shed|loft)"
)
_COMMON_PLACE = rf"(?:the|an?) (?:[a-z-]{{2,15}} ){{0,2}}{_PLACE_NOUNS}"
_PLACE = (
    rf"(?P<place>(?:{_ADDRESS}"
    rf"|(?:the )?(?:(?:old|new|former) )?{_WORDS}(?: {_PLACE_NOUNS}(?![a-z-]))?"
    rf"|{_COMMON_PLACE}(?![a-z-]))"
    rf"(?:, {_WORDS})?)"
)
_STILL = r"(?: (?:still|now|again|currently|always|only|mostly|usually))?"
_NAMED_BODY = (
    r"(?-i:(?!(?:[Tt]he|[Oo]ur|[Mm]y|[Tt]his|I|From|Since|January|February|March|April|May|June"
    r"|July|August|September|October|November|December)\b)[A-Z][\w’'-]*(?: [A-Z][\w’'-]*){0,3}"
    r"(?: (?:&|and) [A-Z][\w’'-]*){0,2})"
)
"""The name of a firm, which only an address tells from a person."""
GROUPS = (
    "band|choir|club|group|orchestra|team|troupe|society|class|crew|quartet|ensemble|circle|company"
    "|cast"
)
MEETING = re.compile(
    r"(?:^|(?<=[\s,;:]))(?:[Tt]he |[Oo]ur |[Mm]y )?"
    rf"(?P<body>[Ww]e|(?i:{GROUPS})|{_NAME}(?: {_NAME}){{0,3}})"
    r"(?P<have>(?: have|['’]ve| has)?)(?P<no>(?: no longer)?)"
    r"(?: (?:now|still|always|usually|normally|all)){0,2}"
    r" (?P<verb>rehears|practi[sc]|meet|met|train|gather|play)(?P<form>e?s?|ed|ing)"
    rf"(?: (?:now|on [A-Z][a-z]+s?))? (?:in|at) {_PLACE}"
)
"""Where people meet regularly: "we rehearse in the Scout Hut"."""
MEETS = "MEETS_AT"
SEAT = re.compile(
    rf"(?:^|(?<=[\s,;:]))(?:(?P<owner>{_NAME}(?: {_NAME}){{0,3}})['’]s "
    r"|[Tt]he |[Oo]ur |[Mm]y |[Tt]his )?"
    r"(?P<body>(?:(?:head|main|field|branch|registered|regional|village|town|band|choir|club) )?"
    rf"(?i:{_PREMISES}|room|base|training|practice|rehearsals?|{_NAMED_BODY}))"
    r" (?:(?P<moved>(?:(?:has|have|had|will|is|are|was|just|now|finally|also) ){0,2}"
    r"(?:moved?|moves|moving|relocat(?:ed?|es|ing)|shift(?:ed|s|ing)?)"
    r"(?: (?:house|premises|out|over|across|again|back))?"
    r" (?:to|into|from [^.,;!?\n]{2,60}? to))"
    rf"|(?P<be>is|are|was|were|will be|has (?:always )?been|have (?:always )?been|['’]s){_STILL}"
    r" (?:at|in|on)) "
    rf"{_PLACE}(?![’']s\b)"
)
BODY_WORDS = ORGANIZATION_NOUNS | WORKPLACES | {"press", "foods", "mills", "works", "brothers"}
UNREAL = re.compile(
    r"\b(?:if|would|might|(?-i:may)|could|should|never|not|hope|hopes|wish|want|wants|maybe|perhaps"
    r"|considering|thinking|unless|whether)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_PAST = re.compile(r"(?<!will )\b(?:moved|relocated|shifted|was|were)\b")
NEW_SEAT = re.compile(r"\b(?:from|as of|since|now|new|starting|will be)\b", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\b", re.IGNORECASE)
_NO_PLACE = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Christmas|Easter)\b"
)


def premises_claims(message: SpokenMessage) -> Iterator[RelationClaim | EndClaim]:
    """Where the bodies of a message have their seat, and since when."""
    for sentence in SENTENCE.finditer(message.content):
        words = sentence.group()
        if UNREAL.search(words):
            continue
        yield from _meetings(message, sentence)
        for match in SEAT.finditer(words):
            if _is_place(message, sentence.start(), match) and _is_body(message, sentence, match):
                claim = _claim(message, sentence, match)
                yield claim
                if _is_new(words, match) and claim.interval.start:
                    left = Interval(
                        None, claim.interval.start, end_grain=claim.interval.start_grain
                    )
                    yield EndClaim(claim.subject, SEATS, left, claim.start, claim.end)


def _is_body(message: SpokenMessage, sentence: re.Match[str], match: re.Match[str]) -> bool:
    """Whether a name is that of a body: it has an address, and is no person's."""
    name = match["body"]
    if not name[:1].isupper() or re.fullmatch(rf"(?i:{_PREMISES})", name):
        return True
    start = sentence.start() + match.start("body")
    kinds = {
        each.kind
        for each in tag(message.content)
        if each.start < start + len(name) and start < each.end
    }
    last = name.rsplit(" ", 1)[-1].lower()
    is_moved = MentionKind.ORGANIZATION in kinds and bool(match["moved"])
    is_firm = "&" in name or last in BODY_WORDS or is_moved
    has_address = re.search(r"\d", match["place"]) is not None
    return is_firm and has_address and MentionKind.PERSON not in kinds


def _meetings(
    message: SpokenMessage, sentence: re.Match[str]
) -> Iterator[RelationClaim | EndClaim]:
    """Where a group meets, rehearses or trains, and since when."""
    words, at = sentence.group(), message.at
    for match in MEETING.finditer(words):
        once = match["verb"] in ("met", "play")
        once = once or (match["form"] in ("ed", "ing") and not match["have"])
        if once or not _is_place(message, sentence.start(), match):
            continue
        body = _group(message, match["body"])
        if body is None:
            continue
        is_new = bool(NEW_SEAT.search(words)) and not match["no"]
        times = find_chat_times(words, at, ahead=is_new and not _SINCE.search(words))
        times = [each for each in times if not _lies_within(match, each.start)]
        time = first_time(times) or (times[0] if times and match["have"] else None)
        place = Referent(match["place"], EntityKind.LOCATION, 0.8, is_named=True)
        over = dated_interval(None, time, at, ends=True)
        interval = over if match["no"] else dated_interval(time, None, at)
        first = sentence.start() + len(words) - len(words.lstrip())
        end = sentence.start() + len(words.rstrip())
        verb = {"rehears": "rehearses", "train": "trains", "meet": "meets", "gather": "gathers"}
        does = verb.get(match["verb"], "practises")
        text = f"{body.name} {does} at {match['place']}."
        yield RelationClaim(body, MEETS, place, text, first, end, interval, CONFIDENCE)


def _group(message: SpokenMessage, words: str) -> Referent | None:
    """Who meets: the group that is named, or of which this message or those before it speak."""
    if words not in ("we", "We"):
        is_person = words[:1].isupper() and not re.search(rf"(?i)\b(?:{GROUPS})\b", words)
        return None if is_person else Referent(words, EntityKind.ORGANIZATION, 0.8, is_named=True)
    for each in (message.content, *message.before):
        if found := re.search(rf"(?i)\b(?:{GROUPS})\b", each):
            return Referent(found.group().lower(), EntityKind.ORGANIZATION, 0.8, is_named=True)
    speaker = Referent(message.speaker, EntityKind.PERSON, 0.85, is_named=True)
    return speaker if message.speaker else None


def without_misread_seats(claims: Sequence[RelationClaim]) -> list[RelationClaim]:
    """The claims without those that take the seat of a body for its home or its employer."""
    seats = {(each.subject.name, each.start) for each in claims if each.relation == RELATION}
    return [
        each
        for each in claims
        if each.relation not in ("LIVES_IN", "WORKS_AT", "HAS_ADDRESS")
        or (each.subject.name, each.start) not in seats
    ]


def _is_new(words: str, match: re.Match[str]) -> bool:
    """Whether the seat is said to be a new one."""
    return bool(match["moved"] or NEW_SEAT.search(words)) and match["be"] not in ("was", "were")


def _is_place(message: SpokenMessage, start: int, match: re.Match[str]) -> bool:
    """Whether the words name a place: an address, or what is known for nothing else."""
    if _NO_PLACE.match(match["place"]):
        return False
    if re.search(r"\d", match["place"]):
        return True
    first, last = (start + each for each in match.span("place"))
    kinds = {
        each.kind
        for each in tag(message.content[: last + 1])
        if each.start < last and first < each.end
    }
    is_in = bool(match.groupdict().get("moved")) or bool(
        re.search(r"\bin (?:the )?$", match.string[: match.start("place")])
    )
    is_in = is_in or bool(re.match(rf"(?:the )?{_NAME} {_NAME}", match["place"]))
    return (bool(kinds) or is_in) and MentionKind.PERSON not in kinds


def _claim(message: SpokenMessage, sentence: re.Match[str], match: re.Match[str]) -> RelationClaim:
    words, at = sentence.group(), message.at
    ahead = not _PAST.search(match.group()) and not _SINCE.search(words)
    times = find_chat_times(words, at, ahead=ahead)
    time = first_time([each for each in times if not _lies_within(match, each.start)])
    over = match["be"] in ("was", "were")
    interval = dated_interval(None, None, at, ends=True) if over else dated_interval(time, None, at)
    interval = interval if over or time or match["moved"] else Interval(at)
    name = match["owner"] or match["body"]
    body = Referent(name, EntityKind.ORGANIZATION, 0.8, is_named=True)
    place = Referent(match["place"], EntityKind.LOCATION, 0.8, is_named=True)
    said = f"{name}'s {match['body']}" if match["owner"] else f"The {match['body']}"
    said = name if name[:1].isupper() and not match["owner"] else said
    text = f"{said} {'was' if over else 'is'} at {match['place']}."
    first = sentence.start() + len(words) - len(words.lstrip())
    end = sentence.start() + len(words.rstrip())
    return RelationClaim(body, RELATION, place, text, first, end, interval, CONFIDENCE)


def _lies_within(match: re.Match[str], place: int) -> bool:
    return match.start("place") <= place < match.end("place")
