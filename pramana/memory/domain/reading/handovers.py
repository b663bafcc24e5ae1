"""Handovers: a post or duty passes from one person to another, in English.

"Ana takes my place as treasurer", "Ben was succeeded by Cleo", "I handed the keys over to Dev". The
sentences are a table of frames, in which T takes, G gives, R is a role and W is what is handed on.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pramana.language.tagging import MentionKind, NameMention
from pramana.language.times import TimeExpression
from pramana.memory.domain.families import OFFICE_FAMILIES, SPHERES, Sphere
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, first_time
from pramana.memory.domain.reading.handed_posts import (
    POSITION,
    WHATEVER,
    HandedPost,
    duty_of_giver,
    post_of_duty,
    post_of_role,
    post_of_thing,
)
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage
from pramana.memory.domain.reading.referents import DOUBTFUL_TAG, Referents

CONFIDENCE = 0.85
_NAME = (
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?!I\b)[A-Z][\w’-]+"
    r"(?: (?:[A-Z][\w’-]*|de|da|van|von|al|bin)){0,3}"
)
_PERSON = rf"(?:I\b|me\b|[Hh]e\b|[Ss]he\b|him\b|her\b|[Mm]y [a-z-]+(?: {_NAME})?|{_NAME})"
_ROLE = (
    r"(?:the |our |your |an? )?(?:new |next )?"
    r"(?P<role>[A-Z]{3}|[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}?)"
    rf"(?: (?:of|at|for) (?:the |our )?(?P<body>{_NAME}))?"
    r"(?=[,.;:!)]|$| (?:from|on|in|at|of|for|since|last|this|next|yesterday|today|and|with|when"
    r"|now|by|as|effective|after|until|while|so|because|tomorrow|tonight|a|two|three)\b)"
)
_WHAT = r"(?P<what>(?:the |our |my |his |her |all the |both )?[A-Za-z][\w'’ -]{1,50}?)"
_HELPERS = (
    r"(?P<aux>(?:['’](?:ve|s|ll|m))?(?: (?:has|have|had|is|am|are|was|were|will|be|been|being|got"
    r"|gets|going|due|set|to|now|just|then|also|only|recently|already|officially|formally|finally"
    r"|today|duly|since|happily))*) "
)
_OWN_THINGS = (
    "(?:old |former )?(?:place|seat|shoes|post|job|role|position|chair|desk|spot|duties|work)"
)
_FORMS = {
    "take": "take takes took taken taking", "step": "step steps stepped stepping",
    "slip": "slip slips slipped slipping", "fill": "fill fills filled filling",
    "replace": "replace replaces replaced replacing",
    "succeed": "succeed succeeds succeeded succeeding", "follow": "follow follows followed",
    "hand": "hand hands handed handing", "pass": "pass passes passed passing",
    "turn": "turn turns turned turning", "give": "give gives gave given giving",
    "transfer": "transfer transfers transferred", "leave": "leave leaves left leaving",
    "entrust": "entrust entrusts entrusted", "sign": "sign signs signed signing",
    "make": "make makes made making", "inherit": "inherit inherits inherited",
    "go": "goes went gone", "fall": "falls fell fallen", "move": "moves moved",
    "become": "become becomes became", "be": "is am are",
}  # fmt: skip
_FRAMES = f"""
T (take) over as R from G
T (take) over from G as R
T (take) over W from G
T (take) over from G
T (take) over as R
T (take|fill) (?:over )?G's {_OWN_THINGS} as R
T (take|fill) (?:over )?G's {_OWN_THINGS}
T (step|slip) into G's {_OWN_THINGS}(?: as R)?
T (replace|succeed|follow) G as R
T (replace|succeed) G
T (inherit|take) W from G
T (become|be) R (?:now )?(?:in place of|instead of|in succession to|after) G
G (replace|succeed|follow)=by T as R
G (replace|succeed|follow)=as R by T
G (replace|succeed)=by T
G's (?:successor|replacement) (be) T
T (be) G's (?:successor|replacement)(?: as R)?
G (make) way for T(?: as R)?
G (hand|pass|turn) (?:things |it all |everything )?(?:over|on) to T as R
G (hand|pass|turn|give|transfer|leave|entrust|sign) (?:over |on )?W (?:over |on |across )?to T
G (hand|pass|turn) (?:things |it all |everything )?(?:over|on) to T
G (give|hand|leave) T W_
W (hand|pass|turn|give|transfer|entrust)=(?:over |on )?(?:by G )?to T
W (pass|go|fall|move) (?:over |on )?(?:from G )?to T
"""
"""`=` marks a passive verb, and `W_` what stands at the end of a clause."""
_PARTS = {
    "T": rf"(?P<taker>{_PERSON})",
    "G": rf"(?P<giver>{_PERSON})",
    "G's": rf"(?:(?P<giver>[Mm]y|[Hh]is|[Hh]er)|(?P<owner>{_NAME})['’]s?)",
    "R": _ROLE,
    "W": _WHAT,
    "W_": r"(?P<what>(?:the|our|my|his|her|all the|both) [A-Za-z][\w'’ -]{1,50}?)(?=[,.;!]|$)",
}
_UNREAL = re.compile(
    r"\b(?:if|would|might|(?-i:may)|could|should|never|not|n['’]t|hope|hopes|wish|wants?|asked|offered"
    r"|maybe|perhaps|probably|plans?|unless|imagine|refused|declined|nearly|almost)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_AHEAD = re.compile(r"['’]ll|\b(?:will|going|due|set|to)\b")
_NO_NAMES = (
    lexicon.TIME_NOUNS
    | lexicon.GREETINGS
    | lexicon.word_set(
        "since from when and but so now then after before on in at as by yes news update last this"
        " next the our my his her their who it they we you everyone nobody congratulations sadly"
        " meanwhile also anyway finally today's please thanks he she fyi btw ok okay well oh"
    )
)


def posts_given_up(
    claims: Iterable[RelationClaim], endings: Iterable[EndClaim]
) -> Iterator[RelationClaim]:
    """What the giver had, if the sentence says only what the taker has: "Ana is the new chair, she
    replaces Ben."."""
    claims = list(claims)
    for each in endings:
        taker = each.successor
        for claim in claims if taker and not each.words else ():
            is_post = claim.relation == POSITION or claim.relation in OFFICE_FAMILIES
            inside = claim.start < each.end and each.start < claim.end
            if taker and is_post and inside and claim.subject.name == taker.name:
                text = claim.text.replace(taker.name, each.subject.name, 1)
                text = text.replace(" is ", " was ", 1)
                ended = replace(claim, subject=each.subject, interval=each.interval, text=text)
                yield replace(ended, is_handover=True)


