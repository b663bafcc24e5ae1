"""Entities read without a model: names that taggers and the registry know, and tables of people."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pramana.agni.contracts import EntitySubType, EntityType
from pramana.agni.domain.circumstances import read_circumstances
from pramana.agni.domain.circumstances.clause import Circumstance
from pramana.agni.domain.merging import conflict
from pramana.agni.domain.name_reading import read_names
from pramana.agni.domain.names import name_key
from pramana.agni.prompts.entities import EntityReading, NameReading
from pramana.language.places import district_of
from pramana.language.scripts import language_by_script
from pramana.language.tagging import MentionKind, NameMention

MIN_COLUMNS = 3
SURE = 0.95
MAX_NAME_WORDS = 6

COLUMNS = {
    "name": r"(?:full )?names?(?: and surname)?|"
    r"name of (?:the )?(?:person|member|accused|candidate)|"
    r"नाम(?: ?[,र/]? ?थर)?|नामथर|व्यक्तिको नाम|पदाधिकारीको नाम|अभियुक्तको नाम|उम्मेदवारको नाम",
    "father": r"father(?:['’]s)?(?: name)?|बाबु(?:को नाम)?|बुबाको नाम|पिताको नाम|बाबु/पतिको नाम",
    "mother": r"mother(?:['’]s)?(?: name)?|आमाको नाम",
    "spouse": r"(?:husband|wife|spouse)(?:['’]s)?(?: name)?|पति/पत्नीको नाम|पतिको नाम|पत्नीको नाम",
    "grandfather": r"grandfather(?:['’]s)?(?: name)?|बाजेको नाम",
    "address": r"(?:permanent )?address|residence|ठेगाना|वतन|स्थायी ठेगाना",
    "district": r"(?:home )?district|जिल्ला",
    "ward": r"ward(?: no\.?)?|वडा(?: नं\.?)?",
    "position": r"position|post|designation|occupation|title|rank|पद|पेशा(?:/पद)?|पद/पेशा|ओहदा",
    "term": r"term(?: of office)?|tenure|कार्यकाल|पदावधि",
    "employer": r"office|organi[sz]ation|institution|employer|कार्यालय|संस्था|निकाय",
    "party": r"(?:political )?party|दल|पार्टी",
    "age": r"age(?: \(years\))?|उमेर",
    "case_role": r"role|भूमिका",
    "citizenship_number": r"citizenship (?:no\.?|number)|नागरिकता (?:नं\.?|नम्बर)",
    "phone": r"phone|mobile|contact(?: no\.?)?|फोन|मोबाइल|सम्पर्क नं\.?",
}
"""The heads of columns, by the circumstance that their cells state."""
HEADS = {key: re.compile(pattern, re.IGNORECASE) for key, pattern in COLUMNS.items()}
NAME = re.compile(r"[^\d०-९|:;()\[\]]{3,80}")


@dataclass(frozen=True)
class TablePerson:
    """A person's name in a table, and what the other cells of the row say."""

    mention: NameMention
    circumstances: Mapping[str, Circumstance] = field(default_factory=dict)


@dataclass(frozen=True)
class LineCell:
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def people_in_tables(text: str) -> list[TablePerson]:
    """The people in tables whose heads name a column of names and one of their circumstances."""
    people: list[TablePerson] = []
    columns: dict[int, str] = {}
    for cells in _rows(text):
        if len(cells) < MIN_COLUMNS:
            columns = {}
            continue
        if heads := _heads(cells):
            columns = heads
        elif columns and (person := _person(cells, columns)):
            people.append(person)
    return people


def _rows(text: str) -> Iterator[list[LineCell]]:
    at = 0
    for line in text.split("\n"):
        if set(line.strip()) <= set("|-: ") and line.strip():
            at += len(line) + 1
            continue
        yield _cells(line, at)
        at += len(line) + 1


def _cells(line: str, at: int) -> list[LineCell]:
    """The cells of a row, between tabs or Markdown's bars."""
    mark = "\t" if "\t" in line else "|"
    body = line.strip(" |") if mark == "|" else line
    position = at + (line.index(body) if body else 0)
    cells = []
    for part in body.split(mark):
        indent = len(part) - len(part.lstrip())
        cells.append(LineCell(position + indent, part.strip()))
        position += len(part) + 1
    return cells


def _heads(cells: Sequence[LineCell]) -> dict[int, str]:
    """What each column holds; empty unless one holds names."""
    heads: dict[int, str] = {}
    for place, cell in enumerate(cells):
        words = cell.text.strip(" *:.")
        key = next((key for key, pattern in HEADS.items() if pattern.fullmatch(words)), None)
        if key and key not in heads.values():
            heads[place] = key
    return heads if "name" in heads.values() and len(heads) > 1 else {}


def _person(cells: Sequence[LineCell], columns: Mapping[int, str]) -> TablePerson | None:
    stated = {columns[at]: cell for at, cell in enumerate(cells) if at in columns and cell.text}
    name = stated.pop("name", None)
    if name is None or not NAME.fullmatch(name.text) or len(name.text.split()) > MAX_NAME_WORDS:
        return None
    if len(name.text.split()) < 2:
        return None
    mention = NameMention(
        name.start, name.end, MentionKind.PERSON, name.text, SURE, "named in a table"
    )
    circumstances = {
        each.key: each for key, cell in stated.items() for each in _circumstances(key, cell)
    }
    return TablePerson(mention, circumstances)


