"""The demonstration's news desk: how its messages change offices and jobs."""

from datetime import UTC, datetime

import pytest

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.memory import demo
from pramana.memory.search import search_facts

pytestmark = pytest.mark.usefixtures("words_only")


def test_offices_and_jobs_change_at_the_desk(scope: Scope, other_scope: Scope) -> None:
    count = demo.add_demo_messages(scope)
    while drain_jobs():
        pass

    assert count > 10
    assert demo.is_read(scope)

    def found(query: str, year: int) -> set[str]:
        moment = datetime(year, 12, 1, tzinfo=UTC)
        facts = search_facts(scope, query, group_ids=[demo.GROUP], as_of=moment)
        return {fact.text for fact in facts if fact.relation in ("MAYOR_OF", "WORKS_AT")}

    assert "Bishnu Prasad Lamichhane is mayor of Suryakot." in found("mayor of Suryakot", 2023)
    assert "अनिता चौधरी सूर्यकोटकी मेयर भइन्।" in found("mayor of Suryakot", 2024)
    assert "Bishnu Prasad Lamichhane is mayor of Suryakot." not in found("mayor of Suryakot", 2024)
    assert "Sita Devi Adhikari joined Chandani Municipality." in found("Sita Devi Adhikari", 2024)
    assert search_facts(other_scope, "mayor of Suryakot") == []