@cache
def _frames() -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(line) for line in _FRAMES.strip().splitlines())


def _pattern(frame: str) -> re.Pattern[str]:
    def verb(match: re.Match[str]) -> str:
        forms = " ".join(_FORMS[each] for each in match[1].split("|")).split()
        if match[2] == "=":
            past = [each for each in forms if each.endswith(("ed", "en", "left")) or each == "left"]
            return rf"{_HELPERS.replace(')*) ', ')+) ')}(?P<verb>{'|'.join(past)}) "
        return rf"{_HELPERS}(?P<verb>{'|'.join(forms)}) "

    frame = re.sub(r" \(([a-z|]+)\)(=| )", verb, frame)
    frame = re.sub(r"\bG's|\bW_|\b[TGRW]\b", lambda match: _PARTS[match.group()], frame)
    return re.compile(rf"(?<![\w’'-]){frame}(?![\w])")


@dataclass(frozen=True)
class HandoverReader:
    message: SpokenMessage
    mentions: Sequence[NameMention]
    referents: Referents

    def claims(self) -> Iterator[RelationClaim | EndClaim]:
        """What the giver no longer has, and what the taker has, in every sentence that says it."""
        for sentence in SENTENCE.finditer(self.message.content):
            words = sentence.group()
            if not _UNREAL.search(words):
                yield from self._sentence_claims(words, sentence.start())

    def _sentence_claims(self, words: str, start: int) -> Iterator[RelationClaim | EndClaim]:
        for frame in _frames():
            match = frame.search(words)
            found = self._handover(match, words, start) if match else None
            if found:
                yield from found
                return

    def _handover(
        self, match: re.Match[str], words: str, start: int
    ) -> list[RelationClaim | EndClaim] | None:
        groups = match.groupdict()
        taker = self._person(match, "taker", start)
        named = next((each for each in ("giver", "owner") if groups.get(each)), "")
        giver = self._person(match, named, start) if named else None
        post: HandedPost | None = WHATEVER
        if groups.get("role"):
            post = post_of_role(groups["role"], groups.get("body") or "")
        elif groups.get("what"):
            thing = _without_times(groups["what"], self.message)
            is_over = words[match.end("verb") : match.start("what")].strip() == "over"
            is_taken = is_over and bool(named) and groups["verb"] in _FORMS["take"].split()
            post = post_of_thing(thing) or (post_of_duty(thing) if is_taken else None)
            post = post or (duty_of_giver(thing) if named else None)
        if taker is None or post is None or (named and giver is None):
            return None
        if giver and giver.name == taker.name:
            return None
        at = self.message.at
        ahead = bool(_AHEAD.search(groups.get("aux") or ""))
        present = groups["verb"] in _FORMS or groups["verb"].endswith(("s", "ing"))
        time = first_time(find_chat_times(words, at, ahead=ahead or present))
        if ahead and (time is None or time.begins <= at):
            return None
        first = start + len(words) - len(words.lstrip())
        place = (first, start + len(words.rstrip()))
        return list(handover_claims(giver, taker, post, time, self.message, place))

    def _person(self, match: re.Match[str], group: str, start: int) -> Referent | None:
        words, first = match[group], start + match.start(group)
        speaker = self.message.speaker
        if words in ("I", "me", "my", "My"):
            return _person_called(speaker, 0.9) if speaker else None
        if words.casefold() in ("he", "she", "him", "her", "his"):
            before = [
                each.text
                for each in self.mentions
                if each.kind is MentionKind.PERSON
                and each.start < first
                and each.text not in (match.groupdict().get("taker") or "")
            ]
            earlier = None if before else self.referents.last_person_before(or_speaker=False)
            return _person_called(before[-1], 0.75) if before else earlier
        if own := re.fullmatch(rf"[Mm]y ([a-z-]+)(?: ({_NAME}))?", words):
            if own[2]:
                return _person_called(own[2], 0.8)
            is_tie = own[1] in lexicon.TIES and bool(speaker)
            name = f"{speaker}'s {own[1]}"
            return (
                Referent(name, EntityKind.PERSON, 0.7, owner=speaker, tie=own[1])
                if is_tie
                else None
            )
        return self._by_name(words, first)

    def _by_name(self, words: str, first: int) -> Referent | None:
        parts = words.split()
        while parts and parts[0].casefold() in _NO_NAMES:
            first += len(parts[0]) + 1
            parts = parts[1:]
        name = " ".join(parts)
        tagged = [
            each for each in self.mentions if each.start < first + len(name) and first < each.end
        ]
        if not name or (
            tagged
            and all(each.kind is not MentionKind.PERSON for each in tagged)
            and any(each.confidence >= DOUBTFUL_TAG for each in tagged)
        ):
            return None
        return _person_called(name, 0.8)


