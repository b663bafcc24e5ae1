"""A person's relatives and age, as stated beside the name."""

import re
from collections.abc import Iterator

from pramana.agni.domain.circumstances import words as cues
from pramana.agni.domain.circumstances.clause import (
    DIGIT,
    PERSON,
    REACH,
    TITLES,
    TITLES_EN,
    TITLES_NE,
    Circumstance,
    NameClause,
)

_NAME = r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’.-]+){1,3}"
_ENGLISH_RELATION = re.compile(
    rf"^[^.;]{{0,80}}?\b(?P<relation>(?i:{'|'.join(cues.RELATIONS_EN)}))\s+of\s+(?:the\s+)?(?:late\s+)?"
    rf"(?:{TITLES_EN})*(?P<name>{_NAME})(?:\s+and\s+(?:{TITLES_EN})*(?P<second>{_NAME}))?",
    re.DOTALL,
)
_NEPALI_RELATION = re.compile(rf"(?:को|का|की)\s+(?P<relation>{'|'.join(cues.RELATIONS_NE)})")


def relatives(clause: NameClause) -> Iterator[Circumstance]:
    """Father, mother, grandfather and spouse: X को छोरा, son of X, Father's name: X."""
    for other in clause.others:
        if other.kind is PERSON and other.end <= clause.mention.start:
            match = _NEPALI_RELATION.match(clause.text, other.end)
            if match:
                yield clause.own(cues.RELATIONS_NE[match["relation"]], other.start, other.end)
    yield from _named_after(clause)
    yield from _english_relatives(clause)
    yield from _relatives_in_form(clause)


_RELATIVE_AFTER = re.compile(
    rf"(?:को|का|की)\s+(?P<nepali>{'|'.join(cues.RELATIVES_NE)})\s*,?\s*(?:{TITLES})*"
    rf"|(?:['’]s|,?\s+whose|,?\s+and\s+(?:his|her))\s+(?:late\s+)?"
    rf"(?P<english>{'|'.join(cues.RELATIVES_EN)}),?\s+(?:{TITLES})*"
)
_PRONOUN = re.compile(
    rf"(?:निज|उन|उहाँ|यिन)(?:को|का|की)\s+(?P<relation>{'|'.join(cues.RELATIONS_NE)})[^।,;\n]{{0,30}}$"
)


def _named_after(clause: NameClause) -> Iterator[Circumstance]:
    """A relative named after the person (थापाका बुबा X, Thapa's wife X), or before as निज."""
    for other in clause.others:
        if other.kind is PERSON and clause.mention.end < other.start <= clause.end:
            match = _RELATIVE_AFTER.fullmatch(clause.text, clause.mention.end, other.start)
            if match:
                key = cues.RELATIVES_NE.get(match["nepali"]) or cues.RELATIVES_EN[match["english"]]
                yield clause.own(key, other.start, other.end)
    pronoun = _PRONOUN.search(clause.text_before)
    if pronoun and clause.previous:
        key = cues.RELATIONS_NE[pronoun["relation"]]
        yield clause.own(key, clause.previous.start, clause.previous.end)


def _english_relatives(clause: NameClause) -> Iterator[Circumstance]:
    after = _ENGLISH_RELATION.search(clause.text_after)
    if not after or re.search(
        r"\b(?:said|told|met)\b", clause.text_after[: after.start("relation")]
    ):
        return
    base, relation = clause.mention.end, after["relation"].lower()
    yield clause.own(
        cues.RELATIONS_EN[relation], base + after.start("name"), base + after.end("name")
    )
    if after["second"] and relation in ("son", "daughter"):
        yield clause.own("mother", base + after.start("second"), base + after.end("second"))


def _relatives_in_form(clause: NameClause) -> Iterator[Circumstance]:
    base = clause.mention.end
    if _is_labelled_relative(clause.text, clause.mention.start):
        return
    form = clause.text[base : base + REACH]
    for key, label in cues.RELATION_LABELS.items():
        stated = re.search(
            rf"(?:^|[\n,;(])\s*(?:{label})\s*[:：]\s*(?:{TITLES})*(?P<name>[^\n,;()।]{{3,60}})",
            form,
            re.IGNORECASE,
        )
        if stated and not _person_between(clause, base + stated.start()):
            yield clause.own(key, base + stated.start("name"), base + stated.end("name"))


def _person_between(clause: NameClause, at: int) -> bool:
    """Whether another person, who is no relative, is named before this place."""
    return any(
        o.kind is PERSON
        and clause.mention.end <= o.start < at
        and not _is_labelled_relative(clause.text, o.start)
        for o in clause.others
    )


def _is_labelled_relative(text: str, at: int) -> bool:
    """Whether a form gives the name here as that of someone's father, mother or spouse."""
    labels = "|".join(cues.RELATION_LABELS.values())
    return bool(re.search(labels, text[max(0, at - 30) : at].rsplit("\n", 1)[-1], re.IGNORECASE))


_AGE_AFTER = re.compile(
    rf"^\s*(?:,\s*(?P<bare>\d{{2}})(?=\s*[,)])|\(\s*(?P<bracket>{DIGIT}{{2}})(?:\s*(?:years?|वर्ष))?\s*\)"
    rf"|,?\s*\(?\s*(?:aged|age)\s*:?\s*(?P<aged>\d{{1,3}})|,?\s*\(?(?:वर्ष|उमेर)(?:को)?\s*:?\s*(?P<nepali>{DIGIT}{{1,3}})"
    rf"|,\s*(?P<years>{DIGIT}{{2}})\s*(?:years?\b|वर्ष))",
    re.IGNORECASE,
)
_AGE_BEFORE = re.compile(
    rf"(?:(?P<age>{DIGIT}{{1,3}})(?:[- ]years?[- ]old|\s*वर्ष(?:ीया?|का|की))"
    rf"\s+[^,;।]{{0,60}}"
    rf"|(?:वर्ष|उमेर)\s*(?P<stated>{DIGIT}{{1,3}})\s*(?:को|की|का)?\s*"
    rf"(?:[\u0900-\u094f]+\s+){{0,3}}(?:{TITLES_NE})*)$",
    re.IGNORECASE,
)


def age(clause: NameClause) -> Iterator[Circumstance]:
    after = _AGE_AFTER.match(clause.text_after)
    if after:
        group = next(name for name, value in after.groupdict().items() if value)
        yield clause.own(
            "age", clause.mention.end + after.start(group), clause.mention.end + after.end(group)
        )
    before = _AGE_BEFORE.search(clause.text_before)
    if before:
        group = "age" if before["age"] else "stated"
        yield clause.own(
            "age", clause.start + before.start(group), clause.start + before.end(group)
        )
