"""Sentences without a verb of their own: introductions, and short answers to a question.

"Tess Marlow, night nurse at the Adler." and "At Nabil.", after "Where do you work?", are completed
and read as whole sentences.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.language.tagging import MentionKind, tag
from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.lexicon import word_set
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage
from pramana.memory.domain.reading.utterances import Utterance, without_quotes

Read = Callable[[Utterance], tuple[Sequence[RelationClaim | EndClaim], Sequence[object]]]
LONGEST_ANSWER = 80
_NAME = r"[A-Z][\w'’-]*(?:[ ](?:[A-Z][\w'’-]*|de|du|van|von|al|la)){0,4}"
INTRODUCTION = re.compile(
    r"(?:^|(?<=[.!?] ))(?:And |Hi, |Hello, |I'm |I am |This is |The new one is me, )?"
    rf"(?P<name>{_NAME}),"
    r" (?P<rest>(?:the |a |an |your )?(?:[a-z]|[A-Z]{2,4}\b)[^.!?\n]{2,100})[.!?]"
)
VERB = re.compile(
    r"\b(?:is|am|are|was|were|has|have|had|will|'m|'s|'ve|'re|do|does|did|can|could|would|said|told)\b"
)
MOTHER_OF = re.compile(r"^(?:the )?(?:mother|father|mum|dad|wife|husband|sister|brother) of\b")


@dataclass(frozen=True)
class ShortAnswer:
    """A question, and how its answer is completed to a sentence of the person who answers."""

    question: re.Pattern[str]
    answer: re.Pattern[str]
    sentence: str


def _answer(question: str, answer: str, sentence: str) -> ShortAnswer:
    return ShortAnswer(re.compile(question, re.IGNORECASE), re.compile(answer), sentence)


_NAME_ALONE = (
    r"^(?!(?:No|Yes|Why|What|Sorry|Not|I|He|She|It|My|Ask|None|Nobody)\b)"
    r"(?P<what>[A-Z][\w’-]+(?: [A-Z][\w’-]+){0,3})$"
)
SHORT_ANSWERS = (
    _answer(
        r"\bwhere do you (?:work|teach)", r"^(?:At|For|With|In) (?P<what>.+)$", "I work at {}."
    ),
    _answer(
        r"\bwhere (?:do you live|are you living)", r"^(?:In|At) (?P<what>.+)$", "I live in {}."
    ),
    _answer(r"\bwhere do you study", r"^(?:At|In) (?P<what>.+)$", "I study at {}."),
    _answer(
        r"\bwhere are you from|where do you come from",
        r"^(?:From )?(?P<what>[A-Z].+)$",
        "I come from {}.",
    ),
    _answer(
        r"\b(?:doing what|as what|what do you do|what(?:'s| is) your (?:job|work|role|position))\b",
        r"^(?:As )?(?:an? |the )?(?P<what>[A-Za-z].+)$",
        "I am a {}.",
    ),
    _answer(r"\bwho(?:'s| is) your (?:wife|husband|partner)", _NAME_ALONE, "My spouse is {}."),
    _answer(
        r"(?P<tie>छोरा|छोरी|छोरो|श्रीमान्|श्रीमती|आमा|बुबा|बुवा|भाइ|बहिनी|दाइ|दिदी)को\s+नाम\s+के",
        r"^(?!.*(?:छैन|थाहा|हो|छ|भन्)\S*$)(?P<what>\S+(?:\s\S+){0,2})$",
        "मेरो {tie}को नाम {} हो।",
    ),
    _answer(
        r"\bwhat(?:['’]s| is) your (?P<tie>[a-z-]+)['’]s name\b",
        _NAME_ALONE,
        "My {tie} is {}.",
    ),
    _answer(r"(?:कहाँ|कता)\s+काम\s+गर्", r"^(?P<what>.+?)मा?$", "म {}मा काम गर्छु।"),
    _answer(r"(?:कहाँ|कता)\s+बस्", r"^(?P<what>.+?)मा?$", "म {}मा बस्छु।"),
    _answer(r"के\s+काम\s+गर्|के\s+गर्नुहुन्छ", r"^(?P<what>\S+(?:\s\S+){0,2})$", "म {} हुँ।"),
)
WHICH = re.compile(
    r"^\W*(?:[Ww]hich (?P<first>[A-Z]\w+)|(?P<one>[A-Z]\w+) or (?P<other>[A-Z]\w+))\?\W*$"
)
SURNAME = re.compile(r"^(?P<name>[A-Z]\w+)\b[.!]?")


REWRITINGS = (
    (r"\b[Ii]t(?:['’]?s| is) (?P<what>[\w' -]{2,40}?) (?:that |which )?I"
     r" (?P<verb>love|like|prefer|enjoy|drink|play|support)\b", "I {verb} {what}."),
    (r"(?:^|[.!?,;] |\b(?:and|but) )(?P<what>[A-Za-z][\w'-]*(?: [\w'-]+){0,2}?) is what I"
     r" (?P<verb>love|like|prefer|enjoy|drink|play)\b", "I {verb} {what}."),
    (r"(?:^|[.!?,;] |\b(?:and|but) )(?P<what>[A-Za-z][\w'-]*(?: [\w'-]+)?) is my"
     r" (?:weakness|passion|obsession|thing|great love|jam|hobby|new love|first love)\b",
     "I love {what}."),
    (r"(?:^|[.!?,;] |\b(?:and|but) )(?P<what>[A-Za-z][\w'-]*(?: [\w'-]+)?) is"
     r" (?:finished|done|dead) (?:for|to) me\b", "I no longer love {what}."),
    (r"\bI(?:['’]m| am| have|['’]ve) (?:done|finished|through|had enough)(?: with| of)"
     r" (?P<what>[a-z][\w'-]*(?: [a-z][\w'-]+)?)(?=[.,;!]|$)", "I no longer love {what}."),
    (rf"(?:^|[.!?] )(?P<what>{_NAME}), (?:that['’]s|that is|he['’]s|she['’]s)"
     r" (?P<verb>my [a-z-]+)\b", "{what} is {verb}."),
    (rf"^(?P<what>{_NAME}?)(?: here)? ?[.,] (?P<verb>(?:{_NAME}['’]s|[Mm]y|[Oo]ur) [a-z-]+)[.!]",
     "{what} is {verb}."),
    (r"\b(?P<verb>(?:[Tt]he|[Oo]ur|[Mm]y) [a-z-]+)['’]s name is"
     rf" (?P<what>{_NAME})", "{verb} is {what}."),
    (r"(?:^|(?<=[.!?,;] ))(?P<verb>(?:[Tt]he|[Mm]y|[Oo]ur) [a-z-]+(?: [a-z-]+)?) ?= ?"
     rf"(?P<what>{_NAME})", "{verb} is {what}."),
    (r"(?:^|(?<=[.!?,;] ))(?:[Mm]y |[Tt]oday(?:['’]s| is| was)? (?:my )?)?(?:[Ff]irst|1st) day"
     rf" (?:at|with) (?P<what>{_NAME})", "I work at {what} from today."),
    (r"\b(?:[Mm]y h|[Hh])ome is (?:now )?(?:in )?(?P<what>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2})",
     "I live in {what}."),
    (r"\bI(?:['’]ve)? (?P<verb>run|own|started|founded|opened|set up) my own [a-z]{3,20}"
     r"(?: [a-z]{3,20})?(?: now)?, (?:called )?(?P<what>[A-Z][\w'’&-]*(?: [A-Z&][\w'’&-]*){0,4})",
     "I {verb} {what}."),
    (r",? [Ss]till (?:at|with) (?P<what>[A-Z][\w'’&-]*(?: [A-Z][\w'’&-]*){0,3})",
     "I work at {what}."),
)  # fmt: skip
"""Turns of phrase, and the plain sentence of the speaker that says the same."""
_REWRITINGS = tuple((re.compile(pattern), sentence) for pattern, sentence in REWRITINGS)
PLACE_INTRODUCTION = re.compile(
    r"^(?:\W*(?:[Hh]i|[Hh]ello|[Hh]ey|[Nn]amaste)[ \w]*[,!.]\W*)?(?:.{0,80}?[.!] )?"
    rf"(?P<name>{_NAME}?)(?: here)?(?P<link>,| in| from) "
    r"(?P<place>[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})(?=[,.!;]|$)"
)
"""The speaker's name and a place: "Abel in Lund", "Abel, Lund"."""
SUBJECTLESS = re.compile(
    r"(?:^|(?<=[.!?] )|(?<=\n))(?i:(?:and|so|ok|well|guess what|update|news)[,:]? )?"
    r"(?:(?i:just|finally|also|officially|recently|only|actually|sadly|happily|now|still) )?"
    r"(?:(?P<been>[Bb]een)"
    r"|(?P<state>(?i:based|born|raised|admitted|promoted|appointed|engaged|retired|divorced"
    r"|married|widowed|single|allergic|originally|formerly|diagnosed|hired|fired|sacked))"
    r"|(?P<doing>(?i:living|working|studying|staying|teaching|taking|doing|learning|running"
    r"|coaching|leading|managing|sharing|renting|playing|singing|training|joining|leaving|serving))"
    r"|(?P<did>[A-Za-z][a-z]+(?:ed|ld|ft|me|un|ve up)|(?i:quit|left|got|became|began|took|met|lost"
    r"|went|bought|kept|built|wrote|gave up|had|spent|won|wed|split)))"
    r" (?P<rest>[^.!?\n]{3,160})(?=[.!?\n]|$)"
)
"""A sentence about the speaker that leaves "I" out: "Moved to Lund in May."."""
PAST_STATES = word_set(
    "born raised admitted promoted appointed diagnosed hired fired sacked formerly"
)
CHILD = re.compile(r"\b(?:girl|boy|son|daughter|baby|twins|child)\b")
UNREAL = re.compile(
    r"\b(?:if|would|wish|hope|maybe|perhaps|should|could|might)\b|\?", re.IGNORECASE
)
FIELD = re.compile(r"^(?P<field>[a-z][a-z-]+(?: (?:of|and|&) [a-z-]+| [a-z-]+)?)$")
FIELD_CONFIDENCE = 0.7
NOT_FIELDS = re.compile(
    r"\b(?:here|again|speaking|still|late|sorry|ok|too|back|first|last|not|no|yes|very|so|from|in|at"
    r"|signing|off|out|over|morning|afternoon|evening|everyone|everybody|all|please|today|now)\b"
)


