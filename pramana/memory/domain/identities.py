"""Who a name or description means, once the names of a message are matched: what the message says
about names itself, descriptions such as "my husband", and placeholders that get their name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from pramana.kit.evidence import Text
from pramana.language.names import tidy
from pramana.memory.contracts.extraction import (
    Description,
    EntityMention,
    FactStatement,
    IdentityStatement,
)
from pramana.memory.contracts.graph import Alias, Entity, Fact
from pramana.memory.domain.drafts import FactDraft
from pramana.memory.domain.families import OFFICE_FAMILIES, SYMMETRIC, Families
from pramana.memory.domain.names import exact_key
from pramana.memory.domain.posts import POSITION, is_position_in, post_of_fact
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.resolution import EntityResolution
from pramana.memory.domain.short_names import bare_words

PERSON_TYPE = "Person"
DESCRIBED, NICKNAME, SAME = "described", "nickname", "said to be the same"
HEADS = frozenset(("HEAD_OF", "CEO_OF", "PRINCIPAL_OF"))
"""The offices that "the boss" or "the head" may mean."""

_TIES = lexicon.TIES | nepali_grammar.TIES
TIE_WORDS: Mapping[str, tuple[str, ...]] = {
    relation: tuple(word for word, each in _TIES.items() if each == relation)
    for relation in set(_TIES.values()) - {"MEMBER_OF", "WORKS_AT", "STUDIES_AT", "LIVES_IN"}
}
"""The words by which a placeholder of each family may be called."""


@dataclass(frozen=True)
class Merge:
    """A known entity that turns out to be another one."""

    source: Entity
    target_id: UUID
    how: str


def grounded_identities(
    statements: Iterable[IdentityStatement], body: str
) -> list[IdentityStatement]:
    """The statements whose words are in the message."""
    text = Text(body)
    return [each for each in statements if each.quote.strip() and text.locate(each.quote)]


def apply_identities(
    resolution: EntityResolution, statements: Iterable[IdentityStatement]
) -> tuple[EntityResolution, list[Merge], list[tuple[UUID, UUID]]]:
    """The resolution with names that the message says are the same, the known entities to merge,
    and the pairs that it says are not the same."""
    merges: list[Merge] = []
    distinct: list[tuple[UUID, UUID]] = []
    for each in statements:
        mine, theirs = resolution.id_of(each.name), resolution.id_of(each.other)
        if mine is None or theirs is None or mine == theirs:
            continue
        if each.kind == "different":
            distinct.append((mine, theirs))
            continue
        how = NICKNAME if each.kind == "nickname" else SAME
        if how == NICKNAME and _have_full_names(resolution, mine, theirs):
            continue
        if mine in resolution.new_ids:
            resolution = _join(resolution, mine, theirs, Alias(tidy(each.name), theirs, how))
        elif theirs in resolution.new_ids:
            resolution = _join(resolution, theirs, mine, Alias(tidy(each.other), mine, how))
        else:
            merges.append(Merge(resolution.entities[mine], theirs, how))
    return resolution, merges, distinct


def _have_full_names(resolution: EntityResolution, *ids: UUID) -> bool:
    """Whether all are known by full names, so that none of them is the nickname of another."""
    return all(
        id_ not in resolution.new_ids
        and not resolution.entities[id_].is_placeholder
        and len(bare_words(resolution.entities[id_].name)) > 1
        for id_ in ids
    )


def _join(resolution: EntityResolution, new: UUID, known: UUID, alias: Alias) -> EntityResolution:
    """The resolution with a new entity taken back, and its names given to another one."""
    entities = {id_: entity for id_, entity in resolution.entities.items() if id_ != new}
    kept = entities[known]
    if alias.how == SAME and len(alias.name.split()) > len(kept.name.split()):
        entities[known] = replace(kept, name=alias.name)
    return replace(
        resolution,
        remap={key: known if id_ == new else id_ for key, id_ in resolution.remap.items()},
        entities=entities,
        new_ids=resolution.new_ids - {new},
        aliases=(
            *(replace(a, entity_id=known) if a.entity_id == new else a for a in resolution.aliases),
            alias,
        ),
        undecided=tuple(each for each in resolution.undecided if each.entity_id != new),
    )


TOGETHER = re.compile(
    r"\b(?:we(?:['’](?:ve|re))?|both of us|hami(?:le)?)\b|(?<!\S)हामी(?:ले)?(?!\S)", re.IGNORECASE
)


def shared_homes(
    statements: Iterable[FactStatement], speaker: str, families: Families
) -> list[FactStatement]:
    """The speaker's homes that the message says are shared: "we have moved to Lund"."""
    return [
        each
        for each in statements
        if families.of(each.relation).name == "LIVES_IN"
        and each.subject == speaker
        and not (each.is_false or each.claimed_by)
        and TOGETHER.search(each.quote)
    ]


