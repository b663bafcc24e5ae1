"""Compares the attributes of an entity with those of a record.

Only attributes that both have are compared: a missing one neither raises nor lowers the score.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pramana.language.names import SAME_NAME, NamedEntityType, normalise, score


@dataclass(frozen=True)
class AttributeComparison:
    """The result for one attribute that both have, with a sentence for people."""

    attribute: str
    agrees: bool
    sentence: str
    factor: float = 1.0
    """What the score is multiplied by if the attribute differs."""


@dataclass(frozen=True)
class Attribute:
    """An attribute: its name, its keys, how values are compared, and what a difference costs."""

    label: str
    kind: NamedEntityType | None
    """What the values are names of; None if they are compared literally."""

    keys: frozenset[str]
    factor: float


ATTRIBUTES = (
    Attribute(
        "father's name",
        NamedEntityType.PERSON,
        frozenset(("father", "father_name", "fathers_name", "father's name", "बुबा", "बाबुको नाम")),
        0.7,
    ),
    Attribute(
        "mother's name",
        NamedEntityType.PERSON,
        frozenset(("mother", "mother_name", "mothers_name", "mother's name", "आमा", "आमाको नाम")),
        0.7,
    ),
    Attribute(
        "spouse's name",
        NamedEntityType.PERSON,
        frozenset(("spouse", "spouse_name", "husband", "wife", "spouses_name")),
        0.85,
    ),
    Attribute(
        "district",
        NamedEntityType.LOCATION,
        frozenset(("district", "home_district", "जिल्ला", "citizenship_district")),
        0.88,
    ),
    Attribute(
        "party",
        NamedEntityType.ORGANIZATION,
        frozenset(("party", "political_party", "party_name", "दल", "पार्टी")),
        0.93,
    ),
    Attribute(
        "position",
        NamedEntityType.ORGANIZATION,
        frozenset(("position", "designation", "post", "role", "पद")),
        0.99,
    ),
    Attribute(
        "date of birth",
        None,
        frozenset(("date_of_birth", "birth_date", "dob", "born", "जन्म मिति")),
        0.6,
    ),
    Attribute("gender", None, frozenset(("gender", "sex", "लिङ्ग")), 0.6),
)
"""A difference costs most where it cannot change: a father more than a party or a post."""

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
    ours, theirs = _values(entity, attribute.keys), _values(record, attribute.keys)
    if not (ours and theirs):
        return None
    pairs = [(one, other) for one in ours for other in theirs]
    same = next((pair for pair in pairs if _same(*pair, attribute.kind)), None)
    values = " / ".join(dict.fromkeys(same or pairs[0]))
    result = "agrees" if same else "differs"
    return AttributeComparison(
        attribute.label, same is not None, f"{attribute.label} {result}: {values}", attribute.factor
    )


def _same(one: str, other: str, kind: NamedEntityType | None) -> bool:
    if normalise(one) == normalise(other):
        return True
    return kind is not None and score(one, other, kind).value >= SAME_NAME


def _values(attributes: Mapping[str, Any], keys: frozenset[str]) -> list[str]:
    values = [value for key, value in attributes.items() if normalise_key(key) in keys]
    return [text for value in values for text in _texts(value)]


def normalise_key(key: str) -> str:
    return key.strip().casefold().replace(" ", "_") if key.isascii() else key.strip()


def _texts(value: Any) -> Iterator[str]:
    """The texts of a value, whether plain, one per language, or a list."""
    if isinstance(value, str | int | float):
        yield from (text for text in (str(value).strip(),) if text)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


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


def _schemes(attributes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in IDENTIFIERS & attributes.keys():
        value = attributes[key]
        if isinstance(value, Mapping):
            yield from ((normalise(str(k)), normalise(str(v))) for k, v in value.items())
        elif isinstance(value, list | tuple):
            for each in value:
                if isinstance(each, Mapping) and each.get("scheme") and each.get("value"):
                    yield normalise(str(each["scheme"])), normalise(str(each["value"]))
