"""What two descriptions say beside the name, compared point by point.

Only what both say is compared: silence neither raises nor lowers anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pramana.language.names import SAME, NameKind, normalise, score


@dataclass(frozen=True)
class Compared:
    """One attribute that both have, and the sentence that says how it came out."""

    attribute: str
    agrees: bool
    sentence: str
    factor: float = 1.0
    """What is left of the score when it does not agree."""


@dataclass(frozen=True)
class Attribute:
    """What an attribute is called, how its values are compared, and what a difference means."""

    called: str
    kind: NameKind | None
    """What the values are names of; None where they are the same or not."""

    keys: frozenset[str]
    factor: float


ATTRIBUTES = (
    Attribute(
        "father's name",
        NameKind.PERSON,
        frozenset(("father", "father_name", "fathers_name", "father's name", "बुबा", "बाबुको नाम")),
        0.7,
    ),
    Attribute(
        "mother's name",
        NameKind.PERSON,
        frozenset(("mother", "mother_name", "mothers_name", "mother's name", "आमा", "आमाको नाम")),
        0.7,
    ),
    Attribute(
        "spouse's name",
        NameKind.PERSON,
        frozenset(("spouse", "spouse_name", "husband", "wife", "spouses_name")),
        0.85,
    ),
    Attribute(
        "district",
        NameKind.LOCATION,
        frozenset(("district", "home_district", "जिल्ला", "citizenship_district")),
        0.88,
    ),
    Attribute(
        "party",
        NameKind.ORGANIZATION,
        frozenset(("party", "political_party", "party_name", "दल", "पार्टी")),
        0.93,
    ),
    Attribute(
        "position",
        NameKind.ORGANIZATION,
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
"""People change posts and sometimes parties, never fathers."""

OTHER_IDENTIFIER = 0.6
IDENTIFIERS = frozenset(("identifiers", "identifier"))


def compare_attributes(asked: Mapping[str, Any], known: Mapping[str, Any]) -> list[Compared]:
    """Everything both say, in a fixed order, identifiers first."""
    compared = [_identifiers(asked, known)]
    compared += [_compared(attribute, asked, known) for attribute in ATTRIBUTES]
    return [each for each in compared if each is not None]


def _compared(
    attribute: Attribute, asked: Mapping[str, Any], known: Mapping[str, Any]
) -> Compared | None:
    ours, theirs = _values(asked, attribute.keys), _values(known, attribute.keys)
    if not (ours and theirs):
        return None
    pairs = [(one, other) for one in ours for other in theirs]
    same = next((pair for pair in pairs if _same(*pair, attribute.kind)), None)
    shown = " / ".join(dict.fromkeys(same or pairs[0]))
    said = "agrees" if same else "differs"
    return Compared(
        attribute.called, same is not None, f"{attribute.called} {said}: {shown}", attribute.factor
    )


def _same(one: str, other: str, kind: NameKind | None) -> bool:
    if normalise(one) == normalise(other):
        return True
    return kind is not None and score(one, other, kind).value >= SAME


def _values(said: Mapping[str, Any], keys: frozenset[str]) -> list[str]:
    found = [value for key, value in said.items() if normalise_key(key) in keys]
    return [text for value in found for text in _texts(value)]


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


def _identifiers(asked: Mapping[str, Any], known: Mapping[str, Any]) -> Compared | None:
    """The same number under the same scheme settles it; another one speaks against it."""
    ours, theirs = dict(_schemes(asked)), dict(_schemes(known))
    shared = sorted(ours.keys() & theirs.keys())
    if not shared:
        return None
    same = next((scheme for scheme in shared if ours[scheme] == theirs[scheme]), None)
    if same is not None:
        sentence = f"identifier agrees: {same} {ours[same]}"
        return Compared("identifier", True, sentence)
    scheme = shared[0]
    sentence = f"identifier differs: {scheme} {ours[scheme]} / {theirs[scheme]}"
    return Compared("identifier", False, sentence, OTHER_IDENTIFIER)


def _schemes(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in IDENTIFIERS & said.keys():
        value = said[key]
        if isinstance(value, Mapping):
            yield from ((normalise(str(k)), normalise(str(v))) for k, v in value.items())
        elif isinstance(value, list | tuple):
            for each in value:
                if isinstance(each, Mapping) and each.get("scheme") and each.get("value"):
                    yield normalise(str(each["scheme"])), normalise(str(each["value"]))
