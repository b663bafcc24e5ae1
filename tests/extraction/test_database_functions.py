"""The two SQL functions by themselves: what jsonb_set and #- leave open is decided here."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from pramana.extraction.selectors.extractions import get_extraction
from pramana.kit.scope import Scope
from tests.extraction.samples import extracted


def update(scope: Scope, extraction_id: UUID, path: list[str], value: Any, user=None) -> int:
    return call(
        "SELECT update_extraction_field(%s, %s, %s, %s, %s, %s)",
        [scope.tenant_id, extraction_id, user or scope.actor_id, path, json.dumps(value), 0.5],
    )


def remove(scope: Scope, extraction_id: UUID, path: list[str]) -> int:
    return call(
        "SELECT remove_extraction_field(%s, %s, %s, %s)",
        [scope.tenant_id, extraction_id, scope.actor_id, path],
    )


def call(statement: str, values: list[Any]) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.fetchone()[0])


def test_missing_objects_on_the_way_are_made_in_fields_and_confidences(scope: Scope) -> None:
    extraction_id = extracted(scope)

    assert update(scope, extraction_id, ["vendor", "address", "city"], "Banepa") == 1

    found = get_extraction(scope, extraction_id)
    assert found.extracted_fields["vendor"]["address"] == {"city": "Banepa"}
    assert found.extracted_fields["vendor"]["name"] == "Himal Traders Pvt. Ltd."
    assert found.confidence_scores["vendor"] == {"name": 0.9, "address": {"city": 0.5}}


def test_confidence_follows_the_shape_of_a_whole_value(scope: Scope) -> None:
    extraction_id = extracted(scope)

    update(scope, extraction_id, ["vendor"], {"name": "X", "phones": ["1", "2"], "fax": None})

    scores = get_extraction(scope, extraction_id).confidence_scores["vendor"]
    assert scores == {"name": 0.5, "phones": [0.5, 0.5], "fax": 0}


@pytest.mark.parametrize(
    "path",
    [["items", "2", "price"], ["items", "2"], ["items", "name"], ["total", "gross"]],
    ids=["past the end", "just past the end", "a key in a list", "a part of a number"],
)
def test_a_path_that_leads_nowhere_is_an_error(scope: Scope, path: list[str]) -> None:
    extraction_id = extracted(scope)

    with pytest.raises(DatabaseError):
        update(scope, extraction_id, path, 1)


def test_removing_takes_an_item_out_of_every_tree(scope: Scope) -> None:
    extraction_id = extracted(scope)

    assert remove(scope, extraction_id, ["items", "0"]) == 1

    found = get_extraction(scope, extraction_id)
    assert [item["name"] for item in found.extracted_fields["items"]] == ["Steel rods"]
    assert len(found.confidence_scores["items"]) == len(found.evidence["items"]) == 1


def test_what_is_not_there_or_not_theirs_touches_no_row(scope: Scope, other_scope: Scope) -> None:
    extraction_id = extracted(scope)

    assert remove(scope, extraction_id, ["nothing"]) == 0
    assert update(other_scope, extraction_id, ["total"], 1) == 0
    assert update(scope, extraction_id, ["total"], 1, user=other_scope.actor_id) == 0
    assert get_extraction(scope, extraction_id).extracted_fields["total"] == 11300