def _circumstances(key: str, cell: LineCell) -> Iterator[Circumstance]:
    if not any(char.isalnum() for char in cell.text):
        return
    if key == "position":
        first = re.split(r"\s*,\s*", cell.text)[0]
        yield Circumstance("position", first, cell.start, cell.start + len(first))
        rest = cell.text[len(first) :].strip(" ,")
        if rest:
            yield Circumstance("employer", rest, cell.end - len(rest), cell.end)
        return
    yield Circumstance(key, cell.text, cell.start, cell.end)
    if key == "address":
        yield from _district(cell)


def _district(cell: LineCell) -> Iterator[Circumstance]:
    for part in re.finditer(r"[^,;]+", cell.text):
        words = re.sub(r"\s*(?:जिल्ला|[Dd]istrict)\s*$", "", part[0].strip())
        if district_of(words):
            start = cell.start + cell.text.index(words)
            yield Circumstance("district", words, start, start + len(words))
            return


SUB_TYPES = (
    (r"उपमहानगरपालिका|sub-?\s?metropolitan", EntitySubType.SUB_METROPOLITAN_CITY),
    (r"महानगरपालिका|metropolitan city", EntitySubType.METROPOLITAN_CITY),
    (r"गाउँपालिका|rural municipality", EntitySubType.RURAL_MUNICIPALITY),
    (r"नगरपालिका|municipality", EntitySubType.MUNICIPALITY),
    (r"जिल्ला|district", EntitySubType.DISTRICT),
    (r"प्रदेश|province", EntitySubType.PROVINCE),
    (r"बैंक|bank|finance|वित्त", EntitySubType.FINANCIAL_INSTITUTION),
    (r"अस्पताल|hospital", EntitySubType.HOSPITAL),
    (r"पार्टी|कांग्रेस|party|congress", EntitySubType.POLITICAL_PARTY),
    (
        r"मन्त्रालय|कार्यालय|विभाग|आयोग|अदालत|ministry|department|commission|office|court",
        EntitySubType.GOVERNMENT_BODY,
    ),
)


def read_entities(
    text: str, mentions: Sequence[NameMention], about: Sequence[str] = ()
) -> list[EntityReading]:
    """One entity for each name; with `about`, only those that bear one of these names.

    `text` has its wrapped lines joined, and `mentions` are what a tagger found in it.
    """
    tables = {person.mention.start: person for person in people_in_tables(text)}
    entities = _entities_by_name(text, _with_tables(read_names(text, mentions), tables), tables)
    return [entity for entity in entities if not about or _is_about(entity, about)]


def _with_tables(
    mentions: Sequence[NameMention], tables: Mapping[int, TablePerson]
) -> list[NameMention]:
    """The mentions, with those of tables in place of what was read of them."""
    stated = [person.mention for person in tables.values()]
    free = [
        each
        for each in mentions
        if not any(each.start < other.end and other.start < each.end for other in stated)
    ]
    return sorted([*free, *stated], key=lambda each: each.start)


def _entities_by_name(
    text: str, mentions: Sequence[NameMention], tables: Mapping[int, TablePerson]
) -> list[EntityReading]:
    """An entity for each name and kind; namesakes whose circumstances conflict are two."""
    by_name: dict[tuple[str, str], list[EntityReading]] = {}
    for at, mention in enumerate(mentions):
        person = tables.get(mention.start)
        circumstances = {
            **read_circumstances(text, at, mentions),
            **(person.circumstances if person else {}),
        }
        attributes = {key: each.value for key, each in circumstances.items()}
        namesakes = by_name.setdefault((mention.kind.value, name_key(mention.text)), [])
        entity = next(
            (each for each in reversed(namesakes) if not conflict(each.attributes, attributes)),
            None,
        )
        if entity is None:
            name = " ".join(mention.text.split())
            entity = _entity(name, EntityType(mention.kind.value), mention.confidence)
            namesakes.append(entity)
        entity.spans.append((mention.start, mention.end))
        entity.confidence = max(entity.confidence, round(mention.confidence, 3))
        for key, each in circumstances.items():
            if key not in entity.attributes:
                entity.attributes[key] = each.value
                entity.evidence[key] = (each.start, each.end)
    return [entity for namesakes in by_name.values() for entity in namesakes]


def _entity(name: str, entity_type: EntityType, confidence: float) -> EntityReading:
    return EntityReading(
        type=entity_type,
        sub_type=_sub_type(name, entity_type),
        names=[NameReading(text=name, language=language_by_script(name))],
        quotes=[name],
        confidence=round(confidence, 3),
    )


def _sub_type(name: str, entity_type: EntityType) -> EntitySubType | None:
    for pattern, sub_type in SUB_TYPES:
        if re.search(pattern, name, re.IGNORECASE):
            return sub_type if sub_type.entity_type is entity_type else None
    return None


def _is_about(entity: EntityReading, about: Sequence[str]) -> bool:
    wanted = {name_key(name) for name in about}
    return any(name_key(name.text) in wanted for name in entity.names)
