"""A person's relatives, age and home, and the district of a body, as stated beside the name."""

import re
from collections.abc import Iterator

from pramana.agni.domain.circumstances.clause import (
    DIGIT,
    LOCATION,
    PERSON,
    REACH,
    RELATION_LABELS,
    RELATIONS_EN,
    RELATIONS_NE,
    RELATIVES_EN,
    RELATIVES_NE,
    TITLES,
    TITLES_EN,
    TITLES_NE,
    Circumstance,
    NameClause,
    is_local_body,
)
from pramana.language.places import district_of
from pramana.language.positions import position_meanings
from pramana.language.tagging import NameMention

_WARD = re.compile(
    rf"(?:(?:नगरपालिका|गाउँपालिका|न\.?पा\.?|गा\.?पा\.?|Municipality|City)\s*[,]?\s*[–-]?\s*(?:(?:वडा\s*(?:नं|नम्बर)\.?|Ward(?:\s+No)?\.?)\s*)?|Ward(?:\s+No)?\.?\s*|वडा\s*(?:नं|नम्बर)\.?\s*)(?P<ward>{DIGIT}{{1,2}})(?!{DIGIT})",
    re.IGNORECASE,
)
_LIVES_NE = re.compile(r"(?:बस्ने|निवासी|घर भई|घर भएका|स्थायी ठेगाना भएका|स्थायी घर)")
_HOME_EN = re.compile(
    r"\b(?:resident of|residing (?:in|at)|living in|of|from|hails? from|permanent address:?)\s+"
    r"(?:the\s+)?$",
    re.I,
)
_VERBS_EN = re.compile(
    r"\b(?:said|told|was|were|is|has|had|have|will|signed|met|asked|added|attended|reached|questioned|called|did|would)\b"
)


def home(clause: NameClause) -> Iterator[Circumstance]:
    """The district that someone is from, with the ward and the address where they are stated."""
    yield from _home_in_list(clause)
    yield from _home_before(clause)
    yield from _home_after(clause)
    yield from _home_below(clause)


def _home_in_list(clause: NameClause) -> Iterator[Circumstance]:
    """The district in brackets or at the end of an item: Sita Rai (member, Ilam)."""
    for other in clause.places():
        between = clause.text[clause.mention.end : other.start]
        item = re.fullmatch(r"\s*(?P<sign>[(,–-])\s*(?:(?P<post>[^,()\n]{2,40}),\s*)?", between)
        if not item or not district_of(other.text):
            continue
        after = clause.text[other.end : other.end + 2]
        closed = after.startswith(")") if item["sign"] == "(" else after[:1] in ("", "\n")
        if closed and (not item["post"] or position_meanings(item["post"])):
            yield clause.own("district", other.start, other.end)
            return


def _home_below(clause: NameClause) -> Iterator[Circumstance]:
    """The address under the name of the person that a letter goes to."""
    start, line = clause.next_line
    if not line or clause.text_after.strip(" .,") or len(line) > 80:
        return
    places = [o for o in clause.places() if start <= o.start and o.end <= start + len(line)]
    if places and places[0].start == start:
        for other in places:
            if district_of(other.text):
                yield clause.own("district", other.start, other.end)
        yield clause.own("address", start, places[-1].end)
        if ward := _WARD.search(line):
            yield clause.own("ward", start + ward.start("ward"), start + ward.end("ward"))


def _home_before(clause: NameClause) -> Iterator[Circumstance]:
    places = [o for o in clause.others if o.kind is LOCATION and o.end <= clause.mention.start]
    for other in places:
        district = district_of(other.text)
        after = clause.text[other.end : other.end + 14]
        if district and re.match(r"\s*(?:जिल्ला|का |की |कै |निवासी|घर|,\s|–|-|\s*बस्ने)", after):
            if "तर्फबाट" in clause.text[other.end : other.end + 12]:
                continue
            if re.match(r",\s", after) and not _LIVES_NE.search(clause.text_before):
                continue
            yield clause.own("district", other.start, other.end)
            break
    lives = _LIVES_NE.search(clause.text_before)
    if lives and places:
        first = next((o.start for o in places if o.end <= clause.start + lives.start() + 2), None)
        if first is not None:
            yield clause.own("address", first, clause.start + lives.start())
    if lives:
        ward = _WARD.search(clause.text_before[: lives.start()])
        if ward:
            yield clause.own(
                "ward", clause.start + ward.start("ward"), clause.start + ward.end("ward")
            )