def completed_claims(message: SpokenMessage, read: Read) -> Iterator[RelationClaim | EndClaim]:
    """The claims of introductions, short answers and turned sentences, as this message states
    them."""
    for match in INTRODUCTION.finditer(message.content):
        rest = match["rest"]
        if _is_speaker(match["name"], message.speaker) and not VERB.search(rest.split(",")[0]):
            article = (
                "" if rest.startswith(("the ", "a ", "an ")) or MOTHER_OF.match(rest) else "a "
            )
            claims = list(_read_as(message, f"I am {article}{rest}.", match.span(), read))
            yield from claims or _field_claims(message, match)
    yield from _rewritten(message, read)
    if not message.before or "?" not in message.before[0]:
        return
    yield from _answers(message, read)
    yield from _choices(message, read)


def _field_claims(message: SpokenMessage, match: re.Match[str]) -> Iterator[RelationClaim]:
    """ "Rosa Lind, accounts.": the field in which somebody who gives their full name works."""
    found = FIELD.match(match["rest"].split(",")[0].strip())
    if not found or " " not in match["name"] or NOT_FIELDS.search(found["field"]):
        return
    subject = Referent(message.speaker, EntityKind.PERSON, 0.9, is_named=True)
    text = f"{message.speaker} works in {found['field']}."
    interval = Interval(message.at, start_grain=Grain.UNKNOWN)
    yield RelationClaim(
        subject, "HAS_POSITION", Referent(found["field"]), text, *match.span(), interval,
        FIELD_CONFIDENCE,
    )  # fmt: skip