def spouse_of(speaker: str) -> EntityMention:
    """Whoever is married to the speaker, as a mention that is looked up."""
    description = Description(owner=speaker, relation="MARRIED_TO", role="subject", word="spouse")
    return EntityMention(name=f"{speaker}'s spouse", type=PERSON_TYPE, described_by=description)


def statement_about(mention: EntityMention, statement: FactStatement) -> FactStatement:
    """What a statement says, as said of somebody else."""
    text = statement.fact.replace(statement.subject, mention.name, 1)
    return statement.model_copy(update={"subject": mention.name, "fact": text})


@dataclass(frozen=True)
class DescriptionQuery:
    """Whom to look up: the holders of these families, of one owner or in the whole group."""

    name: str
    owner_id: UUID | None
    families: tuple[str, ...]
    role: str
    word: str
    body: str = ""
    """What a position must be in, where the sentence of a fact alone says it."""


def description_queries(
    mentions: Sequence[EntityMention], resolution: EntityResolution
) -> list[DescriptionQuery]:
    """What to look up for each described person, the surest first.

    A post is the relation of some facts ("treasurer of the club") and the position of others.
    """
    queries = []
    for each in mentions:
        if each.described_by is None:
            continue
        owner, role, word = each.described_by.owner, each.described_by.role, each.described_by.word
        owner_id = resolution.id_of(owner) if owner else None
        if owner and owner_id is None:
            continue
        families = _described_families(each.described_by)
        if owner_id is None:
            queries.append(DescriptionQuery(each.name, None, families, role, word))
            continue
        own = tuple(family for family in families if family != POSITION)
        queries.append(DescriptionQuery(each.name, owner_id, own, role, word))
        if POSITION in families and word:
            queries.append(DescriptionQuery(each.name, None, (POSITION,), role, word, owner))
    return queries


def _described_families(description: Description) -> tuple[str, ...]:
    """The families whose facts may say who is described."""
    relation, owner = description.relation, description.owner
    named = _OFFICE_NAMES.get(description.word.casefold(), relation)
    if owner and relation not in OFFICE_FAMILIES | {POSITION}:
        return (relation,)
    heads = sorted(HEADS) if relation in HEADS and not owner else ()
    return tuple(dict.fromkeys((*heads, relation, named, POSITION)))


_OFFICE_NAMES = lexicon.OFFICES | nepali_grammar.OFFICES
"""The family of each word for an office."""


def described_holder(query: DescriptionQuery, facts: Sequence[Fact]) -> UUID | None:
    """The one holder of a described relation; None if there is none, or more than one.

    Among several, the facts that use the describing word itself decide.
    """
    held = [(each, _holder(query, each)) for each in facts if each.family in query.families]
    if query.body:
        held = [(each, holder) for each, holder in held if is_position_in(each, query.body)]
    held = [(each, holder) for each, holder in held if holder is not None]
    with_word = [(each, holder) for each, holder in held if query.word in each.text.casefold()]
    by_family = [each for each in held if each[0].family != POSITION]  # a position needs its word
    for found in (by_family, with_word if query.word else []):
        holders = {holder for _, holder in found}
        if len(holders) == 1:
            return holders.pop()
    return None


def _holder(query: DescriptionQuery, fact: Fact) -> UUID | None:
    if query.owner_id is None:
        return fact.subject_id
    ends = {
        "subject": (fact.subject_id, fact.object_id),
        "object": (fact.object_id, fact.subject_id),
    }
    holder, owner = ends[query.role]
    if owner == query.owner_id:
        return holder
    return owner if fact.family in SYMMETRIC and holder == query.owner_id else None


