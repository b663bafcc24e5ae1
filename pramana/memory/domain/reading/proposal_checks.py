"""Checks of what the statement model proposes against the words: a tie between people needs a word
for it, an office is no activity, and a "not" beside the words counts."""

import re
from collections.abc import Iterable

from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.pointed_people import tie_word
from pramana.memory.domain.reading.statement_head import PointedWords, Proposal
from pramana.memory.domain.reading.verb_rules import VERBS

NOT_BEFORE = re.compile(
    r"\b(?:not|never|isn['’]t|wasn['’]t)\s+(?:(?:in|at|of|from|with|to|a|an|the)\s+){0,2}$",
    re.IGNORECASE,
)
NOT_AFTER = re.compile(
    r"[\u0900-\u0963]*\s+(?:होइन|हैन|होइनन्|छैन|hoina|haina|hoinan)\b", re.IGNORECASE
)
WORD = re.compile(r"[\w\u0900-\u0963'’-]+")
ACTIVITY = re.compile(
    r"^[a-z]+(?:s|ing|ed)\s+(?:the|a|an|my|our|his|her|their|in|at|on|for|to|with|after)\b",
    re.IGNORECASE,
)
"""What somebody does ("drives the jeep"), where an office or occupation is asked for."""
TIE_RELATIONS = {
    "spouse": ("MARRIED_TO", "PARTNER_OF"),
    "parent": ("PARENT_OF", "CHILD_OF"),
    "child": ("PARENT_OF", "CHILD_OF"),
    "sibling": ("SIBLING_OF",),
    "relative": ("RELATIVE_OF", "SIBLING_OF", "PARENT_OF", "CHILD_OF", "MARRIED_TO"),
}
"""The relations of which a word must stand in the message, by the model's family."""
MARRIAGE = (
    r"\b(?:marri|wedd?\b|wedding|divorc|widow|spous|eloped|hitched|tied the knot|said yes|engag"
    r"|annul|honeymoon|bride|groom|vows|other half|better half|ex\b|ex-|missis|biwi"
    r"|bihe|bibah|vihe|viva"
    r"|sriman|shriman|srimati|shrimati|budhi|budha)"
    r"|विवाह|बिहे|बिवाह|सम्बन्धविच्छेद|पारपाचुके|विधवा|विधुर|दुलाहा|दुलही|मगनी"
)
OTHER_TIE_WORDS = {
    "spouse": re.compile(MARRIAGE, re.IGNORECASE),
    "parent": re.compile(r"\b(?:born|birth|bab(?:y|ies)|adopt|parents|twins|expecting)|जन्म", re.I),
    "child": re.compile(
        r"\b(?:born|birth|bab(?:y|ies)|adopt|kids|children|twins|little one)"
        r"|\bour (?:youngest|eldest)\b|जन्म|सन्तान|बच्चा",
        re.IGNORECASE,
    ),
    "sibling": re.compile(r"\b(?:twins?|siblings|triplets)\b|जुम्ल्याहा", re.IGNORECASE),
    "relative": re.compile(r"\b(?:related|relatives?|in-laws?|family)\b|नाता", re.IGNORECASE),
}
MARRIAGE_ENDS = re.compile(
    r"\b(?:divorc|widow|separat|split|splitting|annul|ex\b|ex-|late\b|died|passed|buried|lost\b|left\b"
    r"|apart\b|over\b|broke|former|not together|no longer|single again|ended)"
    r"|सम्बन्धविच्छेद|पारपाचुके|छुट्टि|विधवा|विधुर|बित|मृत्यु|स्वर्गी|पूर्व|सकि|\b(?:chhutti|bitnu|bityo)",
    re.IGNORECASE,
)


def is_denied(content: str, words: PointedWords) -> bool:
    """Whether a "not" stands right beside the words, which the model may have missed."""
    if words.text:
        return False
    before, after = content[: words.start], content[words.end :]
    return bool(NOT_BEFORE.search(before) or NOT_AFTER.match(after))


def has_tie_word(message: SpokenMessage, proposal: Proposal, *, is_over: bool) -> bool:
    """Whether the words say the tie that is proposed; other families need no such word."""
    relations = TIE_RELATIONS.get(proposal.family)
    if relations is None:
        return True
    ends = [each for each in (proposal.subject, proposal.object) if each is not None]
    last = max((each.text for each in ends), default=0)
    said = " ".join((message.content, *message.before[:last]))
    if proposal.family == "spouse" and is_over and not MARRIAGE_ENDS.search(said):
        return False
    return bool(OTHER_TIE_WORDS[proposal.family].search(said)) or _names_tie(said, relations)


def _names_tie(text: str, relations: Iterable[str]) -> bool:
    ties: dict[str, str] = lexicon.TIES | nepali_grammar.TIES
    words = (each.casefold().removesuffix("'s").removesuffix("’s") for each in WORD.findall(text))
    return any(
        ties.get(tie_word(each) or tie_word(each.removesuffix("s")), "") in relations
        for each in words
    )


def is_nickname_here(proposal: Proposal) -> bool:
    """Whether a nickname is given in this message, and is no word for a relative."""
    subject = proposal.subject
    is_here = not proposal.object.text and (subject is None or not subject.text)
    return is_here and not tie_word(proposal.object.words.casefold())


def is_office_like(words: str) -> bool:
    """Whether words may name an office or occupation, and do not say what somebody does."""
    first = words.split(" ", 1)[0].casefold()
    return not ACTIVITY.match(words) and (first not in VERBS or lexicon.is_occupation(first))