def handover_claims(
    giver: Referent | None,
    taker: Referent,
    post: HandedPost,
    time: TimeExpression | None,
    message: SpokenMessage,
    place: tuple[int, int],
) -> Iterator[RelationClaim | EndClaim]:
    """The end of what the giver had and the taker has from then on; the post, if it is named."""
    over = dated_interval(None, time, message.at, ends=True)
    if giver:
        yield EndClaim(giver, post.families, over, *place, successor=taker, words=post.words)
    if not post.relation:
        return
    kind = lexicon.OBJECT_KINDS.get(post.relation, EntityKind.OTHER)
    other = Referent(post.object, kind, 0.8, is_named=post.object[:1].isupper())
    held = dated_interval(time, None, message.at)
    for who, interval in ((taker, held), (giver, over)):
        if who:
            verb, _, rest = post.sentence.partition(" ")
            verb = verb if interval is held else _PAST[verb]
            text = f"{who.name} {verb} {rest} {post.object}."
            claim = RelationClaim(who, post.relation, other, text, *place, interval, CONFIDENCE)
            yield replace(claim, is_handover=True)


_PAST = {"is": "was", "keeps": "kept", "looks": "looked"}


def _without_times(words: str, message: SpokenMessage) -> str:
    for time in reversed(find_chat_times(words, message.at)):
        words = words[: time.start] + words[time.end :]
    return words.strip()


def uncontested_claims(
    claims: Iterable[RelationClaim],
    handed: Sequence[RelationClaim],
    endings: Iterable[EndClaim],
) -> list[RelationClaim]:
    """The claims without those that read a handover as something else: the giver has the post
    still, the taker had it before, or either has only handed something."""
    passed = [each for each in endings if each.successor is not None]
    return [
        each
        for each in claims
        if each.is_handover
        or not (
            any(_contests(each, other) for other in passed)
            or any(_contradicts(each, other) for other in handed)
        )
    ]


def _contradicts(claim: RelationClaim, handed: RelationClaim) -> bool:
    """Whether a claim says the opposite of what a handover says of the same person."""
    is_post = claim.relation == POSITION or claim.relation in OFFICE_FAMILIES
    same = is_post and claim.start < handed.end and handed.start < claim.end
    same = same and _same_person(claim.subject.name, handed.subject.name)
    return same and (claim.interval.end is None) != (handed.interval.end is None)


def _contests(claim: RelationClaim, ending: EndClaim) -> bool:
    if claim.start >= ending.end or ending.start >= claim.end or ending.successor is None:
        return False
    giver, taker = ending.subject.name, ending.successor.name
    if {claim.subject.name, claim.object.name} == {giver, taker}:
        return claim.relation not in lexicon.TIES.values()
    sphere = SPHERES.get(claim.relation)
    if sphere not in (None, Sphere.WORK, Sphere.PROPERTY, Sphere.TASTE):
        return False
    words = f"{claim.object.name} {claim.relation}".casefold()
    is_post = not ending.words or any(each.casefold() in words for each in ending.words)
    start, end = claim.interval.start, claim.interval.end
    is_over = end is not None and (start is None or start < end)
    if _same_person(claim.subject.name, giver):
        return (is_post or sphere is None) and not is_over
    if not _same_person(claim.subject.name, taker):
        return False
    noun = claim.object.name.split()[-1].casefold()
    is_role = noun in lexicon.OFFICES or lexicon.is_occupation(noun) or not noun.isascii()
    unclear = claim.relation == POSITION and not ending.words and not is_role
    return unclear or (is_post and is_over)


def _same_person(one: str, other: str) -> bool:
    return one in other or other in one


def _person_called(name: str, confidence: float) -> Referent:
    return Referent(name, EntityKind.PERSON, confidence, is_named=True)
