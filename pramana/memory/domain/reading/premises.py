"""Where a body has its premises: the shop is at 9 Harbour Street, the office moved to Saltby.

A body that moves leaves the seat it had. Where one only is ends nothing: a town lies in a province.
"""

import re
from collections.abc import Iterator

from pramana.language.tagging import MentionKind, tag
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, first_time
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage

CONFIDENCE = 0.85
RELATION = "LOCATED_IN"
SEATS = ("LOCATED_IN", "HEADQUARTERED_IN")
_PREMISES = (
    "office|offices|headquarters|hq|secretariat|shop|workshop|store|bakery|cafe|café|restaurant|pub"
    "|clinic|practice|surgery|pharmacy|school|kindergarten|nursery|playgroup|studio|gallery|museum"
    "|library|archive|warehouse|depot|factory|plant|garage|yard|lab|laboratory|gym|salon|bookshop"
    "|clubhouse|club room|meeting room|food bank|foodbank|shelter|hostel|mosque|parish|registry"
    "|branch|bureau|agency|firm|company|market|kitchen|canteen|theatre|theater|centre|center"
)
_NAME = r"[A-Z][\w’'-]*"
_WORDS = rf"{_NAME}(?: (?:{_NAME}|de|da|do|du|la|le|del|della|dos|van|der|of|the|and)){{0,5}}"
_ADDRESS = (
    rf"(?:(?:[Uu]nit|[Nn]o\.?|[Ss]uite|[Ff]lat) )?\d{{1,5}}[A-Za-z]?(?:[-/]\d+)?,? {_WORDS}"
    rf"|{_WORDS},? \d{{1,5}}[A-Za-z]?(?![\w.:])"
)
_PLACE = rf"(?P<place>(?:{_ADDRESS}|(?:the )?(?:(?:old|new|former) )?{_WORDS})(?:, {_WORDS})?)"
SEAT = re.compile(
    rf"(?:^|(?<=[\s,;:]))(?:(?P<owner>{_NAME}(?: {_NAME}){{0,3}})['’]s "
    r"|[Tt]he |[Oo]ur |[Mm]y |[Tt]his )?"
    rf"(?P<body>(?:(?:head|main|field|branch|registered|regional|village|town) )?(?i:{_PREMISES}))"
    r" (?:(?P<moved>(?:(?:has|have|had|will|is|are|was|just|now|finally|also) ){0,2}"
    r"(?:moved?|moves|moving|relocat(?:ed?|es|ing)|shift(?:ed|s|ing)?)"
    r"(?: (?:house|premises|out|over|across|again|back))?"
    r" (?:to|into|from [^.,;!?\n]{2,60}? to))"
    r"|(?P<be>is|are|was|were|will be|['’]s)(?: (?:still|now|again|currently|always|only))?"
    r" (?:at|in|on)) "
    rf"{_PLACE}(?![’']s\b)"
)
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
        for match in SEAT.finditer(words):
            if _is_place(message, sentence.start(), match):
                claim = _claim(message, sentence, match)
                yield claim
                if _is_new(words, match) and claim.interval.start:
                    left = Interval(
                        None, claim.interval.start, end_grain=claim.interval.start_grain
                    )
                    yield EndClaim(claim.subject, SEATS, left, claim.start, claim.end)


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
    is_in = bool(match["moved"]) or bool(
        re.search(r"\bin (?:the )?$", match.string[: match.start("place")])
    )
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
    text = f"{said} {'was' if over else 'is'} at {match['place']}."
    first = sentence.start() + len(words) - len(words.lstrip())
    end = sentence.start() + len(words.rstrip())
    return RelationClaim(body, RELATION, place, text, first, end, interval, CONFIDENCE)


def _lies_within(match: re.Match[str], place: int) -> bool:
    return match.start("place") <= place < match.end("place")