def resolve_described(
    resolution: EntityResolution,
    mentions: Sequence[EntityMention],
    holders: Mapping[str, Entity],
    new: EntityResolution,
) -> EntityResolution:
    """The resolution with each described person as the holder, or else as a placeholder.

    `holders` are those found, by the name of the mention; `new` resolves the others by name.
    """
    remap, entities = dict(resolution.remap), dict(resolution.entities)
    new_ids = set(resolution.new_ids)
    for each in mentions:
        key, holder = exact_key(each.name), holders.get(each.name)
        if holder is None:
            id_ = new.remap[key]
            holder = new.entities[id_]
            if id_ in new.new_ids:
                holder = replace(holder, is_placeholder=True)
                new_ids.add(id_)
        remap[key] = holder.id
        entities.setdefault(holder.id, holder)
    return replace(resolution, remap=remap, entities=entities, new_ids=frozenset(new_ids))


def with_holders_named(
    statements: Sequence[FactStatement],
    mentions: Sequence[EntityMention],
    resolution: EntityResolution,
) -> list[FactStatement]:
    """The statements, which name the person whom the message describes: Ana is "the manager"."""
    named = {}
    for each in mentions:
        id_ = resolution.id_of(each.name) if each.described_by is not None else None
        holder = resolution.entities.get(id_) if id_ is not None else None
        if holder and not holder.is_placeholder:
            named[each.name] = holder.name
    if not named:
        return list(statements)
    return [
        each.model_copy(update={"fact": _with_names(each, named)})
        if {each.subject, each.object} & named.keys()
        else each
        for each in statements
    ]


def _with_names(statement: FactStatement, named: Mapping[str, str]) -> str:
    text = statement.fact
    for words, name in named.items():
        if words in (statement.subject, statement.object) and name not in text:
            text = text.replace(words, name)
    return text


@dataclass(frozen=True)
class NamedHolder:
    """The person whom a placeholder may have described, and the fact that names them."""

    id: UUID
    fact: Fact


def placeholder_names(
    drafts: Sequence[FactDraft], entities: Mapping[UUID, Entity]
) -> dict[str, NamedHolder]:
    """The names that a placeholder of a person now named may have: "Nisha's husband"."""
    names: dict[str, NamedHolder] = {}
    for draft in drafts:
        fact = draft.fact
        if fact.subject_id not in entities or fact.object_id not in entities:
            continue
        ends = (entities[fact.subject_id], entities[fact.object_id])
        if draft.closes_nothing or draft.only_ends or draft.is_false:
            continue
        for owner, holder in (ends, ends[::-1]):
            for word in TIE_WORDS.get(fact.family, ()):
                names[f"{owner.name}'s {word}"] = NamedHolder(holder.id, fact)
        is_new = _BEGUN.search(f"{fact.text} {draft.quote}")
        for description in () if is_new else _post_descriptions(fact, ends[1].name):
            names[description] = NamedHolder(fact.subject_id, fact)
    return names


def _post_descriptions(fact: Fact, target: str) -> list[str]:
    """How a message may have called the holder of a post: "the treasurer", "our treasurer"."""
    post = post_of_fact(fact)
    if post is None:
        return []
    is_office = fact.family in OFFICE_FAMILIES
    body = target if is_office else post.body
    same = [word for word, family in _OFFICE_NAMES.items() if is_office and family == fact.family]
    descriptions = []
    for word in dict.fromkeys((post.role, *same)):
        descriptions += [f"{article} {word}" for article in ("the", "our", "my", "हाम्रो")]
        if body:
            descriptions += [f"{body}'s {word}", f"{word} of {body}", f"the {word} of {body}"]
            descriptions += [f"{body}को {word}"]
    return descriptions


_BEGUN = re.compile(
    r"\b(?:new|next|became|becomes|elected|appointed)\b|(?<!\S)नयाँ(?!\S)", re.IGNORECASE
)
"""Whoever is the new treasurer is not the treasurer of earlier messages."""