def _address_chain(clause: NameClause) -> list[NameMention]:
    """The places after "of", "from" or "resident of", each followed by the one it lies in."""
    chain: list[NameMention] = []
    for other in clause.places():
        if not clause.mention.end <= other.start <= clause.end:
            continue
        between = clause.text[clause.mention.end : other.start]
        if _VERBS_EN.search(re.sub(r"\(.*?\)", "", between)) or len(between) > 120:
            break
        gap = clause.text[chain[-1].end : other.start] if chain else ""
        follows = chain and re.fullmatch(rf"(?:[-–]{DIGIT}+)?,?\s*(?:in\s+)?", gap)
        if follows or _HOME_EN.search(between) or _is_form_address(clause, other, between):
            chain.append(other)
    return chain


def _is_form_address(clause: NameClause, place: NameMention, between: str) -> bool:
    """ "Guarantor: Sita Rai, Waling Municipality-6, Syangja": a form's line with an address."""
    is_labelled = re.search(r"(?:^|\n)[^\n:]{2,40}:\s*\S{0,8}\s*$", clause.text_before[-60:])
    after = clause.text[place.end : place.end + 4]
    is_home = is_local_body(place.text) and re.match(rf"\s*[-–]\s*{DIGIT}", after)
    is_area = district_of(place.text) and re.match(r"\s*(?:जिल्ला|$|[\n,])", after)
    return bool(re.fullmatch(r"\s*,\s*", between) and (is_home or (is_labelled and is_area)))


def _home_after(clause: NameClause) -> Iterator[Circumstance]:
    resident = re.match(r"\s[^।]{3,80}?(?:बासिन्दा|निवासी)", clause.text_after)
    for other in clause.places() if resident else ():
        if clause.mention.end < other.start < clause.mention.end + 8 and district_of(other.text):
            yield clause.own("district", other.start, other.end)
    chain = _address_chain(clause)
    for other in chain:
        if district_of(other.text):
            yield clause.own("district", other.start, other.end)
    if len(chain) > 1:
        yield clause.own("address", chain[0].start, chain[-1].end)
    if chain:
        ward = _WARD.search(clause.text, clause.mention.end, chain[-1].end + 20)
        if ward:
            yield clause.own("ward", ward.start("ward"), ward.end("ward"))


_BODY_TO_PLACE = re.compile(
    rf"(?:[-–]{DIGIT}+)?\s*(?:\([^)\n]{{1,20}}\))?(?:\n[^\n]{{0,40}}कार्यालय\s*\n)?[,\s(]*"
    r"(?:an? [a-z -]{3,60}? )?(?:(?:registered|based|located|headquartered) )?"
    r"(?:(?:in|at)\s+|मुकाम\s+)?"
)


def body_place(clause: NameClause) -> Iterator[Circumstance]:
    """The district that stands right after or right before the name of a body."""
    if clause.mention.kind is LOCATION and not is_local_body(clause.mention.text):
        return
    end = clause.mention.end
    after = [o for o in clause.places() if o.start >= end]
    position = end
    for other in after[:3]:
        between = clause.text[position : other.start]
        if not _BODY_TO_PLACE.fullmatch(between):
            break
        if district_of(other.text):
            yield clause.own("district", other.start, other.end)
            return
        position = other.end
    before = [o for o in clause.places() if o.end <= clause.mention.start]
    if before and district_of(before[-1].text):
        between = clause.text[before[-1].end : clause.mention.start]
        if re.fullmatch(r"\s*(?:जिल्ला|district)?(?:को|का|स्थित)?,?\s*", between, re.I) and (
            clause.mention.kind is LOCATION or "स्थित" in between or "जिल्ला" in between
        ):
            yield clause.own("district", before[-1].start, before[-1].end)


