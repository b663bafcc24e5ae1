"""Posts that one person holds at a time, as the sentences of facts state them.

"Vera is the treasurer" names a post, and whoever is the treasurer next takes her place. "Vera is a
teacher" names an occupation, which many share.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.language.names import normalise
from pramana.language.scripts import contains_devanagari
from pramana.memory.contracts.graph import Fact
from pramana.memory.domain.families import OFFICE_FAMILIES
from pramana.memory.domain.reading import nepali_grammar
from pramana.memory.domain.short_names import names_same_body

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
    rf"(?<!\S)(?:(?P<body>[\u0900-\u0963]+?)(?:को|का|की)\s+)?(?P<office>{nepali_grammar.OFFICE_WORDS})"
    r"(?=(?:मा|मै)?(?:[\s,।]|$))"
)
LEADING_VERBS = {"manager": "manage", "head": "head", "leader": "lead", "lead": "lead"}
"""The verb for what the holder of a leading post does; to run something may be any of them."""
_LEADS = re.compile(r"\b(?P<verb>manage|head|lead|direct)s?\b", re.IGNORECASE)


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
    if fact.family == POSITION and contains_devanagari(fact.text):
        return _nepali_post(fact.text)
    match = _STATED_POST.search(fact.text) if fact.family in POSITION_FAMILIES else None
    if match is None or (match["article"] or "").strip().lower() in ("a", "an"):
        return None
    return Post(match["role"].lower(), (match["body"] or "").lower())


def _nepali_post(text: str) -> Post | None:
    """The one post that a Nepali sentence names, with its body: क्लबको कोषाध्यक्ष."""
    found = {each["office"]: each["body"] or "" for each in _NEPALI_OFFICE.finditer(text)}
    if len(found) != 1:
        return None
    [(word, body)] = found.items()
    family = nepali_grammar.OFFICES[word]
    role = word if family == HEAD else family.rsplit("_", 1)[0].replace("_", " ").lower()
    return Post(role, "" if body in _NO_BODIES else body)


_NO_BODIES = frozenset(("मेर", "हाम्र", "आज", "हिजो", "आफ्न", "यस", "उस", "उन", "उहाँ"))
"""What stands before को and is no body: हिजोको, हाम्रो."""
_OCCUPATION = re.compile(r"\b(?:is|was) an? ", re.IGNORECASE)


def is_handed_on(fact: Fact) -> bool:
    """Whether a fact is about a post or duty that passes to a successor; an occupation does not."""
    if fact.family != POSITION:
        return True
    is_nepali = contains_devanagari(fact.text)
    return post_of_fact(fact) is not None or not (is_nepali or _OCCUPATION.search(fact.text))


def holds_at(fact: Fact, moment: datetime) -> bool:
    """Whether a fact may end then: it had begun by then and is not known to end earlier."""
    begun = fact.valid.stated_start is None or fact.valid.stated_start < moment
    return begun and (fact.valid.end is None or fact.valid.end > moment)


def is_retracted(fact: Fact) -> bool:
    """Whether a fact held at no time."""
    return fact.valid.end is not None and fact.valid.start == fact.valid.end


def worded_for(fact: Fact, holder: str, successor: str, names: Mapping[UUID, str]) -> str:
    """The sentence of a fact, said of whoever has it next."""
    is_nepali = contains_devanagari(fact.text)
    for name in (holder, *holder.split()[:1]):
        if fact.text.startswith(f"{name} ") and not is_nepali:
            return f"{successor}{fact.text[len(name) :]}"
    if is_nepali and fact.family == "KEEPS":
        return f"{names.get(fact.object_id, '')} {successor}सँग छ।"
    body = names.get(fact.object_id, "")
    words = next((w for w, each in nepali_grammar.OFFICES.items() if each == fact.family), "")
    if is_nepali and fact.family == POSITION:
        return f"{successor} {body} हुन्।"
    if is_nepali and words:
        return f"{successor} {body}को {words} हुन्।"
    if fact.family == POSITION:
        return f"{successor} is the {body}."
    if fact.family in OFFICE_FAMILIES:
        office = fact.family.rsplit("_", 1)[0].replace("_", " ").lower()
        return f"{successor} is {office} of {body}."
    return f"{successor} {fact.relation.replace('_', ' ').lower()} {body}."


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


def previous_holders(fact: Fact, known: Iterable[Fact], names: Mapping[UUID, str]) -> list[Fact]:
    """The facts of others who held the post that a fact gives somebody.

    If several people hold posts of that name in bodies that cannot be told apart, none is meant.
    `names` are those of the bodies.
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
        and _holds(each, fact, post, names)
    ]
    return others if len({each.subject_id for each in others}) == 1 else []


def _holds(known: Fact, fact: Fact, post: Post, names: Mapping[UUID, str]) -> bool:
    if known.family == HEAD and fact.family == POSITION:
        *unit, noun = post.role.split()
        names_unit = bool(unit) and noun in LEADING_NOUNS and " ".join(unit) in known.text.lower()
        verb = _LEADS.search(known.text)
        return names_unit and (verb is None or verb["verb"].lower() == LEADING_VERBS.get(noun))
    theirs = post_of_fact(known)
    if theirs is None or not _same_role(theirs, post):
        return False
    if known.family in OFFICE_FAMILIES and fact.family in OFFICE_FAMILIES:
        return False  # the family's own rule decides
    if known.family in OFFICE_FAMILIES:
        return _is_office_in(known, post.body, names)
    if fact.family in OFFICE_FAMILIES:
        return _is_office_in(fact, theirs.body, names)
    return not (theirs.body and post.body) or names_same_body(theirs.body, post.body)


def _is_office_in(fact: Fact, body: str, names: Mapping[UUID, str]) -> bool:
    """Whether an office may be in the body that a sentence names, or calls by a short name."""
    if not body or body in fact.text.lower():
        return True
    return names_same_body(body, names.get(fact.object_id, ""))


def is_position_in(fact: Fact, body: str) -> bool:
    """Whether the sentence of a position places it in a body, by its name or a short one."""
    name = normalise(body)
    if not name or name in normalise(fact.text):
        return bool(name)
    match = _STATED_POST.search(fact.text)
    bodies = (
        [match["body"]] if match else [each["body"] for each in _NEPALI_OFFICE.finditer(fact.text)]
    )
    return any(names_same_body(each, body) for each in bodies if each)


def names_same_post(one: Fact, other: Fact) -> bool:
    """Whether two facts name the same post, by whatever relation."""
    ours, theirs = post_of_fact(one), post_of_fact(other)
    return ours is not None and theirs is not None and _same_role(ours, theirs)


def are_different_posts(one: Fact, other: Fact) -> bool:
    """Whether two people lead the same body in different posts: who manages a band need not be the
    one who leads it."""
    if not one.family == other.family == HEAD:
        return False
    verbs = [_LEADS.search(each.text) for each in (one, other)]
    return len({each["verb"].lower() == "manage" for each in verbs if each}) > 1


def _same_role(one: Post, other: Post) -> bool:
    """Whether two posts are called the same; the yard foreman is foreman of the yard."""
    if one.role == other.role:
        return True
    words = [frozenset(f"{each.role} {each.body}".split()) for each in (one, other)]
    return words[0] == words[1]
