"""How sure a name in Devanagari is: the share of such names that was right where it was measured.

The taggers and rules were measured on news whose sentences the tagger had not seen
(`training/name_trust.py`). Rules read how letters, forms and minutes write names. In running text
without a labelled line they are less often right, and most of all where the tagger does not agree.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention

TAGGED = "found by the Nepali tagger"
TAGGER_TRUST = ((0.95, 0.95), (0.9, 0.7), (0.8, 0.6), (0.5, 0.55), (0.0, 0.25))
"""How often the Nepali tagger is right where it claims at least so much."""

AGREED = {MentionKind.PERSON: 0.92, MentionKind.ORGANIZATION: 0.72, MentionKind.LOCATION: 0.75}
"""How often a rule is right in running text where the tagger found the same name by itself."""

ALONE = 0.55
"""For a rule without the tagger. News has them right less often; other texts were not measured."""

SURE = 0.9
BELOW_SURE = 0.72
"""A rule that overlaps what the tagger is sure of was right in 8 of 52."""

_LABEL = re.compile(
    r"^[ \t>*#-]*[^:：।\n]{2,40}[:：](?:\**\s|$)|^[ \t]*(?:विषय|मिति)\b", re.MULTILINE
)


def is_running_text(text: str) -> bool:
    """Whether no line has a label, as those of letters, forms and minutes do.

    >>> is_running_text("नगरपालिकाले भन्यो।"), is_running_text("विषय: बैठक")
    (True, False)
    """
    return not _LABEL.search(text)


def tagger_trust(mention: NameMention) -> float:
    """The share of mentions like this one that are right."""
    if mention.ids or not mention.why.startswith(TAGGED):
        return mention.confidence
    return next(share for least, share in TAGGER_TRUST if mention.confidence >= least)


def as_in_running_text(rule: NameMention, tagged: Sequence[NameMention]) -> NameMention:
    """A rule's mention, so that it replaces none of its kind of which the tagger is sure."""
    if not _is_measured(rule) or rule.confidence >= SURE:
        return rule
    is_sure = any(tagger_trust(each) >= SURE for each in _near(rule, tagged))
    return replace(rule, confidence=BELOW_SURE) if is_sure else rule


def trust_in_running_text(mention: NameMention, tagged: Sequence[NameMention]) -> NameMention:
    """The mention with the share of such names that are right in running text."""
    if not _is_measured(mention):
        return mention
    is_tagged, near = mention.why.startswith(TAGGED), _near(mention, tagged)
    is_same = any((each.start, each.end) == (mention.start, mention.end) for each in near)
    if mention.confidence >= SURE and (is_tagged or is_same):
        return mention
    if is_tagged:
        return replace(mention, confidence=max(map(tagger_trust, near), default=ALONE))
    return replace(mention, confidence=AGREED[mention.kind] if is_same else ALONE)


def _is_measured(mention: NameMention) -> bool:
    return not mention.ids and contains_devanagari(mention.text)


def _near(mention: NameMention, tagged: Sequence[NameMention]) -> list[NameMention]:
    """What the tagger found of the same kind in the same place."""
    return [
        each
        for each in tagged
        if each.kind is mention.kind and each.start < mention.end and mention.start < each.end
    ]
