"""Dates are answered and shown as the sender stated them: their day, calendar and exactness."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.mcp.tools.memory import recall
from pramana.memory.contracts.graph import CalendarSystem, Grain, stated_date
from pramana.memory.models import FactRow
from pramana.memory.selectors.evidence import evidence_of
from pramana.tenancy.contracts import Principal, Role
from tests.web.test_access import signed_in

SHOWN = re.compile(r"<time [^>]*>([^<]*)</time>")
EARLY = "2024-06-01T01:00:00+05:45"
"""Still the day before in UTC."""


@pytest.fixture
def stated(admin: Client, scope: Scope) -> dict[str, dict[str, Any]]:
    """Facts of messages that were read offline, by relation, as the API answers them."""
    said = (
        "Sita Rai has worked at Himal Tea since May 2024.",
        "राम थापा २०८१ वैशाख १ गतेदेखि काठमाडौंमा बस्छन्।",
        "Hari Lama likes tea.",
    )
    messages = [{"content": each, "role_type": "user", "timestamp": EARLY} for each in said]
    body = json.dumps({"group_id": "g", "messages": messages})
    admin.post("/messages", body, content_type="application/json")
    drain_jobs()
    found = {}
    for row in FactRow.objects.in_scope(scope):
        found[row.relation] = admin.get(f"/entity-edge/{row.pk}").json()
    return found


def test_the_api_answers_the_senders_day_calendar_and_exactness_beside_utc(
    stated: dict[str, dict[str, Any]],
) -> None:
    month, day, unknown = stated["WORKS_AT"], stated["LIVES_IN"], stated["LIKES"]

    assert (month["valid_from_date"], month["valid_from_grain"]) == ("2024-05", "month")
    assert (day["valid_from_date"], day["calendar"]) == ("2081-01-01 BS", "bs")
    assert day["valid_from"] == "2024-04-13T00:00:00+05:45"
    assert day["asserted_date"] == "2081-02-19 BS"
    assert unknown["valid_from_date"] is None and unknown["asserted_date"] == "2024-06-01"
    assert unknown["valid_at"] == "2024-05-31T19:15:00Z", "as callers have known it"


def test_the_pages_show_the_senders_day_calendar_and_exactness(
    scope: Scope, stated: dict[str, dict[str, Any]]
) -> None:
    client = signed_in(scope)

    def shown(query: str) -> list[str]:
        page = client.get(f"/app/memory/g{query}").content.decode()
        return [each for each in SHOWN.findall(page) if each[:1].isdigit() and "ago" not in each]

    everything = ["2024-06-01", "2081-01-01 BS", "2024-05"]
    assert shown("?panel=facts") == everything
    assert shown("?panel=audit&show=recent") == everything
    assert shown("?panel=messages") == ["2024-06-01"] * 3
    lives = stated["LIVES_IN"]
    assert shown(f"?fact={lives['uuid']}") == ["2081-01-01 BS", *["2081-02-19 BS"] * 2]
    assert shown(f"?panel=entity&entity={lives['source_node_uuid']}") == ["2081-01-01 BS"]
    works = stated["WORKS_AT"]
    assert shown(f"?fact={works['uuid']}")[0] == "2024-05"
    assert shown(f"?panel=entity&entity={works['source_node_uuid']}") == ["2024-05"]


def test_episodes_evidence_and_recall_have_the_senders_day(
    admin: Client, scope: Scope, stated: dict[str, dict[str, Any]]
) -> None:
    [episode] = admin.get("/episodes/g", {"last_n": 1}).json()
    assert (episode["said_at"], episode["valid_at"]) == (EARLY, "2024-05-31T19:15:00Z")
    caller = Principal(scope, Role.VIEWER, "Asha", "Desk")
    [fact] = recall(caller, "Where does Sita Rai work?", group="g", limit=1).facts
    assert (fact.valid_from_date, fact.asserted_date) == ("2024-05", "2024-06-01")
    assert fact.said_at == datetime.fromisoformat(EARLY)
    evidence = evidence_of(scope, [fact.id])[fact.id]
    assert evidence.said_at.date().isoformat() == "2024-06-01", "which the sources of answers show"


@pytest.mark.parametrize(
    ("moment", "grain", "calendar", "date"),
    [
        (datetime(2024, 5, 1, tzinfo=UTC), Grain.DAY, CalendarSystem.GREGORIAN, "2024-05-01"),
        (datetime(2024, 5, 1, tzinfo=UTC), Grain.YEAR, CalendarSystem.GREGORIAN, "2024"),
        (datetime(2024, 4, 13, tzinfo=UTC), Grain.MONTH, CalendarSystem.BIKRAM_SAMBAT, "2081-01"),
        (datetime(2024, 4, 13, tzinfo=UTC), Grain.YEAR, CalendarSystem.BIKRAM_SAMBAT, "2081"),
    ],
)
def test_a_date_is_as_exact_as_it_was_stated(
    moment: datetime, grain: Grain, calendar: CalendarSystem, date: str
) -> None:
    assert stated_date(moment, grain, calendar) == (date, calendar)


def test_a_year_that_the_calendar_does_not_have_is_shown_in_the_other() -> None:
    moment = datetime(1, 1, 2, tzinfo=UTC)
    expected = ("0001-01-02", CalendarSystem.GREGORIAN)
    assert stated_date(moment, Grain.DAY, CalendarSystem.BIKRAM_SAMBAT) == expected