def _rewritten(message: SpokenMessage, read: Read) -> Iterator[RelationClaim | EndClaim]:
    if not message.speaker:
        return
    message = replace(message, content=without_quotes(message.content))
    yield from rewritten_claims(message, read)
    place = PLACE_INTRODUCTION.match(message.content)
    if place and _is_speaker(place["name"], message.speaker) and _is_place(message, place):
        link = "come from" if place["link"].strip() == "from" else "live in"
        yield from _read_as(message, f"I {link} {place['place']}.", place.span(), read)
    for match in SUBJECTLESS.finditer(message.content):
        is_child = (match["state"] or "").lower() == "born" and CHILD.search(
            message.content, 0, match.start()
        )
        unreal = UNREAL.search(_sentence_of(message.content, match))
        if is_child or unreal or _is_name_before_verb(message, match):
            continue
        said = f"{_with_subject(match)} {match['rest']}."
        yield from _read_as(message, said, match.span(), read)


def rewritten_claims(message: SpokenMessage, read: Read) -> Iterator[RelationClaim | EndClaim]:
    """The claims of turns of phrase, as the plain sentences that say the same."""
    for pattern, sentence in _REWRITINGS:
        for match in pattern.finditer(message.content):
            if not UNREAL.search(_sentence_of(message.content, match)):
                said = sentence.format(**match.groupdict())
                yield from _read_as(message, said, match.span(), read)


