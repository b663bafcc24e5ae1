"""Sentences that state nothing, whatever their verbs say: suppositions, and what somebody believed
by mistake.

"Were I the chair, …", "let's say I live in Oslo", "I thought she worked there" and "मानौँ म …" are
left out before anything is read. Figures of speech are dropped, and what is said with laughter of
offices and property is only its speaker's claim.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from pramana.memory.domain.families import OFFICE_FAMILIES
from pramana.memory.domain.reading.claims import RelationClaim
from pramana.memory.domain.reading.lexicon import word_set
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage

_WHO = r"(?:I|you|he|she|it|we|they|(?-i:[A-Z])[\w’-]+(?: (?-i:[A-Z])[\w’-]+)?)"
_OPENING = (
    r"\s{0,9}(?:(?:and|but|so|well|ok|okay|hm+|oh|now|just|sorry|ah|right|funny|wait),? ){0,2}"
)
_IS_REAL = r"(?:['’]d|should|would|might|could|must|need|was time|had better)\b"
SUPPOSED = (
    re.compile(
        rf"{_OPENING}(?:pretend|imagine(?! my|[,!])|suppose|supposing|assume|assuming|what if"
        r"|if only|as if|as though|in the event|on condition"
        r"|let['’]?s (?:just )?(?:say|pretend|assume|imagine|suppose))\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPENING}(?:were|had|should) {_WHO}\b[^.!?\n]*\b(?:would|could|might|will)\b"
        rf"|{_OPENING}(?:were|had|should) {_WHO}\b[^.!?\n]*['’](?:d|ll)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\s{0,9}(?:मानौ[ँं]|मानिलिऊँ|मानिलिउँ|कल्पना\s+गर\S*|(?:maanau|manau|manaun)\b)", re.IGNORECASE
    ),
)
"""The opening of a sentence that only supposes what it says."""
MISTAKEN = re.compile(
    rf"{_OPENING}(?:I|we|everyone|everybody) (?:(?:had |have )?(?:always|first|once|really|all"
    r"|just) )?(?:thought|assumed|figured|presumed|supposed|could have sworn|would have sworn"
    r"|was (?:so |quite |pretty )?(?:sure|certain|convinced|under the impression)"
    rf"|had the impression)(?: that)? (?!(?:\w+ ){{0,2}}{_IS_REAL}|\w+['’]d\b|about|of\b|to\b)",
    re.IGNORECASE,
)
"""What somebody believed: "I thought she worked there"."""
_CORRECTED = re.compile(
    r"[,;–—-]\s*(?:but|turns out|it turns|apparently|actually|now|in fact|well)\b", re.IGNORECASE
)
"""Where the truth follows a mistaken belief."""
LAUGHTER = re.compile(
    r"[😂🤣😜😝😹]|\b(?:(?:ba|mu)?ha(?:ha)+h?|he(?:he)+|lo+l|lmao|rofl)\b|हाहा|हेहे|हिहि",
    re.IGNORECASE,
)
LAUGHABLE = OFFICE_FAMILIES | frozenset(("HAS_POSITION", "OWNS", "MARRIED_TO", "IS_A"))
"""What people joke to be or to have."""
ROYAL = frozenset(("QUEEN_OF", "KING_OF", "EMPEROR_OF", "POPE_OF", "GOD_OF", "PRINCESS_OF"))
"""What nobody is who says so."""
_FIGURES = {
    "LIVES_IN": word_set(
        "office desk gym kitchen library bed shower moment past future cloud fear hope peace dream"
        " bubble denial sin luxury harmony world pyjamas jeans inbox spreadsheet phone internet"
        " meeting अफिस"
    ),
    "MARRIED_TO": word_set(
        "job work office sea laptop phone computer bike motorbike motorcycle car game"
    ),
}
"""What people live in or are married to only in a manner of speaking."""


def supposed_spans(content: str) -> list[tuple[int, int]]:
    """Where the words stand that a message only supposes, or that somebody believed by mistake."""
    return [span for sentence in SENTENCE.finditer(content) for span in _spans(content, sentence)]


def _spans(content: str, sentence: re.Match[str]) -> Iterable[tuple[int, int]]:
    start, end = sentence.span()
    if any(pattern.match(content, start, end) for pattern in SUPPOSED):
        yield start, end
    elif MISTAKEN.match(content, start, end):
        truth = _CORRECTED.search(content, start, end)
        yield start, truth.start() if truth else end


def without_suppositions(content: str) -> str:
    """The content with its suppositions blanked out."""
    for start, end in supposed_spans(content):
        content = content[:start] + " " * (end - start) + content[end:]
    return content


HALF_MEANT = re.compile(
    r"\b(?:half a mind|in two minds|toying with|tempted|daydreaming|dreaming|thinking|fancy(?:ing)?"
    r"|mulling) (?:about |of |over |the idea of |to )",
    re.IGNORECASE,
)
"""What somebody only plays with: "tempted to take up sailing"."""


def serious_claims(message: SpokenMessage, claims: Iterable[RelationClaim]) -> list[RelationClaim]:
    """The claims without figures of speech; what is said with laughter of offices and property is
    only its speaker's claim."""
    kept = [
        each
        for each in claims
        if not _is_figure(message, each)
        and (
            each.relation == "PLANS" or not HALF_MEANT.search(message.content, each.start, each.end)
        )
    ]
    if not message.speaker or not LAUGHTER.search(message.content):
        return kept
    return [
        replace(each, claimed_by=message.speaker) if _is_laughed(message, each) else each
        for each in kept
    ]


def _is_figure(message: SpokenMessage, claim: RelationClaim) -> bool:
    """Whether a claim is only a manner of speaking: "I live at my desk", "I'm the queen of …"."""
    if claim.relation in ROYAL and claim.subject.name == message.speaker:
        return True
    words = claim.object.name.casefold().split()
    figures = _FIGURES.get(claim.relation, frozenset())
    return not claim.object.is_named and bool(words) and words[-1] in figures


def _is_laughed(message: SpokenMessage, claim: RelationClaim) -> bool:
    """Whether the claim's sentence is laughed at, in it or right after it."""
    if claim.relation not in LAUGHABLE or claim.claimed_by or claim.interval.end is not None:
        return False
    after = message.content[claim.end :]
    aside = re.match(r"[\s.!…)]*", after)
    place = claim.end + (aside.end() if aside else 0)
    return bool(
        LAUGHTER.search(message.content, claim.start, claim.end)
        or LAUGHTER.match(message.content, place)
    )
