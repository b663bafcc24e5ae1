"""What reviewers say to the extractor, read as corrections, in English and Nepali."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice

from pramana.agni.contracts import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    EntityType,
    ExtractedEntity,
)
from pramana.agni.domain.corrections.contracts import (
    AddEntity,
    MergeEntities,
    RemoveEntity,
    RenameEntity,
    RetypeEntity,
    SessionCorrection,
    SetCircumstance,
    SetMetadata,
    SplitEntity,
)
from pramana.agni.domain.instructions.phrases import (
    ADD,
    APART,
    CIRCUMSTANCES,
    CLAUSE,
    DATE_VERBS,
    HOLDS,
    HOME,
    METADATA_FIELDS,
    NAME_IS,
    NOT_CLAUSE,
    NOTHING,
    PEOPLE,
    POLITE,
    QUOTED,
    REMOVE,
    RENAME,
    SAME,
    TAIL,
    WRITTEN_BY,
    added_entities,
    clean_value,
    type_in,
    type_word,
    without_names,
)
from pramana.agni.domain.names import name_key
from pramana.agni.prompts.metadata import DOCUMENT_TYPES
from pramana.language.positions import position_meanings
from pramana.language.times import find_times

__all__ = ["EXAMPLES", "parse_instructions"]


Corrections = list[SessionCorrection]

EXAMPLES = (
    "You can say, for example: “The title is …”, “The date is 5 May 2025”, “Rename A to B”, "
    "“Remove A”, “A is an organization”, “A and B are the same”, “Add A”, or, of one entity, "
    "“Her district is …”."
)
SENTENCE = re.compile(
    r"(?<=[!?])\s+|(?<=[^\s.]{3}\.)\s+(?=[A-Z\u0900-\u097f“\"])|(?<=[।\n])\s*|;\s+"
)
IS = (
    r"(?:is|was|are|should be|should read|should say|must be|must read|ought to be|ought to read|"
    r"has to be|reads|=|:|to|as|to be)"
)
SET = r"(?:set|change|correct|make|put|update|write|enter|fix)"
PRONOUN = re.compile(r"(?:him|her|it|this|them|the name|उहाँ|यो|यस|नाम)", re.IGNORECASE)
OWN = re.compile(r"^\W*$|\b(?:him|her|it|this|them)\b|उहाँ|यो|यस", re.IGNORECASE)
"""An object that means the entity a conversation is about; or none."""
AGE = re.compile(
    r"\b(?:is|was)\s+(\d{1,3}|[०-९]{1,3})(?=\s+years? old\b|\s*[,.;]|\s*$|\s+not\b)|"
    r"([०-९\d]{1,3})\s*वर्ष",
    re.IGNORECASE,
)
NAME_AND_TYPE = re.compile(
    r"(?P<name>.{2,200}?)\s+(?:is|are)\s+(?P<kind>(?:an?\s+)?\w+)\s*[.!]?$", re.IGNORECASE
)
TYPED = re.compile(r"को\s+रूपमा|का\s+रूपमा|\bas an?\b", re.IGNORECASE)
"""Words that say what something is, not what it is called."""
NEPALI_NAME_AND_TYPE = re.compile(
    r"(?P<name>.{2,200}?)\s+(?:भनेको|भन्ने|चाहिँ)?\s*(?:एउटा |एक )?"
    r"(?P<kind>\S+)\s+(?:हो|हुन्)(?:$|[,;।\s])"
)
WORKS_AT = re.compile(r"\bworks? (?:at|for|in)\s+(.+)", re.IGNORECASE)


MAX_SENTENCE = 400
"""Characters of a sentence that can be a wish. The patterns take too long over longer ones."""
MAX_SENTENCES = 20


def parse_instructions(text: str, key: str, session: AgniExtractionSession) -> Corrections:
    """The changes that a message in the conversation `key` asks for, in their order."""
    found: Corrections = []
    for sentence in _sentences(text):
        if key == METADATA_THREAD:
            found += _metadata(sentence)
        elif key == ENTITY_THREAD:
            found += _about_entities(sentence, session.entities)
        else:
            found += _about_one(sentence, int(key.partition(":")[2]), session.entities)
    return found


def _sentences(text: str) -> Iterator[str]:
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines())
    sentences = (part for part in SENTENCE.split(lines) if len(part) <= MAX_SENTENCE)
    parts = (clause.strip() for part in sentences for clause in CLAUSE.split(part))
    stated = (part for part in parts if re.search(r"\w", part))
    for cleaned in islice(stated, MAX_SENTENCES):
        while (shorter := POLITE.sub("", cleaned).strip()) != cleaned:
            cleaned = shorter
        if cleaned and not cleaned.endswith("?"):
            yield cleaned


# ---- metadata ----------------------------------------------------------------------------------


def _metadata(sentence: str) -> Corrections:
    field, rest = _field_in(sentence, METADATA_FIELDS)
    if field is None and DATE_VERBS.search(sentence):
        field, rest = "publication_date", sentence
    if kind := _document_type(sentence):
        return [SetMetadata("document_type", kind)]
    if field is None and (by := WRITTEN_BY.search(sentence)):
        return [SetMetadata("author", clean_value(by["value"]))]
    if field is None:
        return []
    if field == "publication_date":
        return _date(rest) or _date(sentence)
    if quoted := QUOTED.search(sentence):
        return [SetMetadata(field, quoted[1].strip())]
    value = _stated(rest) or _value_before_field(sentence, field)
    if not value and NOTHING.search(sentence):
        return [SetMetadata(field, None)]
    return [SetMetadata(field, value)] if value else []


def _value_before_field(sentence: str, field: str) -> str:
    """ "Put Maya Rai down as the author": the value stands before the field."""
    match = re.match(
        r"(?:put|name|list|record|give|enter|mark|note|show)\s+(?P<value>.{2,200}?)"
        rf"\s+(?:down\s+)?(?:as|for)\s+(?:the\s+|its\s+)?(?:{METADATA_FIELDS[field]})\W*$",
        sentence,
        re.IGNORECASE,
    )
    return clean_value(match["value"]) if match else ""


def _document_type(sentence: str) -> str:
    """A type of document named by its code: "set meeting_minutes"."""
    codes = (kind for kind in DOCUMENT_TYPES if "_" in kind)
    return next((kind for kind in codes if re.search(rf"\b{kind}\b", sentence)), "")


def _date(sentence: str) -> Corrections:
    without = re.sub(r"\bnot\b[^,;]*?(?=\bbut\b|[,;]|$)", " ", sentence, flags=re.IGNORECASE)
    without = re.sub(r"[^,;।]*(?:होइन|हैन)[,;।]?", " ", without)
    times = find_times(without, datetime.now(UTC))
    days = [each for each in times if (each.ends - each.begins).days == 1 and len(each.text) > 5]
    if days:
        return [SetMetadata("publication_date", days[0].begins.date(), days[0].text)]
    return [SetMetadata("publication_date", None)] if NOTHING.search(sentence) else []


def _field_in(sentence: str, fields: Mapping[str, str]) -> tuple[str | None, str]:
    """The field a sentence is about, and the words that follow its name."""
    best: tuple[int, int, str] | None = None
    for field, pattern in fields.items():
        endings = r"(?:मा|को|लाई|चाहिँ|चाहिं)?"
        for match in re.finditer(rf"(?<!\w)(?:{pattern}){endings}(?!\w)", sentence, re.IGNORECASE):
            if best is None or (match.start(), -match.end()) < (best[0], -best[1]):
                best = (match.start(), match.end(), field)
    if best is None:
        return None, ""
    return best[2], sentence[best[1] :]


def _stated(rest: str) -> str:
    """The value in what follows a field's name: after "is", "to" or a colon, or all of it in
    Nepali, without the verb."""
    rest = NOT_CLAUSE.sub("", rest) if re.search(r"\bnot\b", rest, re.IGNORECASE) else rest
    if match := re.match(rf"[^.]*?\b{IS}(?:\s+now)?\s+(.+)|\s*[:=]\s*(.+)", rest, re.IGNORECASE):
        return clean_value(match[1] or match[2])
    if TAIL.search(rest.rstrip(" ।.!")):
        return clean_value(rest)
    return ""


# ---- entities ----------------------------------------------------------------------------------


def _about_entities(sentence: str, entities: Sequence[ExtractedEntity]) -> Corrections:
    known = _places_by_name(entities)
    if APART.search(sentence):
        strangers = [
            AddEntity(name, EntityType.PERSON, only_if_named=True)
            for name in (*PEOPLE.findall(sentence),)
            if name_key(name) not in known and " people" in sentence
        ]
        return [*_apart(_mentioned(sentence, known), entities), *strangers]
    if SAME.search(sentence):
        places = list(dict.fromkeys(place for place, _ in _mentioned(sentence, known)))
        return [MergeEntities(tuple(places))] if len(places) > 1 else []
    if wish := _rename(sentence, known):
        return [wish]
    if ADD.search(sentence):
        return list(added_entities(sentence, known))
    if REMOVE.search(sentence):
        return [RemoveEntity(place) for place in _removed(sentence, known)]
    return list(_retyped(sentence, known)) or list(_typed_name(sentence, known))


def _about_one(sentence: str, place: int, entities: Sequence[ExtractedEntity]) -> Corrections:
    """A sentence in the conversation about one entity, which need not be named in it."""
    if wish := _own_name(sentence, place, entities[place]) or _own_circumstance(sentence, place):
        return [wish]
    if match := NAME_IS.search(sentence):
        return [RenameEntity(place, "", clean_value(match["new"] or match["second"]))]
    names = {name_key(str(name["text"])): place for name in entities[place].names}
    verb = REMOVE.search(sentence)
    if verb and (_mentioned(sentence, names) or OWN.search(without_names(sentence, [verb[0]]))):
        return [RemoveEntity(place)]
    kind = type_in(without_names(sentence, list(names)))
    return [RetypeEntity(place, kind)] if kind else []


def _own_name(sentence: str, place: int, entity: ExtractedEntity) -> RenameEntity | None:
    for pattern in RENAME:
        match = pattern.search(sentence)
        if match and PRONOUN.match(match["old"]):
            return RenameEntity(place, "", clean_value(match["new"]))
    return _rename(sentence, {name_key(str(name["text"])): place for name in entity.names})


def _own_circumstance(sentence: str, place: int) -> SetCircumstance | None:
    key, rest = _field_in(sentence, CIRCUMSTANCES)
    if key and (value := _circumstance(sentence, rest)):
        return SetCircumstance(place, key, value)
    if key and NOTHING.search(sentence):
        return SetCircumstance(place, key, None)
    if match := AGE.search(sentence):
        return SetCircumstance(place, "age", match[1] or match[2])
    if match := WORKS_AT.search(sentence):
        return SetCircumstance(place, "employer", clean_value(match[1]))
    if match := HOLDS.match(sentence):
        office = match["value"] or match["nepali"]
        if position_meanings(office):
            return SetCircumstance(place, "position", clean_value(office))
    if match := HOME.search(sentence):
        home = next(filter(None, match.groups()))
        return SetCircumstance(place, "district", clean_value(home))
    return None


def _circumstance(sentence: str, rest: str) -> str:
    if quoted := QUOTED.search(rest):
        return quoted[1].strip()
    if value := _stated(rest):
        return value
    set_to = re.search(rf"\b{SET}\b.*?\b(?:to|as)\s+(.+)", sentence, re.IGNORECASE)
    return clean_value(set_to[1]) if set_to else ""


def _places_by_name(entities: Sequence[ExtractedEntity]) -> dict[str, int]:
    """The place of each entity by its names. Names that were withdrawn are not known any more."""
    return {
        name_key(str(name["text"])): place
        for place, entity in enumerate(entities)
        if not entity.withdrawn
        for name in entity.names
    }


def _mentioned(sentence: str, known: Mapping[str, int]) -> list[tuple[int, str]]:
    """The entities that a sentence names, in its order; a longer name hides one inside it."""
    folded = sentence.casefold()
    taken: list[tuple[int, int, int, str]] = []
    for name in sorted(known, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(name)}", folded):
            if not any(start < match.end() and match.start() < end for start, end, _, _ in taken):
                taken.append((match.start(), match.end(), known[name], name))
    return [(place, name) for _, _, place, name in sorted(taken)]


def _removed(sentence: str, known: Mapping[str, int]) -> list[int]:
    """What is to be removed: the names beside the verb, not those of the reason that follows."""
    verb = REMOVE.search(sentence)
    assert verb is not None
    after = re.split(r"[,;:–—]|\bbecause\b|\bsince\b|\bas it\b|किनभने", sentence[verb.end() :])[0]
    before = re.split(r"[;:–—]", sentence[: verb.start()])[-1]
    for part in (after, before, sentence):
        if found := [place for place, _ in _mentioned(part, known)]:
            return list(dict.fromkeys(found))
    return []


def _rename(sentence: str, known: Mapping[str, int]) -> RenameEntity | None:
    for pattern in RENAME:
        if (match := pattern.search(sentence)) is None:
            continue
        named = _mentioned(match["old"], known)
        new = clean_value(NOT_CLAUSE.sub("", match["new"]))
        if len(named) == 1 and new and type_word(new) is None and not TYPED.search(new):
            return RenameEntity(named[0][0], named[0][1], new)
    return None


def _apart(
    named: Sequence[tuple[int, str]], entities: Sequence[ExtractedEntity]
) -> Iterator[SplitEntity]:
    """Of names that one entity has, all but its first are things of their own."""
    for place in dict.fromkeys(place for place, _ in named):
        names = [name for at, name in named if at == place]
        keep = name_key(entities[place].name)
        if len(names) > 1:
            yield from (SplitEntity(place, name) for name in names if name != keep)


def _retyped(sentence: str, known: Mapping[str, int]) -> Iterator[SessionCorrection]:
    named = _mentioned(sentence, known)
    kind = type_in(without_names(sentence, [name for _, name in named]))
    if kind and len({place for place, _ in named}) == 1:
        yield RetypeEntity(named[0][0], kind)


def _typed_name(sentence: str, known: Mapping[str, int]) -> Iterator[AddEntity]:
    """ "Himal is an organisation", of a name that was not read."""
    match = NAME_AND_TYPE.match(sentence) or NEPALI_NAME_AND_TYPE.match(sentence)
    name = clean_value(match["name"]) if match else ""
    kind = type_word(match["kind"]) if match else None
    if name and kind and name_key(name) not in known:
        yield AddEntity(name, kind, only_if_named=True)
