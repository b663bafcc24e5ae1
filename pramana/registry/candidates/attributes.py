"""Compares the attributes of an entity with those of a record, by what they mean.

Engineer is इन्जिनियर, a district lies in its province, and an office within its body. Only
attributes that both have are compared: a missing one neither raises nor lowers the score.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pramana.language.names import SAME_NAME, NamedEntityType, normalise, score
from pramana.language.places import same_area
from pramana.language.positions import is_past_position, position_meanings, same_position
from pramana.language.scripts import contains_devanagari


@dataclass(frozen=True)
class AttributeComparison:
    """The result for one attribute that both have, with a sentence for people."""

    attribute: str
    agrees: bool | None
    """None where both may be true, at different times."""
    sentence: str
    factor: float = 1.0
    """What the score is multiplied by if the attribute differs."""


Comparer = Callable[[str, str], bool | None]
"""Whether two values mean the same; None where they cannot be compared."""


@dataclass(frozen=True)
class Attribute:
    """An attribute: its name, its keys, how values are compared, and what a difference costs."""

    label: str
    compare: Comparer
    keys: frozenset[str]
    factor: float


def same_words(one: str, other: str) -> bool:
    return normalise(one) == normalise(other)


def same_person(one: str, other: str) -> bool:
    return same_words(one, other) or score(one, other, NamedEntityType.PERSON).value >= SAME_NAME


def same_body(one: str, other: str) -> bool | None:
    """Whether two names of offices or parties mean the same, or one lies within the other.

    Initials are compared with initials only, and a translation that we do not know is no
    difference.

    >>> same_body("Land Office, Ilam", "Land Office"), same_body("NEA", "Nepal Rastra Bank")
    (True, None)
    """
    if same_words(one, other) or _is_initials(one, other) or _is_initials(other, one):
        return True
    if one.isupper() != other.isupper():
        return None
    different = None if contains_devanagari(one) != contains_devanagari(other) else False
    kinds = (NamedEntityType.ORGANIZATION, NamedEntityType.LOCATION)
    if any(score(one, other, kind).value >= SAME_NAME for kind in kinds):
        return True
    parts = [[part.strip() for part in name.split(",") if part.strip()] for name in (one, other)]
    within = any(
        score(first, second, NamedEntityType.ORGANIZATION).value >= SAME_NAME
        for first in parts[0]
        for second in parts[1]
    )
    return within or different


def _is_initials(short: str, name: str) -> bool:
    words = [word for word in name.split() if word[:1].isupper()]
    return len(words) > 1 and short.isupper() and short == "".join(word[0] for word in words)


def same_office(one: str, other: str) -> bool | None:
    """Whether two texts name the same position; a former one is no sign of another person."""
    same = same_position(one, other)
    if same is False and (is_past_position(one) or is_past_position(other)):
        return None
    if same is None:
        return same_words(one, other) or None
    return same


def same_district(one: str, other: str) -> bool | None:
    """Whether two texts name the same district; a province agrees with a district in it.

    >>> same_district("Jiri, Dolakha", "दोलखा"), same_district("Dolakha", "Morang")
    (True, False)
    """
    parts = [[part.strip() for part in text.split(",")] for text in (one, other)]
    compared = [same_area(first, second) for first in parts[0] for second in parts[1]]
    known = [each for each in compared if each is not None]
    if known:
        return any(known)
    return same_words(one, other) or score(one, other, NamedEntityType.LOCATION).value >= SAME_NAME


ATTRIBUTES = (
    Attribute(
        "father's name",
        same_person,
        frozenset(("father", "father_name", "fathers_name", "father's name", "बुबा", "बाबुको नाम")),
        0.7,
    ),
    Attribute(
        "mother's name",
        same_person,
        frozenset(("mother", "mother_name", "mothers_name", "mother's name", "आमा", "आमाको नाम")),
        0.7,
    ),
    Attribute(
        "grandfather's name",
        same_person,
        frozenset(("grandfather", "grandfather_name", "grandfathers_name", "बाजे", "हजुरबुबा")),
        0.7,
    ),
    Attribute(
        "spouse's name",
        same_person,
        frozenset(("spouse", "spouse_name", "husband", "wife", "spouses_name")),
        0.85,
    ),
    Attribute(
        "district",
        same_district,
        frozenset(("district", "home_district", "जिल्ला", "citizenship_district")),
        0.88,
    ),
    Attribute(
        "party",
        same_body,
        frozenset(("party", "political_party", "party_name", "दल", "पार्टी")),
        0.93,
    ),
    Attribute(
        "position",
        same_office,
        frozenset(("position", "designation", "post", "role", "पद")),
        0.97,
    ),
    Attribute(
        "office",
        same_body,
        frozenset(("organization", "organisation", "employer", "office", "company", "कार्यालय")),
        0.97,
    ),
    Attribute(
        "date of birth",
        same_words,
        frozenset(("date_of_birth", "birth_date", "dob", "born", "जन्म मिति")),
        0.6,
    ),
    Attribute("gender", same_words, frozenset(("gender", "sex", "लिङ्ग")), 0.6),
)
"""A difference costs most where it cannot change: a father more than a party or a post."""

POSITION_KEYS = next(each.keys for each in ATTRIBUTES if each.label == "position")
OFFICE_KEYS = next(each.keys for each in ATTRIBUTES if each.label == "office")

OTHER_IDENTIFIER_FACTOR = 0.6
IDENTIFIERS = frozenset(("identifiers", "identifier"))


def compare_attributes(
    entity: Mapping[str, Any], record: Mapping[str, Any]
) -> list[AttributeComparison]:
    """Every attribute that both have, in a fixed order, identifiers first."""
    compared = [_compare_identifiers(entity, record)]
    compared += [_compare(attribute, entity, record) for attribute in ATTRIBUTES]
    return [each for each in compared if each is not None]


def _compare(
    attribute: Attribute, entity: Mapping[str, Any], record: Mapping[str, Any]
) -> AttributeComparison | None:
    ours, theirs = (_stated(attribute, each) for each in (entity, record))
    compared = {(one, other): attribute.compare(one, other) for one in ours for other in theirs}
    known = {pair: same for pair, same in compared.items() if same is not None}
    if not known:
        return None
    same = next((pair for pair, agrees in known.items() if agrees), None)
    values = " / ".join(dict.fromkeys(same or next(iter(known))))
    result = "agrees" if same else "differs"
    return AttributeComparison(
        attribute.label, same is not None, f"{attribute.label} {result}: {values}", attribute.factor
    )


def _stated(attribute: Attribute, attributes: Mapping[str, Any]) -> list[str]:
    """The values of an attribute. A position may name its office too: Mayor, Jiri Municipality."""
    values = attribute_texts(attributes, attribute.keys)
    if attribute.label == "office":
        positions = attribute_texts(attributes, POSITION_KEYS)
        values += [body for text in positions for body in body_in_position(text)]
    return values


def body_in_position(text: str) -> list[str]:
    """
    >>> body_in_position("Mayor, Jiri Municipality"), body_in_position("Member, Secretary")
    (['Jiri Municipality'], [])
    """
    rest = text.partition(",")[2].strip()
    return [rest] if rest and not position_meanings(rest) else []


def attribute_texts(attributes: Mapping[str, Any], keys: frozenset[str]) -> list[str]:
    """The texts of the attributes with one of these keys."""
    values = [value for key, value in attributes.items() if normalise_key(key) in keys]
    return [text for value in values for text in value_texts(value)]


def normalise_key(key: str) -> str:
    return key.strip().casefold().replace(" ", "_") if key.isascii() else key.strip()


def value_texts(value: Any) -> Iterator[str]:
    """The texts of a value, whether plain, dated, one per language, or a list."""
    if isinstance(value, str | int | float):
        yield from (text for text in (str(value).strip(),) if text)
    elif isinstance(value, Mapping) and "value" in value:
        yield from value_texts(value["value"])
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from value_texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from value_texts(each)


def _compare_identifiers(
    entity: Mapping[str, Any], record: Mapping[str, Any]
) -> AttributeComparison | None:
    """The same number under the same scheme is decisive; a different one lowers the score."""
    ours, theirs = dict(_schemes(entity)), dict(_schemes(record))
    shared = sorted(ours.keys() & theirs.keys())
    if not shared:
        return None
    same = next((scheme for scheme in shared if ours[scheme] == theirs[scheme]), None)
    if same is not None:
        sentence = f"identifier agrees: {same} {ours[same]}"
        return AttributeComparison("identifier", True, sentence)
    scheme = shared[0]
    sentence = f"identifier differs: {scheme} {ours[scheme]} / {theirs[scheme]}"
    return AttributeComparison("identifier", False, sentence, OTHER_IDENTIFIER_FACTOR)


NUMBERS = ("citizenship_number", "registration_number", "passport_number", "licence_number", "pan")
"""Attributes that are identifiers too; the scheme is the first word."""


def _schemes(attributes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in NUMBERS:
        if isinstance(attributes.get(key), str):
            yield key.partition("_")[0], normalise(attributes[key])
    for key in IDENTIFIERS & attributes.keys():
        value = attributes[key]
        if isinstance(value, Mapping):
            yield from ((normalise(str(k)), normalise(str(v))) for k, v in value.items())
        elif isinstance(value, list | tuple):
            for each in value:
                if isinstance(each, Mapping) and each.get("scheme") and each.get("value"):
                    yield normalise(str(each["scheme"])), normalise(str(each["value"]))
