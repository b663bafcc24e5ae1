"""What ends in words that name no object: "Graduated!", "I'll leave the firm on 12 August".

Each frame says which sphere of a person's life ends; all that the person has in it ends then.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pramana.language.tagging import MentionKind, tag
from pramana.memory.domain.families import OFFICE_FAMILIES, SPHERE_FAMILIES, Sphere
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, first_time
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage

CONFIDENCE = 0.8
NO_BODIES = {MentionKind.PERSON, MentionKind.LOCATION}
_NAME = r"[A-Z][\w’-]*(?:[ ][A-Z][\w’-]*){0,3}"
_WHO = rf"(?:(?P<me>I|[Ww]e)|(?P<pronoun>[Hh]e|[Ss]he)|(?P<name>(?!I\b|We\b|He\b|She\b){_NAME}))"
_HELPERS = (
    r"(?:['’](?:ve|s|m))?"
    r"(?: (?:has|have|had|just|finally|also|officially|now|already|recently|am|is))*"
)
_AHEAD = (
    r"(?:['’]ll|(?:['’]m|['’]s| am| is| are)(?: going to| due to| set to)?| will| shall| plan to)"
)
_DEGREE = (
    r"(?:degree|studies|course|thesis|dissertation|ph\.?d|doctorate|masters?|master['’]s|mba"
    r"|bachelors?|bachelor['’]s|diploma|finals|final exams?|a-levels)"
)
_BODIES = "|".join(
    sorted(
        lexicon.WORKPLACES
        | lexicon.word_set(
            "network trust society association club union band church league cooperative committee"
            " group foundation team orchestra theatre parish job post board party federation"
            " project department organisation organization business service trade profession"
        )
    )
)


@dataclass(frozen=True)
class Leaving:
    """Words that say that everything of some families is over for somebody, now or on a day."""

    words: re.Pattern[str]
    families: tuple[str, ...]
    is_ahead: bool = False
    """Whether it counts only with a day to come, since it is announced."""
    posts: tuple[str, ...] = ()
    """Words of the posts that end, where not all do."""


OFFICES = (*sorted(OFFICE_FAMILIES), "HAS_POSITION")
ELECTED_POSTS = (
    *("president", "chair", "chairman", "chairwoman", "chairperson", "secretary", "treasurer"),
    *("captain", "mayor", "governor", "councillor", "delegate", "representative", "convener"),
)
STUDY, WORK = (SPHERE_FAMILIES[each] for each in (Sphere.STUDY, Sphere.WORK))
LEAVINGS = (
    Leaving(re.compile(rf"\b{_WHO}{_HELPERS} [Gg]raduated\b(?! from)"), STUDY),
    Leaving(re.compile(r"^\W*(?:(?:[Jj]ust|[Ff]inally) )?(?i:graduated)\b(?! from)"), STUDY),
    Leaving(
        re.compile(
            rf"\b{_WHO}{_HELPERS} (?:finished|completed|defended|passed|got|received|earned)"
            rf" (?:my|his|her|the|our) (?:[a-z]+ ){{0,2}}?(?i:{_DEGREE})\b"
        ),
        STUDY,
    ),
    Leaving(
        re.compile(
            rf"\b{_WHO}{_HELPERS} (?:left|finished|(?:dropped out of))"
            r" (?:school|university|uni|college)\b"
        ),
        STUDY,
    ),
    Leaving(
        re.compile(
            rf"\b{_WHO}{_AHEAD} (?:leave|leaving|retire|retiring|resign|resigning|quit|quitting)"
            rf"(?: from)? (?:(?:the|this|our|my|his|her) (?i:{_BODIES})\b|us\b|here\b|you all\b)"
        ),
        WORK,
        is_ahead=True,
    ),
)
NOT_STANDING = re.compile(
    rf"\b{_WHO} (?P<denial>(?:did not|didn['’]t) (?:stand|run)"
    r" (?:again|for re-?election|for (?:another|a (?:second|third|further)) term))"
    r"(?=[,.;!\n]|$| (?:and|so|but|this|as|after|because|since|either|at the (?:AGM|election)))"
)
"""Who holds an office no more after an election: "Ana did not stand again"."""
STAYS_UNTIL = re.compile(
    rf"\b{_WHO}(?:(?:['’]ll| will|['’]m|['’]s| am| is)(?: still| only)?(?: be)?"
    r"(?: working| staying)?"
    r"|(?:['’]ll| will)?(?: still| only)? (?:stays?|remains?|works?|serves?|continues?))"
    rf" (?P<link>at|with|for) (?:(?:the )?(?P<body>{_NAME})|us|here|you all)"
    r" (?:only )?(?:until|till) "
)
LEAVES_BODY = re.compile(
    rf"\b{_WHO}{_AHEAD} (?:leave|leaving|quit|quitting) (?P<body>{_NAME}) (?=on\b|in\b|at\b|by\b"
    r"|next\b|tomorrow\b|this\b|from\b|[A-Z\d])"
)
"""Who leaves a body or a place on a day to come: "I'm leaving Acme on 30 May"."""
LEFT_FAMILIES = (
    *("WORKS_AT", "HAS_POSITION", "STUDIES_AT", "TEACHES_AT", "VOLUNTEERS_AT"),
    *("MEMBER_OF", "LIVES_IN"),
)
"""What may end where somebody leaves what is named; the words of the fact decide."""
UNREAL = re.compile(
    r"\b(?:if|would|might|(?-i:may)|could|should|never|not|hope|hopes|wish|want|wants|when|until"
    r"|once|after|before|unless|almost|nearly)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def leaving_claims(message: SpokenMessage) -> Iterator[EndClaim | RelationClaim]:
    """What a message says is over, or will be on a day."""
    for sentence in SENTENCE.finditer(message.content):
        words = sentence.group()
        if "?" not in words and (stays := STAYS_UNTIL.search(words)):
            yield from _stays(message, sentence, stays)
        gone = NOT_STANDING.search(words) if "?" not in words else None
        if gone and not UNREAL.search(words, 0, gone.start("denial")):
            leaving = Leaving(NOT_STANDING, OFFICES, posts=_elected_posts(message))
            yield from _endings(message, sentence, gone, leaving)
        leaves = LEAVES_BODY.search(words) if "?" not in words else None
        if leaves and not UNREAL.search(words, 0, leaves.end("body")):
            leaving = Leaving(LEAVES_BODY, LEFT_FAMILIES, True, (leaves["body"],))
            yield from _endings(message, sentence, leaves, leaving)
        for each in LEAVINGS:
            match = each.words.search(words)
            if match and not UNREAL.search(words, 0, match.end()) and "?" not in words:
                yield from _endings(message, sentence, match, each)
                break


def _stays(
    message: SpokenMessage, sentence: re.Match[str], match: re.Match[str]
) -> Iterator[EndClaim | RelationClaim]:
    """ "I'll be at Acme until 30 May": a body that is left on a day to come; "she is with us until
    30 May": work that ends then."""
    start = sentence.start()
    place = start + match.start("body")
    kinds = {each.kind for each in tag(message.content) if each.start <= place < each.end}
    times = find_chat_times(sentence.group(), message.at, ahead=True)
    time = first_time([each for each in times if each.start >= match.end("body")])
    who = _person(message, match, start)
    if not who or time is None or time.begins <= message.at:
        return
    subject = Referent(who, EntityKind.PERSON, 0.85, is_named=True)
    end = start + len(sentence.group().rstrip())
    over = dated_interval(None, time, message.at, ends=True)
    if match["body"] is None:
        yield EndClaim(subject, WORK, over, start, end)
        return
    yield EndClaim(subject, LEFT_FAMILIES, over, start, end, words=(match["body"],))
    if kinds & (NO_BODIES if match["link"] == "at" else {MentionKind.PERSON}):
        return
    body = Referent(match["body"], EntityKind.ORGANIZATION, 0.8, is_named=True)
    interval = dated_interval(None, time, message.at, ends=True)
    text = f"{who} works at {match['body']}."
    yield RelationClaim(subject, "WORKS_AT", body, text, start, end, interval, CONFIDENCE)


