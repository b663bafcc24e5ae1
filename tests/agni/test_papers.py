"""Papers of many kinds, in both languages, read without a model: who is named, and what is said.

`papers/expectations.jsonl` says for each paper which entities a careful reader would list, with
their circumstances, what must not be listed, and its metadata.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pramana.agni.contracts import ExtractedEntity
from pramana.agni.domain.coreference import join_references
from pramana.agni.domain.grounding import PagedText, first_date, ground_entities
from pramana.agni.domain.names import name_key
from pramana.agni.domain.offline_entities import read_entities
from pramana.agni.domain.offline_metadata import read_metadata
from pramana.agni.domain.text_lines import join_wrapped_lines
from pramana.kit.evidence import nfc
from pramana.language.tagging import tag

FOLDER = Path(__file__).parent / "papers"
CASES = [json.loads(line) for line in (FOLDER / "expectations.jsonl").open(encoding="utf-8")]
IDS = [case["document"] for case in CASES]


@cache
def entities_of(document: str) -> list[ExtractedEntity]:
    text = nfc((FOLDER / document).read_text("utf-8"))
    joined = join_wrapped_lines(text)
    readings = read_entities(joined, tag(joined))
    return join_references(ground_entities(readings, PagedText(text), engine="offline"), text)


def spellings(entity: ExtractedEntity) -> set[str]:
    return {name_key(str(name["text"])) for name in entity.names}


def owners(case: dict[str, Any]) -> list[tuple[dict[str, Any], ExtractedEntity | None]]:
    """Each expected entity with the one that was read for it; one is never given twice."""
    left = list(entities_of(case["document"]))
    pairs = []
    for want in sorted(case["entities"], key=lambda each: -max(map(len, each["names"]))):
        wanted = set(map(name_key, want["names"]))
        found = next((each for each in left if spellings(each) & wanted), None)
        if found:
            left.remove(found)
        pairs.append((want, found))
    return pairs


def test_nearly_every_entity_is_read_once_and_of_its_type():
    wrong, total = [], 0
    for case in CASES:
        for want, found in owners(case):
            if found is None and want.get("optional"):
                continue
            total += 1
            if found is None or found.entity_type.value.lower() != want["type"]:
                wrong.append((case["document"], want["names"]))
    assert len(wrong) <= 0.05 * total, wrong


def test_hardly_anything_else_is_proposed():
    strangers, total = [], 0
    for case in CASES:
        known = [found for _, found in owners(case)]
        everything = entities_of(case["document"])
        total += len(everything)
        strangers += [(case["document"], each.name) for each in everything if each not in known]
    assert len(strangers) <= 0.05 * total, strangers


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_no_heading_label_or_amount_is_an_entity(case: dict[str, Any]):
    read = {name for each in entities_of(case["document"]) for name in spellings(each)}

    assert not read & set(map(name_key, case["not"]))


def test_nearly_every_circumstance_is_read_with_its_words():
    wrong, total = [], 0
    for case in CASES:
        for want, found in owners(case):
            for key, patterns in want["data"].items():
                total += 1
                value = str(found.entity_data.get(key, "")) if found else ""
                if not any(re.search(pattern, value, re.IGNORECASE) for pattern in patterns):
                    wrong.append((case["document"], want["names"], key, value))
                elif found:
                    assert found.evidence[key].quote
    assert len(wrong) <= 0.08 * total, wrong


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_metadata_is_read_in_both_languages_and_calendars(case: dict[str, Any]):
    text = nfc((FOLDER / case["document"]).read_text("utf-8"))
    read = read_metadata(text)
    values = {
        "title": read.title.value if read.title else "",
        "author": read.author.value if read.author else "",
        "document_type": read.document_type.value,
        "publication_date": str(first_date(read.date.quote or "")) if read.date else "",
    }

    for key, patterns in case["metadata"].items():
        said = values[key]
        assert any(re.search(each, said, re.IGNORECASE) for each in patterns), (key, said)