_NAME = r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’.-]+){1,3}"
_ENGLISH_RELATION = re.compile(
    rf"^[^.;]{{0,80}}?\b(?P<relation>(?i:{'|'.join(RELATIONS_EN)}))\s+of\s+(?:the\s+)?(?:late\s+)?"
    rf"(?:{TITLES_EN})*(?P<name>{_NAME})(?:\s+and\s+(?:{TITLES_EN})*(?P<second>{_NAME}))?",
    re.DOTALL,
)
_NEPALI_RELATION = re.compile(rf"(?:को|का|की)\s+(?P<relation>{'|'.join(RELATIONS_NE)})")


def relatives(clause: NameClause) -> Iterator[Circumstance]:
    """Father, mother, grandfather and spouse: X को छोरा, son of X, Father's name: X."""
    for other in clause.others:
        if other.kind is PERSON and other.end <= clause.mention.start:
            match = _NEPALI_RELATION.match(clause.text, other.end)
            if match:
                yield clause.own(RELATIONS_NE[match["relation"]], other.start, other.end)
    yield from _relatives_after(clause)
    yield from _english_relatives(clause)
    yield from _relatives_in_form(clause)


_RELATIVE_AFTER = re.compile(
    rf"(?:को|का|की)\s+(?P<nepali>{'|'.join(RELATIVES_NE)})\s*,?\s*(?:{TITLES})*"
    rf"|(?:['’]s|,?\s+whose|,?\s+and\s+(?:his|her))\s+(?:late\s+)?"
    rf"(?P<english>{'|'.join(RELATIVES_EN)}),?\s+(?:{TITLES})*"
)
_PRONOUN = re.compile(
    rf"(?:निज|उन|उहाँ|यिन)(?:को|का|की)\s+(?P<relation>{'|'.join(RELATIONS_NE)})[^।,;\n]{{0,30}}$"
)


def _relatives_after(clause: NameClause) -> Iterator[Circumstance]:
    """A relative named after the person (थापाका बुबा X, Thapa's wife X), or before as निज."""
    for other in clause.others:
        if other.kind is PERSON and clause.mention.end < other.start <= clause.end:
            match = _RELATIVE_AFTER.fullmatch(clause.text, clause.mention.end, other.start)
            if match:
                key = RELATIVES_NE.get(match["nepali"]) or RELATIVES_EN[match["english"]]
                yield clause.own(key, other.start, other.end)
    pronoun = _PRONOUN.search(clause.text_before)
    if pronoun and clause.previous:
        key = RELATIONS_NE[pronoun["relation"]]
        yield clause.own(key, clause.previous.start, clause.previous.end)


def _english_relatives(clause: NameClause) -> Iterator[Circumstance]:
    after = _ENGLISH_RELATION.search(clause.text_after)
    if not after or re.search(
        r"\b(?:said|told|met)\b", clause.text_after[: after.start("relation")]
    ):
        return
    base, relation = clause.mention.end, after["relation"].lower()
    yield clause.own(RELATIONS_EN[relation], base + after.start("name"), base + after.end("name"))
    if after["second"] and relation in ("son", "daughter"):
        yield clause.own("mother", base + after.start("second"), base + after.end("second"))


def _relatives_in_form(clause: NameClause) -> Iterator[Circumstance]:
    base = clause.mention.end
    if _is_labelled_relative(clause.text, clause.mention.start):
        return
    form = clause.text[base : base + REACH]
    for key, label in RELATION_LABELS.items():
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
    labels = "|".join(RELATION_LABELS.values())
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