def _endings(
    message: SpokenMessage, sentence: re.Match[str], match: re.Match[str], leaving: Leaving
) -> Iterator[EndClaim]:
    words, start = sentence.group(), sentence.start()
    who = _person(message, match, start)
    times = find_chat_times(words, message.at, ahead=leaving.is_ahead)
    time = first_time([each for each in times if each.start >= match.start()]) or first_time(times)
    if not who or (leaving.is_ahead and (time is None or time.begins <= message.at)):
        return
    interval = dated_interval(None, time, message.at, ends=True)
    subject = Referent(who, EntityKind.PERSON, 0.85, is_named=True)
    first = start + len(words) - len(words.lstrip())
    last = start + len(words.rstrip())
    yield EndClaim(subject, leaving.families, interval, first, last, words=leaving.posts)


def _elected_posts(message: SpokenMessage) -> tuple[str, ...]:
    """The posts of which a message with an election speaks, or those that are often elected."""
    said = set(re.findall(r"[a-z]+", message.content.casefold()))
    return tuple(each for each in ELECTED_POSTS if each in said) or ELECTED_POSTS


def _person(message: SpokenMessage, match: re.Match[str], start: int) -> str:
    """Who it is: whom the words name, whom a pronoun refers to, or the speaker."""
    groups = match.groupdict()
    if groups.get("pronoun"):
        before = tag(message.content[: start + match.start()])
        people = [each.text for each in before if each.kind is MentionKind.PERSON]
        return people[-1] if people else ""
    name = groups.get("name") or ""
    if name.split(" ", 1)[0].casefold() in lexicon.GREETINGS | lexicon.TIME_NOUNS:
        return ""
    return name or message.speaker


def is_left_already(claim: RelationClaim, endings: Iterable[EndClaim]) -> bool:
    """Whether an ending says better what a claim does: that somebody leaves what may be a home or a
    body, which the ending names."""
    is_vague = claim.relation == "LIVES_IN" and claim.interval.end is not None
    return (is_vague or claim.relation in ("LEAVES", "LEFT")) and any(
        each.subject.name == claim.subject.name and claim.object.name in each.words
        for each in endings
    )
