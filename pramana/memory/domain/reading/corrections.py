"""Corrections that only name the wrong and the right words: "I wrote flat 12, I meant flat 7".

The sentence that was wrong is read again with the right words in it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pramana.language.times import Cue
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.families import SPHERES
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage
from pramana.memory.domain.reading.utterances import Utterance

_WORDS = r"[^,.;!?।\n]{1,80}?"
_RIGHT = rf"(?P<right>{_WORDS})(?: for {_WORDS})?(?=[,.;!]|$)"
_PATTERNS = (
    re.compile(
        rf"(?<![^\s,.;!?])(?:the )?(?P<wrong>{_WORDS}) (?:was|is) "
        r"(?:wrong|not right"
        r"|(?:a |an |my )?(?:mistake|typo|slip|error|mix-up)(?: of mine| on my part)?)"
        r"[.,;:]+\s*(?:sorry[.,;:]*\s*)?"
        rf"(?:I meant|it is|it's|it should (?:be|have been)|should be|make (?:that|it)) {_RIGHT}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bI (?:wrote|said|put|typed|told you)(?: that)? (?P<wrong>{_WORDS})"
        rf"(?: for {_WORDS})?[.,;]+"
        rf"\s*(?:but )?(?:I meant|it is|it's|it should be|should be) {_RIGHT}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:it is|it's|it was|I meant|should be) (?P<right>{_WORDS}), not"
        rf" (?P<wrong>{_WORDS})(?=[,.;!]|$)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:it|that) (?:isn['’]t|is not|wasn['’]t|was not) (?P<wrong>{_WORDS})[.;,]+\s*"
        r"(?:it['’]s|it is|it was|(?:he|she|they|I) (?:lives?|lived|works?|worked|is|was|are|am"
        rf"|moved) (?:in|at|to|from|for|with)) {_RIGHT}",
        re.IGNORECASE,
    ),
    re.compile(rf"\bnot (?P<wrong>{_WORDS}), (?:but|it's|it is|I meant) {_RIGHT}", re.IGNORECASE),
    re.compile(
        rf"(?<!\S)(?P<wrong>{_WORDS})\s{{1,3}}(?:होइन|हैन)\s{{0,3}},\s{{0,3}}(?P<right>{_WORDS})\s+(?:हो|हुन्)"
    ),
)
DOUBLED = re.compile(r"(?<!\S)(\S+) \1(?!\S)", re.IGNORECASE)
"""A word that is repeated with the right words: "14 14 Elm Road"."""
_ARTICLE = re.compile(r"^(?:the|a|an|on|in|at)\s+", re.IGNORECASE)
Read = Callable[[Utterance], tuple[Sequence[RelationClaim | EndClaim], Sequence[object]]]


def substituted_claims(message: SpokenMessage, read: Read) -> Iterator[RelationClaim]:
    """The claims of the earlier sentence, with the right words in place of the wrong ones."""
    for pattern in _PATTERNS:
        match = pattern.search(message.content)
        if match is None:
            continue
        wrong, right = (_ARTICLE.sub("", match[name].strip()) for name in ("wrong", "right"))
        yield from _reread(message, wrong, right, match.span(), read)
        return


WITHDRAWAL = re.compile(
    r"\bI (?:take|took) (?:that|it|this)(?: all)? back\b|\bI withdraw (?:that|it|what)\b"
    r"|\b(?:only|just) (?:joking|kidding|teasing|messing|a joke)\b|\bthat was a joke\b"
    r"|\bapril fools?\b"
    r"|\bpulling (?:your|his|her|their|everyone['’]s) legs?\b|\b(?:having|winding) you (?:on|up)\b"
    r"|\bnone of (?:that|it|this) (?:is|was) true\b|\bI made (?:that|it|this)(?: all)? up\b"
    r"|\b(?:did|have done|has done) no such thing\b|\bnothing of the sort\b|\bI was misinformed\b"
    r"|(?<=[.!?…] )(?:ok(?:ay)?,? |wait,? )?no,? (?:I|he|she|they|we)"
    r" (?:didn['’]t|did not|hasn['’]t|haven['’]t|isn['’]t|aren['’]t)(?=[,.;!]|$)"
    r"|\b(?:ignore|forget) what I (?:said|wrote)\b|फिर्ता\s+लि|ठट्टा\s+(?:मात्र|गरे)|होइन\s+है\s*[।!.]"
    r"|\bjiskeko\b|जिस्क(?:ेको|ाएको|िएको)|(?:मजाक|जोक|ठट्टा)\s+(?:मात्र|गर|हो)"
    r"|\b(?:majak|thatta|jokes?) (?:gar\w+|matra|ho)\b|\bkidding\b(?=[.,!)]|$)"
    r"|(?<=[.!?…(] )\(?(?:joke|jk|j/k|psych)\b[.!)]*\s*$|\((?:joke|jk|just a joke|kidding)\)",
    re.IGNORECASE,
)
"""The speaker takes back what they just said, or what they said last."""


_SAID = (
    r"(?:what I (?:said|wrote|posted|announced|told (?:you|everyone|everybody)|put)"
    r"|(?:my|that) (?:\w+ ){0,2}(?:message|remark|post|note|comment|announcement|line|bit))"
)
_TIES = "|".join(sorted(lexicon.TIES))
WITHDRAWN_CONTENT = (
    re.compile(
        r"\b(?:ignore|forget|scratch|disregard|strike|delete|cancel|never mind|(?:take|took) back"
        rf"|retract|withdraw)\s+{_SAID}\b[^.!?\n]{{0,40}}?\b(?:about|that|saying|where)\s+"
        r"(?P<said>[^.!?\n]+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bI (?:said|wrote|announced|told (?:you|everyone|everybody))(?: that)?"
        r" (?P<said>[^.!?;\n]{3,160})[.;]\s*(?:sorry[.,]\s*)?"
        rf"(?:that|it)(?: is|['’]s| was) (?:his|her|their|my|our) (?:{_TIES}),? (?-i:[A-Z])",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:sorry|apologies|oops|whoops|my mistake|correction)\b[^.!?\n]{0,40}?\bI (?:wrote|said"
        r"|told (?:you|everyone|everybody)|put|posted|claimed) (?:that )?"
        r"(?P<said>(?!sorry)[^.!?;\n]{3,160})",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bmaile (?P<said>[^.!?\n]{3,120}?) (?:bhane|lekhe)(?:ko)?\b[^.!?\n]{0,40}?"
        r"\b(?:galat|hoina|haina|jhuto?|galti)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<!\S)मैले\s+(?P<said>[^।!?\n]{3,120}?)\s+(?:भन|लेख|हल्ला|छाप)[^।!?\n]{0,60}?"
        r"(?:गलत|होइन|फिर्ता|गल्ती|माफ|झूट|झुट|बिर्सि)"
    ),
)
"""What the speaker takes back, in the same sentence: "Forget what I said about Ana leaving"."""


def withdrawn_content(message: SpokenMessage) -> tuple[int, int] | None:
    """Where the words stand that the speaker takes back, if the sentence repeats them."""
    for pattern in WITHDRAWN_CONTENT:
        if match := pattern.search(message.content):
            return match.span("said")
    return None


def denied_content(message: SpokenMessage, claims: Sequence[RelationClaim]) -> list[RelationClaim]:
    """The claims, those within what the speaker takes back as false ones. That something ended is
    only taken back: it goes on."""
    span = withdrawn_content(message)
    if span is None:
        return list(claims)
    start, end = span
    said = message.content[start:end].casefold()
    kept = []
    for each in claims:
        is_inside = each.start < end and start < each.end and each.object.name.casefold() in said
        if not is_inside or each.is_false:
            kept.append(each)
        elif each.interval.start is not None or each.interval.end is None:
            interval = dated_interval(None, None, message.at, ends=True)
            kept.append(replace(each, is_false=True, claimed_by="", interval=interval))
    return kept


def withdrawn_claims(
    message: SpokenMessage, claims: Sequence[RelationClaim], read: Read
) -> Iterator[RelationClaim]:
    """The claims of the speaker's last message, as false ones, if this message takes them back and
    not what it says itself."""
    match = WITHDRAWAL.search(message.content)
    if match is None or withdrawn_content(message):
        return
    if any(each.start < match.start() for each in claims):
        return
    for speaker, words, at in message.earlier:
        if speaker != message.speaker:
            continue
        again = replace(message, content=words, at=at, earlier=(), before=())
        taken_back, _ = read(Utterance(again))
        for each in taken_back:
            if isinstance(each, RelationClaim):
                start, end = match.span()
                yield replace(each, is_false=True, start=start, end=end)
        return


def believed_claims(message: SpokenMessage, claims: Sequence[RelationClaim]) -> list[RelationClaim]:
    """The claims without those that the same message takes back: "Jo won it. No, just kidding."."""
    match = WITHDRAWAL.search(message.content)
    if match is None or withdrawn_content(message):
        return denied_content(message, claims)
    return [each for each in claims if each.is_false or not _is_taken_back(message, each, match)]


def _is_taken_back(message: SpokenMessage, claim: RelationClaim, match: re.Match[str]) -> bool:
    """Whether a claim stands before the words that take it back, or in the same sentence before
    them: "he bought a palace, just kidding"."""
    if claim.start >= match.start():
        return False
    said = message.content[claim.start : match.start()].casefold()
    return claim.end <= match.end() or claim.object.name.casefold() in said


SOMEBODY_ELSE = re.compile(
    r"\b(?:[Tt]hat|[Ii]t)(?: was (?:(?:my|our) (?P<tie>[a-z]+) ?|(?:his|her|their) [a-z]+,? )?"
    rf"|(?P<is>['’]s| is) (?:his|her|their|my|our) (?:{_TIES}),? (?=[A-Z]))"
    r"(?P<name>[A-Z][\w’-]+(?: [A-Z][\w’-]+){0,2})?"
    r"(?=[,.;!]|$)"
)
NEPALI_SOMEBODY_ELSE = re.compile(
    rf"(?:त्यो|(?<!\S)त)\s+(?:त\s+)?मेर[ोीा]\s+(?P<tie>{'|'.join(sorted(nepali_grammar.TIES))})"
    rf"(?:\s+(?P<name>(?!हो){nepali_grammar.WORD}(?:\s(?!हो){nepali_grammar.WORD})?))?"
    rf"\s+(?:हो|हुन्|थियो|थिए|हुनुहुन्थ्यो)(?:,\s*(?P<after>{nepali_grammar.WORD}(?:\s{nepali_grammar.WORD})?))?"
)
"""Who did what somebody else is wrongly said to have done: "that was my brother"."""


def reassigned_claims(
    message: SpokenMessage, claims: Sequence[RelationClaim]
) -> Iterator[RelationClaim]:
    """What a message denies of one person, as claims of the person whom it names instead."""
    match = SOMEBODY_ELSE.search(message.content) or NEPALI_SOMEBODY_ELSE.search(message.content)
    other = _somebody(message, match) if match else None
    is_now = bool(match and match.groupdict().get("is"))
    for each in denied_content(message, claims) if other else ():
        if other and each.is_false and other.name != each.subject.name:
            text = f"{other.name}: {each.text}".replace(each.subject.name, other.name)
            if each.subject.name in each.text:
                text = each.text.replace(each.subject.name, other.name, 1)
            text = text.replace("did not ", "did ")
            until = [
                time
                for time in find_chat_times(message.content, message.at)
                if time.cue is Cue.UNTIL
            ]
            interval = dated_interval(None, until[0] if until else None, message.at, ends=True)
            interval = Interval(message.at) if is_now and not until else interval
            place = match.span() if match and is_now else (each.start, each.end)
            each = replace(each, subject=other, is_false=False, text=text, interval=interval)
            yield replace(each, start=place[0], end=place[1], claimed_by="")


WRONG_PERSON = re.compile(
    r"\bwrong (?:person|sibling|brother|sister|cousin|parent|one|man|woman|guy|name|colleague"
    r"|friend)\b|\b(?:mixed|mixing|muddled|confused) (?:(?:them|people|names|the two|those two"
    r"|you two|you) )?(?:up\b|with\b)|\bmixed-up\b",
    re.IGNORECASE,
)
"""Words that say that the last message was about somebody else than it said."""


def misattributed_claims(message: SpokenMessage, read: Read) -> Iterator[RelationClaim]:
    """What the speaker said last of one person, as false, and as said of whom they name instead:
    "Sorry, wrong sibling. That was my brother Nils."."""
    wrong, match = WRONG_PERSON.search(message.content), SOMEBODY_ELSE.search(message.content)
    other = _somebody(message, match) if wrong and match else None
    last = next((each for each in message.earlier if each[0] == message.speaker), None)
    if match is None or other is None or last is None:
        return
    again = replace(message, content=last[1], at=last[2], earlier=(), before=())
    for each in read(Utterance(again))[0]:
        if not isinstance(each, RelationClaim) or each.is_false or each.claimed_by:
            continue
        if each.subject.name != message.speaker or each.relation not in SPHERES:
            continue
        start, end = match.span()
        yield replace(each, is_false=True, start=start, end=end)
        text = each.text.replace(each.subject.name, other.name, 1)
        yield replace(each, subject=other, text=text, start=start, end=end)


def is_reassigned(claim: RelationClaim, reassigned: Sequence[RelationClaim]) -> bool:
    """Whether a claim denies what the message says of the same person instead of somebody else."""
    return claim.is_false and any(
        not each.is_false
        and each.relation == claim.relation
        and each.subject.name == claim.subject.name
        and each.object.name == claim.object.name
        for each in reassigned
    )


def _somebody(message: SpokenMessage, match: re.Match[str]) -> Referent | None:
    name = match["name"] or match.groupdict().get("after")
    if name:
        return Referent(name, EntityKind.PERSON, 0.8, is_named=True)
    tie = match["tie"] or ""
    if tie not in lexicon.TIES | nepali_grammar.TIES or not message.speaker:
        return None
    name = f"{message.speaker}'s {tie}"
    return Referent(name, EntityKind.PERSON, 0.7, owner=message.speaker, tie=tie)


def _reread(
    message: SpokenMessage, wrong: str, right: str, place: tuple[int, int], read: Read
) -> Iterator[RelationClaim]:
    for speaker, words, at in message.earlier:
        for sentence in SENTENCE.finditer(words):
            if not re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", sentence.group(), re.IGNORECASE):
                continue
            before = words[: sentence.start()]
            said = re.sub(re.escape(wrong), right, sentence.group(), flags=re.IGNORECASE)
            said = DOUBLED.sub(r"\1", said)
            again = replace(
                message, content=before + said, speaker=speaker, at=at, earlier=(), before=()
            )
            claims, _ = read(Utterance(again))
            yield from (
                _moved(each, message, at == each.interval.start, wrong, place)
                for each in claims
                if isinstance(each, RelationClaim) and _names_any(each, right)
            )
            return


def _names_any(claim: RelationClaim, right: str) -> bool:
    """Whether the right words are in a claim, or a name of it in them: "9 Elm Road", "Elm Road"."""
    said = right.casefold()
    names = (claim.object.name.casefold(), claim.subject.name.casefold())
    return said in " ".join(names) or names[0] in said


def _moved(
    claim: RelationClaim,
    message: SpokenMessage,
    is_undated: bool,
    wrong: str,
    place: tuple[int, int],
) -> RelationClaim:
    """The claim as this message states it. Its dates are those of the earlier message."""
    interval = Interval(message.at) if is_undated else claim.interval
    return replace(claim, start=place[0], end=place[1], interval=interval, corrects=wrong)
