import threading
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from pramana.kit.errors import Misconfigured
from pramana.retrieval import reranking
from pramana.retrieval.contracts import Flag, Query
from pramana.retrieval.domain.recipes import RECIPES
from pramana.retrieval.ports import Opinion
from pramana.retrieval.reranking import configured_scorer, score_with_timeout
from pramana.retrieval.selectors import search
from tests.retrieval.conftest import SPACE, put
from tests.settings import change

pytestmark = pytest.mark.usefixtures("words_only")


def ask(scope, scorer, recipe="thorough"):
    query = Query(text="tender", spaces=(SPACE,), recipe=recipe)
    return search(scope, query, scorer=scorer)


def longest_first(question, texts):
    return [Opinion(len(text), "it is long" if len(text) > 20 else "") for text in texts]


def test_a_scorer_has_the_last_word_and_may_say_why(scope, indexed):
    hits = ask(scope, longest_first)
    assert [hit.item_id for hit in hits] == [each.item_id for each in reversed(indexed)]
    assert hits[0].reranked == len("tender three three three")
    assert hits[0].why == "It holds “tender”. Scored 24: it is long"
    assert hits[1].why == "It holds “tender”." and hits[0].flags == {Flag.WORDS_ONLY}


def test_only_the_careful_recipe_asks_it(scope, indexed):
    def never(question, texts):
        raise AssertionError

    assert all(hit.reranked is None for hit in ask(scope, never, "balanced"))


def test_what_the_scorer_does_not_read_stays_behind(scope, indexed):
    plain = [hit.item_id for hit in ask(scope, None)]
    with patch.dict(RECIPES, two=replace(RECIPES["thorough"], name="two", rerank_most=2)):
        hits = ask(scope, longest_first, "two")
    assert [hit.item_id for hit in hits] == [plain[1], plain[0], plain[2]]
    assert hits[2].reranked is None


@pytest.mark.parametrize(
    "scorer",
    [
        lambda question, texts: 1 / 0,
        lambda question, texts: [Opinion(1.0)],
        lambda question, texts: [Opinion(float("nan"))] * len(texts),
        lambda question, texts: ["good"] * len(texts),
    ],
    ids=["raises", "too few", "not a number", "words"],
)
def test_a_broken_scorer_costs_nothing_but_its_opinion(scope, indexed, scorer):
    plain = [hit.item_id for hit in ask(scope, None)]
    hits = ask(scope, scorer)
    assert [hit.item_id for hit in hits] == plain
    assert all(Flag.RERANK_FAILED in hit.flags for hit in hits)


def test_a_scorer_without_an_opinion_changes_nothing(scope, indexed):
    assert ask(scope, lambda question, texts: []) == ask(scope, None)


def test_when_time_is_up_the_order_stands_and_the_hits_say_so(scope, indexed):
    released = threading.Event()
    scores, flag = score_with_timeout(lambda *_: [released.wait(60)], "q", ["t"], 0.05)
    assert (scores, flag) == (None, Flag.RERANK_TIMED_OUT)
    released.set()


def test_scorers_that_hang_do_not_pile_up(monkeypatch):
    monkeypatch.setattr(reranking, "AT_ONCE", threading.BoundedSemaphore(2))
    released, started = threading.Event(), []

    def hangs(question, texts):
        started.append(question)
        released.wait(60)
        return [Opinion(1.0)]

    flags = [score_with_timeout(hangs, "q", ["t"], 0.05)[1] for _ in range(5)]
    assert flags == [Flag.RERANK_TIMED_OUT] * 5 and len(started) == 2
    released.set()


def test_texts_that_nobody_can_read_out_are_not_judged(scope):
    query = Query(text="tender", spaces=("tests.unread",), recipe="thorough")
    put(scope, "tender one", "tender two", space="tests.unread")
    assert all(hit.reranked is None for hit in search(scope, query, scorer=longest_first))


@pytest.mark.parametrize("written", ["fastembed", "fastembed:", "cohere:x", "", "models"])
def test_a_scorer_that_is_written_wrongly_is_said_plainly(scope, settings, written):
    settings.PRAMANA = SimpleNamespace(rerank=written)
    with pytest.raises(Misconfigured, match="Write model, fastembed:NAME, or none"):
        configured_scorer(scope, within_s=1)


def test_nobody_need_judge(scope, settings, indexed):
    change(settings, rerank="none")
    assert configured_scorer(scope, within_s=1) is None
    assert len(ask(scope, None)) == 3