def _is_name_before_verb(message: SpokenMessage, match: re.Match[str]) -> bool:
    """Whether a word that looks like a verb is somebody's name: "Harold lives in Lund"."""
    word = match["did"] or ""
    if not word[:1].isupper() or " " in word:
        return False
    start = match.start("did")
    return any(
        each.kind is MentionKind.PERSON and each.start <= start < each.end
        for each in tag(message.content[: match.end()])
    ) or bool(re.match(rf"(?:is|was|has|had|and|[a-z]+s|{_NAME})\b", match["rest"]))


def _with_subject(match: re.Match[str]) -> str:
    """The verb of a sentence without a subject, after the "I" that it leaves out."""
    if match["been"]:
        lives = re.match(r"(?:in|at|over in|up in|down in) [A-Z]", match["rest"])
        return "I have been living" if lives else "I have been"
    if match["state"]:
        state = match["state"].lower()
        return f"I {'was' if state in PAST_STATES else 'am'} {state}"
    return f"I am {match['doing'].lower()}" if match["doing"] else f"I {match['did'].lower()}"


def _sentence_of(content: str, match: re.Match[str]) -> str:
    """The sentence that a match lies in, with its final mark."""
    first = max(content.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1
    ends = [place for mark in ".!?\n" if (place := content.find(mark, match.end())) >= 0]
    return content[first : min(ends, default=len(content)) + 1]


def _is_place(message: SpokenMessage, match: re.Match[str]) -> bool:
    start, end = match.span("place")
    return match["link"] == " in" or any(
        each.kind is MentionKind.LOCATION and each.start < end and start < each.end
        for each in tag(message.content[: end + 1])
    )


def _is_speaker(name: str, speaker: str) -> bool:
    words = set(speaker.casefold().split())
    return bool(words) and set(name.casefold().split()) <= words


def _answers(message: SpokenMessage, read: Read) -> Iterator[RelationClaim | EndClaim]:
    """Of a question to "you", only the answer of somebody else counts."""
    first = SENTENCE.match(message.content.strip())
    words = first.group().strip(" .!।") if first else ""
    if not words or len(words) > LONGEST_ANSWER or VERB.search(words):
        return
    if message.speakers_before[:1] == (message.speaker,):
        return
    for each in SHORT_ANSWERS:
        asked = each.question.search(message.before[0])
        found = each.answer.match(words) if asked else None
        if asked and found:
            place = (0, len(message.content))
            sentence = each.sentence.format(found["what"], **asked.groupdict())
            yield from _read_as(message, sentence, place, read)
            return


def _choices(message: SpokenMessage, read: Read) -> Iterator[RelationClaim | EndClaim]:
    """ "Which Jean?" – "Orr.": the sentence in question is read again with the full name."""
    asked, answer = WHICH.match(message.before[0]), SURNAME.match(message.content)
    if not asked or not answer:
        return
    surname = answer["name"]
    for speaker, words, at in message.earlier[1:]:
        for sentence in SENTENCE.finditer(words):
            first = _first_name(message, asked["first"], surname, sentence.group())
            if not first:
                continue
            said = re.sub(rf"\b{first}\b", f"{first} {surname}", sentence.group(), count=1)
            again = replace(
                message, content=said.strip(), speaker=speaker, at=at, earlier=(), before=()
            )
            claims, _ = read(Utterance(again))
            yield from _place_claims(claims, (0, len(message.content)))
            return


def _first_name(message: SpokenMessage, asked: str | None, surname: str, sentence: str) -> str:
    """The first name that a sentence leaves without the surname, and that belongs to it."""
    known = " ".join(words for _, words, _ in message.earlier)
    for first in [asked] if asked else re.findall(rf"\b([A-Z]\w+) {surname}\b", known):
        if first and re.search(rf"\b{first}\b(?! [A-Z])", sentence):
            return first
    return ""


def _read_as(
    message: SpokenMessage, sentence: str, place: tuple[int, int], read: Read
) -> Iterator[RelationClaim | EndClaim]:
    claims, _ = read(Utterance(replace(message, content=sentence)))
    yield from _place_claims(claims, place)


def _place_claims(
    claims: Sequence[RelationClaim | EndClaim], place: tuple[int, int]
) -> Iterator[RelationClaim | EndClaim]:
    yield from (replace(each, start=place[0], end=place[1]) for each in claims)
