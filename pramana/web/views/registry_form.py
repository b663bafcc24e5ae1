"""What the form of a record shows, and what someone wrote into it."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from pramana.kit.texts import storable
from pramana.registry.contracts import RecordData
from pramana.registry.domain.differences import shown
from pramana.registry.domain.reading import dumped

LANGUAGES = ("en", "ne")
TEXTS = ("short_description", "description")
Rows = list[dict[str, str]]


def form_of(data: RecordData) -> dict[str, Any]:
    """A record's values as the form's fields."""
    stored = dumped(data)
    return {
        "names": _name_rows(stored["names"]),
        "misspelled": _name_rows(stored.get("misspelled_names", [])),
        "identifiers": [
            {"scheme": each["scheme"], "value": each["value"]} for each in stored["identifiers"]
        ],
        "attributes": [
            {"name": name, "value": _written(value)} for name, value in stored["attributes"].items()
        ],
        "contacts": stored["contacts"],
        "tags": ", ".join(stored["tags"]),
        **{
            f"{field}_{language}": stored.get(field, {}).get(language, {}).get("value", "")
            for field in TEXTS
            for language in LANGUAGES
        },
    }


def sent_form(sent: QueryDict) -> dict[str, Any]:
    """The same fields as someone sent them, so that a refused form is shown as it was filled."""
    return {
        "names": _sent_rows(sent, "name", ("kind", "en", "ne")),
        "misspelled": _sent_rows(sent, "misspelled", ("en", "ne")),
        "identifiers": _sent_rows(sent, "identifier", ("scheme", "value")),
        "attributes": _sent_rows(sent, "attribute", ("name", "value")),
        "contacts": _sent_rows(sent, "contact", ("type", "value")),
        "tags": _clean(sent.get("tags", "")),
        **{
            f"{field}_{language}": _clean(sent.get(f"{field}_{language}", ""))
            for field in TEXTS
            for language in LANGUAGES
        },
    }


def data_from(form: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The record that the form's fields say; what the form does not show stays as it was."""
    said = {
        **before,
        "names": _names(form["names"], before.get("names", [])),
        "misspelled_names": _names(form["misspelled"], before.get("misspelled_names", [])),
        "identifiers": _identifiers(form["identifiers"], before.get("identifiers", [])),
        "attributes": _attributes(form["attributes"], before.get("attributes", {})),
        "contacts": form["contacts"],
        "tags": [tag for each in form["tags"].split(",") if (tag := each.strip())],
    }
    for field in TEXTS:
        said[field] = _text(form, field, before.get(field, {}))
    return {name: value for name, value in said.items() if value != {} or name == "attributes"}


def _name_rows(names: list[dict[str, Any]]) -> Rows:
    return [
        {
            "kind": each["kind"],
            **{language: each.get(language, {}).get("full", "") for language in LANGUAGES},
        }
        for each in names
    ]


def _sent_rows(sent: QueryDict, prefix: str, fields: tuple[str, ...]) -> Rows:
    """Rows of which something was filled in; a kind alone is nothing."""
    columns = [[_clean(text) for text in sent.getlist(f"{prefix}_{name}")] for name in fields]
    rows = [dict(zip(fields, cells, strict=True)) for cells in zip(*columns, strict=False)]
    return [row for row in rows if any(text for name, text in row.items() if name != "kind")]


def _names(rows: Rows, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Names with their parts where the whole is unchanged; parts of another name mean nothing."""
    known = {
        parts["full"]: parts
        for name in before
        for parts in (name.get("en"), name.get("ne"))
        if parts
    }
    return [
        {
            "kind": row.get("kind") or "ALIAS",
            **{
                language: known.get(row[language], {"full": row[language]})
                for language in LANGUAGES
                if row.get(language)
            },
        }
        for row in rows
    ]


def _identifiers(rows: Rows, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    known = {(each["scheme"], each["value"]): each for each in before}
    return [dict(known.get((row["scheme"], row["value"]), row)) for row in rows]


def _attributes(rows: Rows, before: Mapping[str, Any]) -> dict[str, Any]:
    """Values as they were where nobody touched them, so that a number stays one."""
    return {row["name"]: _read(row["value"], before.get(row["name"])) for row in rows}


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else shown(value)


def _read(text: str, before: Any) -> Any:
    if before is not None and text == _written(before):
        return before
    if text.startswith(("{", "[")):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _text(form: Mapping[str, Any], field: str, before: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for language in LANGUAGES:
        value, known = form[f"{field}_{language}"], before.get(language, {})
        if value:
            same = known.get("value") == value
            found[language] = known if same else {"value": value, "provenance": "human"}
    return found


def _clean(text: str) -> str:
    return storable(text).strip()
