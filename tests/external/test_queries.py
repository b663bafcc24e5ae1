"""A question becomes queries: by a model over real HTTP, checked, counted, and replaced if bad."""

import pytest

from pramana.external.testing import SearchServer
from pramana.jobs.testing import drain_jobs
from pramana.llm.testing import ModelServer, answers, fails
from tests.external.conftest import QUESTION
from tests.external.runs import decide, look, start

pytestmark = pytest.mark.django_db(transaction=True)


def begun(admin, **asked: object) -> dict:
    run = start(admin, question=QUESTION, **asked).json()
    drain_jobs()
    return look(admin, run["id"])


def test_the_models_queries_are_searched_for_as_far_as_they_can_be(
    admin, found: SearchServer, site, models: ModelServer
):
    proposed = [
        "Punyamata footbridge  opening",
        "punyamata FOOTBRIDGE opening",
        "",
        "Banepa",
        "x y",
    ]
    models.otherwise = answers({"queries": proposed})
    run = begun(admin, budget={"searches": 2})
    assert run["queries"] == ["Punyamata footbridge opening", "Banepa"]
    assert [asked.query for asked in found.asked] == run["queries"]
    assert run["spent"]["searches"] == 2
    assert run["spent"]["tokens"] > 0
    assert "<question>" in str(models.asked[0].body)


def test_a_model_that_is_away_costs_nothing_but_its_ideas(admin, found, site, models):
    models.otherwise = fails(500)
    assert begun(admin)["queries"][0] == QUESTION


def test_a_spent_budget_ends_the_run_with_what_came_in_and_says_so(admin, found, site, models):
    models.otherwise = answers({"queries": ["Punyamata footbridge"]})
    run = begun(admin, budget={"tokens": 0})
    decide(admin, run["id"], "partial", candidate_ids=[run["candidates"][0]["id"]])
    drain_jobs()
    done = look(admin, run["id"])
    assert (done["stage"], done["answer"]) == ("done", None)
    assert "budget of tokens" in done["error"]
    assert done["candidates"][0]["state"] == "ingested"
