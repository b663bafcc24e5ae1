"""What two records of the same thing know together, and how that is taken apart again."""

from collections.abc import Mapping
from typing import Any

LISTS = ("names", "misspelled_names", "identifiers", "attributions", "contacts", "tags", "pictures")
TEXTS = ("short_description", "description")


def merge_data(kept: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The kept record's data with what only the other one knows; where both speak, it stays.

    >>> merge_data({"names": [], "tags": ["a"]}, {"names": [], "tags": ["b"]})["tags"]
    ['a', 'b']
    """
    merged = dict(kept)
    for name in LISTS:
        known = list(kept.get(name, []))
        merged[name] = known + [each for each in _own(name, other) if not _is_known(each, known)]
    merged["attributes"] = {**other.get("attributes", {}), **kept.get("attributes", {})}
    for name in TEXTS:
        texts = {**other.get(name, {}), **kept.get(name, {})}
        if texts:
            merged[name] = texts
    return merged


def _own(name: str, other: Mapping[str, Any]) -> list[Any]:
    """The other record's items. Its main names are aliases of the kept record."""
    items = list(other.get(name, []))
    if name != "names":
        return items
    return [{**each, "kind": "ALIAS"} if each["kind"] == "PRIMARY" else each for each in items]


def _is_known(item: Any, known: list[Any]) -> bool:
    """Whether an item is there already; of names only the spellings count."""
    spellings = _spellings(item)
    if not spellings:
        return item in known
    return spellings <= {spelling for each in known for spelling in _spellings(each)}


def _spellings(item: Any) -> set[str]:
    if not isinstance(item, Mapping) or "kind" not in item:
        return set()
    return {item[language]["full"] for language in ("en", "ne") if item.get(language)}


def take_apart(
    current: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    """The current data without what a merge added; later changes of the record stay.

    `before` and `after` are the record's data on both sides of the merge.
    """
    result = dict(current)
    for name in LISTS:
        added = [each for each in after.get(name, []) if each not in before.get(name, [])]
        result[name] = [each for each in current.get(name, []) if each not in added]
    for name in ("attributes", *TEXTS):
        own = before.get(name, {})
        added_values = {k: v for k, v in after.get(name, {}).items() if k not in own}
        left = {
            key: value
            for key, value in current.get(name, {}).items()
            if not (key in added_values and added_values[key] == value)
        }
        if left or name == "attributes":
            result[name] = left
        else:
            result.pop(name, None)
    return result
