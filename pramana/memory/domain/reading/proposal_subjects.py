"""Whom the statement model's proposals are about, where the words say more than it saw.

A statement is about whom its own sentence names first, before anybody in another sentence, and what
is "mine" is the speaker's.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pramana.language.tagging import MentionKind, tag
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage
from pramana.memory.domain.reading.names import first_names_in
from pramana.memory.domain.reading.statement_head import PointedWords, Proposal

CONTACTS = frozenset(("phone", "email"))
PLACES = frozenset(("lives_in", "works_at", "studies_at", "comes_from", "address", "member_of"))
"""Families whose object is a place or a body, and so nobody who has anything."""
MINE = re.compile(r"(?:\b(?:my|mero|mine)\b|(?<!\S)मेरो)", re.IGNORECASE)
MY_LAST_DAY = re.compile(
    r"\b(?:my (?:last|final|first) (?:day|week|shift)|mero (?:last|antim) d)", re.I
)
OPENING = re.compile(
    r"(?:(?:and|but|so|also|oh)\s+)?(?P<name>(?-i:[A-Z])[\w’-]+(?:[ ](?-i:[A-Z])[\w’-]+){0,2})"
    r"(?:['’]s|\s+(?:is|was|has|had|will|lives|works|turned|turns|moved|plays|studies|teaches))\b",
    re.IGNORECASE,
)
"""A sentence that says at its head whom it is about: "Ebo is only 19"."""
LIKELY = 0.5


def with_own_subjects(message: SpokenMessage, proposals: Sequence[Proposal]) -> list[Proposal]:
    """The proposals, each about whom its sentence names; without those about a place, and without
    those about somebody of two messages ago although the last message names somebody."""
    known = first_names_in(message)
    places = [
        each.object
        for each in proposals
        if each.family in PLACES
        and each.object_chance * each.subject_chance >= LIKELY
        and not each.object.text
        and each.object.words.split()[0] not in known
    ]
    found = []
    for each in proposals:
        if _is_any(each.subject, places) or _skips_message(message, each):
            continue
        if each.subject and not each.subject.text and _is_denied(message, each.subject):
            continue
        found.append(_with_own_subject(message, each))
    return [each for each in found if not _is_outdone(message, each, found)]


DENIED = re.compile(
    r"(?:\b(?:not|never)|n['’]t)\s+(?:(?:in|at|of|from|with|to|a|an|the)\s+){0,2}$", re.I
)


def _is_denied(message: SpokenMessage, who: PointedWords) -> bool:
    """Whether somebody or something is only said not to be meant: "it isn't Ben"."""
    return bool(DENIED.search(message.content, max(0, who.start - 30), who.start))


VOCATIVE = re.compile(
    r"(?:^|[.!?,\n]\s{0,3})(?:hi|hello|hey|dear|thanks|thank you|morning|good \w+|evening|bye|sorry"
    r"|yes|no|love you|namaste|(?:happy|merry) [\w' ]{3,30})[,!]? $",
    re.IGNORECASE,
)


def _is_addressed(message: SpokenMessage, who: PointedWords | None, start: int, end: int) -> bool:
    """Whether somebody is only greeted in another sentence: "Hi Mum. Still in Lund."."""
    if who is None or who.text or _is_within(who, start, end):
        return False
    after = message.content[who.end :].lstrip("\"'’)")
    is_apart = not after.strip() or not re.match(r"\s*\w|['’]s\b", after)
    return is_apart and bool(VOCATIVE.search(message.content[: who.start]))


def _with_own_subject(message: SpokenMessage, each: Proposal) -> Proposal:
    start, end = sentence_of(message.content, each.object)
    if _is_addressed(message, each.subject, start, end):
        return replace(each, subject=None)
    if each.subject is None or each.object.text or _is_within(each.subject, start, end):
        return each
    if MY_LAST_DAY.search(message.content, start, each.object.start):
        return replace(each, subject=None)
    if each.family in CONTACTS and MINE.search(message.content, start, each.object.start):
        return replace(each, subject=None)
    head = OPENING.match(message.content, start, end)
    if head is None or each.object.start < head.end("name"):
        return each
    if head["name"].split()[0] not in first_names_in(message):
        return each
    words = PointedWords(0, *head.span("name"), head["name"])
    return replace(each, subject=words)


NOT_IN_WORD = r"(?<![\w\u0900-\u0963])(?:{})(?![\w\u0900-\u0963])"
"""Whole words in Devanagari, where a vowel sign is no letter to `\\b`: म, and not the म of मन."""
CASE = "(?:ले|लाई|सँग|संग|बाट|देखि|मा|को|का|की|पनि)?"
FIRST_PERSON = re.compile(
    r"\b(?:I|me|my|mine|we|us|our|ours|ma|maile|malai|mero|hami|hamro)\b|"
    + NOT_IN_WORD.format(rf"मै?{CASE}|मेर[ोाी]{CASE}|हामी(?:हरू|हरु)?{CASE}|हाम्र[ोाी]{CASE}"),
    re.IGNORECASE,
)
SPEAKER_LEADS = re.compile(
    r"(?:(?:and|but|so|no|well|yes|sorry|oh),? )*I(?:['’](?:m|ve|d|ll))?\s+"
    r"(?!(?:hear|heard|think|thought|know|knew|guess|believe|told|said|say|hope|see|saw|met|asked"
    r"|am told|was told)\b)|(?:म|मैले|मलाई)\s",
    re.IGNORECASE,
)
"""A sentence that the speaker begins as its subject: "I never worked at Acme"."""
SPEAKER_ACTS = re.compile(
    r"\b(?:I|me|mine|we|us|ma|maile|malai|hami\w*)\b|"
    + NOT_IN_WORD.format(rf"मै?{CASE}|हामी(?:हरू|हरु)?{CASE}"),
    re.IGNORECASE,
)
"""Words for the speaker alone; of "my brother Ben lives in Lund" they are not the subject."""


def _is_outdone(message: SpokenMessage, each: Proposal, others: Sequence[Proposal]) -> bool:
    """Whether the same is proposed of somebody whom the sentence itself names."""
    start, end = sentence_of(message.content, each.object)
    if each.object.text or (each.subject and _is_within(each.subject, start, end)):
        return False
    if each.subject is None and SPEAKER_ACTS.search(message.content, start, end):
        return False
    leads = each.subject is not None and SPEAKER_LEADS.match(message.content, start, end)
    return any(
        other.family == each.family
        and other.object == each.object
        and (bool(leads) if other.subject is None else _is_within(other.subject, start, end))
        for other in others
    )


def _skips_message(message: SpokenMessage, each: Proposal) -> bool:
    if each.subject is None or each.subject.text < 2 or each.object.text:
        return False
    people = (found for found in tag(message.before[0]) if found.kind is MentionKind.PERSON)
    return any(found.text not in each.subject.words for found in people)


def _is_any(words: PointedWords | None, others: Sequence[PointedWords]) -> bool:
    return words is not None and any(
        words.text == each.text and words.start < each.end and each.start < words.end
        for each in others
    )


def _is_within(words: PointedWords, start: int, end: int) -> bool:
    return not words.text and start <= words.start < end


def sentence_of(content: str, words: PointedWords) -> tuple[int, int]:
    """Where the sentence with these words begins and ends."""
    for match in SENTENCE.finditer(content):
        if match.start() <= words.start < match.end():
            text = match.group()
            start = match.start() + len(text) - len(text.lstrip())
            return start, max(match.start() + len(text.rstrip()), min(words.end, len(content)))
    return words.start, words.end
