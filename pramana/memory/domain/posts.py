"""Posts that one person holds at a time, as the sentences of facts state them.

"Vera is the treasurer" names a post, and whoever is the treasurer next takes her place. "Vera is a
teacher" names an occupation, which many share.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pramana.memory.contracts.graph import Fact
from pramana.memory.domain.families import OFFICE_FAMILIES
from pramana.memory.domain.reading import nepali_grammar

POSITION, HEAD = "HAS_POSITION", "HEAD_OF"
POSITION_FAMILIES = frozenset((POSITION, "IS_A"))
LEADING_NOUNS = frozenset(
    ("manager", "head", "leader", "lead", "boss", "chief", "director", "partner")
)
"""Whoever is "front office manager" manages the front office."""
_STATED_POST = re.compile(
    r"\b(?:is|was|becomes|became)\s+(?!no\b|not\b)(?P<article>(?:an?|the|our|your)\s+)?"
    r"(?:(?:new|next|current|present)\s+)*(?P<role>[^.,;:]+?)"
    r"(?:\s+(?:of|at|for|with|in)\s+(?:the\s+)?(?P<body>[^.,;:]+?))?\s*[.]?$",
    re.IGNORECASE,
)

_NEPALI_OFFICE = re.compile(
    rf"(?<!\S)(?:{nepali_grammar.OFFICE_WORDS})(?=(?:मा)?\s+(?:\S+\s+){{0,3}}(?:हु|हो|भ|छ|ब|थि)\S*\s*।?(?:\s*\(.*\))?$)"
)


@dataclass(frozen=True)
class Post:
    """A post, and the body it belongs to where the sentence names one."""

    role: str
    body: str = ""


def post_of_fact(fact: Fact) -> Post | None:
    """The post that a fact states; None for an occupation, or if it states none.

    An office in a known body is its relation, so only the role is needed of it.
    """
    if fact.family in OFFICE_FAMILIES:
        return Post(fact.family.rsplit("_", 1)[0].replace("_", " ").lower(), "its own")
    office = _NEPALI_OFFICE.search(fact.text) if fact.family == POSITION else None
    if office:
        return Post(nepali_grammar.OFFICES[office[0]].rsplit("_", 1)[0].replace("_", " ").lower())
    match = _STATED_POST.search(fact.text) if fact.family in POSITION_FAMILIES else None
    if match is None or (match["article"] or "").strip().lower() in ("a", "an"):
        return None
    return Post(match["role"].lower(), (match["body"] or "").lower())


def rival_posts(fact: Fact) -> list[tuple[str, str]]:
    """The families in which somebody may hold the post that a fact gives to another, each with a
    word that the text of such a fact contains."""
    post = post_of_fact(fact)
    if post is None:
        return []
    *unit, noun = post.role.split()
    office = f"{post.role.upper().replace(' ', '_')}_OF"
    families = {POSITION, fact.family, *({office} & OFFICE_FAMILIES)}
    words = [noun, *(word for word, each in nepali_grammar.OFFICES.items() if each == office)]
    rivals = [(family, word) for family in sorted(families) for word in words]
    if fact.family == POSITION and unit and noun in LEADING_NOUNS:
        rivals.append((HEAD, " ".join(unit)))
    return rivals


def previous_holders(fact: Fact, known: Iterable[Fact]) -> list[Fact]:
    """The facts of others who held the post that a fact gives somebody.

    If several people hold posts of that name in bodies that cannot be told apart, none is meant.
    """
    post = post_of_fact(fact)
    if post is None:
        return []
    others = [
        each
        for each in known
        if each.subject_id != fact.subject_id
        and each.claimant_id is None
        and each.asserted_at != fact.asserted_at
        and _holds(each, fact, post)
    ]
    return others if len({each.subject_id for each in others}) == 1 else []


def _holds(known: Fact, fact: Fact, post: Post) -> bool:
    if known.family == HEAD and fact.family == POSITION:
        *unit, noun = post.role.split()
        return bool(unit) and noun in LEADING_NOUNS and " ".join(unit) in known.text.lower()
    theirs = post_of_fact(known)
    if theirs is None or not _same_role(theirs, post):
        return False
    if known.family in OFFICE_FAMILIES and fact.family in OFFICE_FAMILIES:
        return False  # the family's own rule decides
    if known.family in OFFICE_FAMILIES:
        return not post.body or post.body in known.text.lower()
    if fact.family in OFFICE_FAMILIES:
        return not theirs.body or theirs.body in fact.text.lower()
    return theirs.body == post.body or not (theirs.body and post.body)


def _same_role(one: Post, other: Post) -> bool:
    """Whether two posts are called the same; the yard foreman is foreman of the yard."""
    if one.role == other.role:
        return True
    words = [frozenset(f"{each.role} {each.body}".split()) for each in (one, other)]
    return words[0] == words[1]
