"""Facts as of a moment: what held when, and what we knew when."""

from datetime import UTC, datetime

import pytest

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.models import EntityRow
from pramana.memory.selectors.graph import facts_as_of, history_of
from tests.memory.scripted_model import add_message

pytestmark = pytest.mark.usefixtures("words_only")
APRIL, JULY = datetime(2020, 4, 1, tzinfo=UTC), datetime(2020, 7, 1, tzinfo=UTC)


def test_an_office_has_the_holder_of_the_time_and_of_what_was_known(
    scope: Scope, other_scope: Scope
) -> None:
    add_message(scope, "Ram MINISTER_OF Finance from 2020-03-01")
    before_the_news = utcnow()
    add_message(scope, "Sita BECAME_MINISTER_OF Finance from 2020-06-01")
    finance = EntityRow.objects.in_scope(scope).get(name="Finance").pk

    def holders(at: datetime, known_at: datetime | None = None) -> list[str]:
        found = facts_as_of(scope, finance, at, known_at=known_at)
        return [each.text.split()[0] for each in found]

    assert holders(APRIL) == ["Ram"]
    assert holders(JULY) == ["Sita"]
    assert holders(JULY, known_at=before_the_news) == ["Ram"]
    assert len(history_of(scope, finance)) == 2
    assert facts_as_of(other_scope, finance, JULY) == []
