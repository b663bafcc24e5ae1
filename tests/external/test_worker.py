"""The worker against real servers that speak each provider's wire, well and badly."""

from uuid import uuid4

import pytest

from pramana.external.adapters.http import LIMIT, HttpProvider, ProviderFormat
from pramana.external.adapters.providers import (
    Brave,
    Crossref,
    GoogleCSE,
    OpenAlex,
    SearXNG,
    SerpAPI,
    Tavily,
)
from pramana.external.testing import (
    ListedPage,
    SearchServer,
    breaks_off,
    fails,
    finds,
    garbles,
    hangs,
    limits,
    search_server,
    trickles,
    wrong_type,
)
from pramana.external.worker import ProviderWorker
from pramana.kit.tools import ToolOutcome

KEY = "a-secret-key"
WIRES = {
    "searxng": lambda url: SearXNG(url),
    "tavily": lambda url: Tavily(KEY, f"{url}/tavily"),
    "brave": lambda url: Brave(KEY, url),
    "serpapi": lambda url: SerpAPI(KEY, url),
    "google": lambda url: GoogleCSE(KEY, "cx-1", url),
    "crossref": lambda url: Crossref(f"{url}/crossref"),
    "openalex": lambda url: OpenAlex(f"{url}/openalex"),
}
every_wire = pytest.mark.parametrize("name", sorted(WIRES))


@pytest.fixture(scope="module")
def shared():
    with search_server() as server:
        yield server


@pytest.fixture
def server(shared: SearchServer) -> SearchServer:
    shared.asked.clear()
    shared._replies.clear()
    shared.otherwise = finds()
    return shared


def wire(name: str, server: SearchServer) -> ProviderFormat:
    return WIRES[name](server.url)


def ids(**changes: object) -> dict[str, object]:
    return {"tenant_id": str(uuid4()), "trace_id": str(uuid4()), "run_id": str(uuid4()), **changes}


def searched(
    server: SearchServer, name: str = "searxng", query: str = "bridge", **options: object
) -> tuple[ToolOutcome, list[float]]:
    pauses: list[float] = []
    timeout = float(options.pop("timeout_s", 5.0))
    provider = HttpProvider(wire(name, server), timeout_s=timeout)
    worker = ProviderWorker(provider, pause=pauses.append, **options)
    return worker.run(query=query, context=ids()), pauses


@every_wire
def test_each_provider_is_asked_in_its_own_way_and_understood(server, name):
    server.otherwise = finds(
        ListedPage(
            "https://a.example/one?utm_source=x&q=1#top", "One", "The first page, with words."
        ),
        ListedPage("https://a.example/two.pdf", "Two", "The second page, with words."),
    )
    outcome, _ = searched(server, name, "  who\n opened  it? ")
    assert outcome.status == "ok"
    assert [each.url for each in outcome.data.results] == [
        "https://a.example/one?q=1",
        "https://a.example/two.pdf",
    ]
    first, second = outcome.data.results
    assert (first.title, first.snippet) == ("One", "The first page, with words.")
    assert (first.source, second.source, second.is_pdf) == (name, name, True)
    assert server.asked[0].query == "who opened it?"
    assert outcome.meta.rationale == "search_completed"
    assert outcome.meta.took_ms >= 0


@every_wire
def test_nothing_found_is_a_result(server, name):
    outcome, _ = searched(server, name)
    assert (outcome.status, outcome.data.results) == ("ok", [])


@pytest.mark.parametrize(
    ("name", "where"),
    [("tavily", "authorization"), ("brave", "x-subscription-token")],
)
def test_keys_that_travel_in_headers_do(server, name, where):
    searched(server, name)
    assert server.asked[0].headers[where].endswith(KEY)


@pytest.mark.parametrize(("name", "where"), [("serpapi", "api_key"), ("google", "key")])
def test_keys_that_travel_in_the_address_do(server, name, where):
    searched(server, name)
    assert server.asked[0].params[where] == KEY


def test_google_is_told_its_engine_and_never_asked_for_more_than_it_gives(server):
    searched(server, "google")
    assert (server.asked[0].params["cx"], server.asked[0].params["num"]) == ("cx-1", "10")


def test_more_is_asked_for_than_is_wanted_because_some_turn_out_the_same(server):
    pages = [ListedPage(f"https://a.example/{n // 2}?fbclid={n}") for n in range(12)]
    server.otherwise = finds(*pages)
    outcome, _ = searched(server, "brave", max_results=4)
    assert server.asked[0].params["count"] == "8"
    assert [each.url for each in outcome.data.results] == [
        f"https://a.example/{n}" for n in range(4)
    ]
    meta = outcome.meta
    assert (meta.raw_result_count, meta.normalized_result_count, meta.result_count) == (12, 6, 4)


def test_results_without_a_web_address_are_left_out(server):
    server.otherwise = finds(
        ListedPage("ftp://a.example/x"), ListedPage("javascript:alert(1)"), ListedPage("")
    )
    outcome, _ = searched(server)
    assert outcome.data.results == []


@pytest.mark.parametrize("query", ["", "   ", "\u200b\u200b", 'site: ""'])
def test_an_empty_query_is_refused_without_asking(server, query):
    outcome, _ = searched(server, query=query)
    assert (outcome.status, outcome.error.code) == ("error", "invalid_query")
    assert outcome.error.type == "VALIDATION"
    assert not server.asked


@pytest.mark.parametrize(
    "changes",
    [
        {"tenant_id": None},
        {"trace_id": None},
        {"run_id": None},
        {"ingestion_run_id": "11111111-1111-4111-8111-111111111111"},
        {"tenant_id": "x"},
    ],
)
def test_a_call_needs_its_tenant_its_trace_and_exactly_one_run(server, changes):
    worker = ProviderWorker(HttpProvider(wire("searxng", server)))
    outcome = worker.run(query="bridge", context=ids(**changes))
    assert (outcome.status, outcome.error.code) == ("error", "invalid_context")
    assert not server.asked


@pytest.mark.parametrize(
    "changes", [{"case_id": None}, {"run_id": None, "ingestion_run_id": "1" * 32}]
)
def test_case_and_workflow_may_be_unknown_and_an_ingestion_is_a_run_too(server, changes):
    worker = ProviderWorker(HttpProvider(wire("searxng", server)))
    assert worker.run(query="bridge", context=ids(**changes)).status == "ok"


@every_wire
def test_a_busy_provider_is_asked_three_times_with_longer_pauses(server, name):
    server.otherwise = limits(retry_after=7)
    outcome, pauses = searched(server, name)
    assert (len(server.asked), pauses) == (3, [0.6, 1.2])
    error = outcome.error
    assert (error.type, error.code) == ("RATE_LIMIT", "provider_rate_limited")
    assert (error.upstream_status, error.retry_after_ms, error.attempt) == (429, 7000, 3)


def test_a_provider_that_is_busy_once_is_answered_from_the_second_time(server):
    server.will(limits())
    server.otherwise = finds(ListedPage("https://a.example/"))
    outcome, pauses = searched(server)
    assert (outcome.status, outcome.meta.attempt, pauses) == ("ok", 2, [0.6])


@pytest.mark.parametrize("reply", [hangs(), trickles()], ids=["silent", "endless"])
def test_a_slow_provider_is_tried_again_and_then_timed_out(server, reply):
    server.otherwise = reply
    outcome, pauses = searched(server, timeout_s=0.3)
    assert (outcome.error.type, outcome.error.code) == ("TIMEOUT", "provider_timeout")
    assert (len(server.asked), len(pauses)) == (3, 2)


@every_wire
@pytest.mark.parametrize(
    "reply", [garbles(), wrong_type(), breaks_off()], ids=["rubbish", "wrong type", "cut"]
)
def test_an_answer_that_is_none_is_not_asked_for_again(server, name, reply):
    server.otherwise = reply
    outcome, pauses = searched(server, name)
    assert (outcome.error.type, outcome.error.code) == ("UPSTREAM", "provider_bad_response")
    assert (len(server.asked), pauses) == (1, [])


@every_wire
@pytest.mark.parametrize("status", [302, 400, 401, 403, 500, 503])
def test_a_failing_provider_is_not_asked_again_and_no_key_is_told(server, name, status):
    server.otherwise = fails(status)
    outcome, _ = searched(server, name)
    assert (outcome.error.code, outcome.error.upstream_status) == ("provider_error", status)
    assert len(server.asked) == 1
    assert KEY not in outcome.model_dump_json()


@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [("google", 403, "dailyLimitExceeded"), ("tavily", 432, ""), ("tavily", 433, "")],
)
def test_a_spent_plan_is_a_rate_limit_however_it_is_said(server, name, status, reason):
    server.otherwise = fails(status, reason)
    outcome, _ = searched(server, name)
    assert outcome.error.code == "provider_rate_limited"


def test_an_answer_without_end_is_cut_off(server):
    server.otherwise = finds(ListedPage("https://a.example/", snippet="x" * (LIMIT + 10)))
    outcome, _ = searched(server)
    assert outcome.error.code == "provider_bad_response"


def test_a_provider_that_is_not_there_is_said_plainly():
    provider = HttpProvider(SearXNG("http://127.0.0.1:9"))
    outcome = ProviderWorker(provider).run(query="bridge", context=ids())
    assert (outcome.error.code, outcome.error.attempt) == ("provider_error", 1)
    assert "searxng cannot be reached" in outcome.error.message


def test_a_mistake_of_ours_is_an_envelope_too():
    class Broken:
        name = "broken"

        def search(self, query, *, most):
            raise ZeroDivisionError("secret")

    outcome = ProviderWorker(Broken()).run(query="bridge", context=ids())
    assert (outcome.error.type, outcome.error.code) == ("FATAL", "unexpected_error")
    assert "secret" not in outcome.error.message


@pytest.mark.django_db
def test_the_settings_name_the_provider(settings, scope):
    from pramana.external.adapters.providers import configured_worker
    from tests.settings import change

    assert configured_worker(scope) is None
    for name in WIRES:
        change(settings, search=name, search_url="http://x", search_key=KEY, search_engine="e")
        worker = configured_worker(scope)
        assert worker.provider.name == name
        assert KEY not in repr(worker)


def test_a_work_without_an_abstract_names_its_journal():
    item = {"URL": "https://doi.example/1", "title": ["Bridges"], "container-title": ["Rivers"]}
    [found] = Crossref().parse({"message": {"items": [{**item, "publisher": "A press"}]}})

    assert (found.snippet, found.published) == ("Bridges Rivers · A press", "")


def test_an_open_copy_is_preferred_to_the_publishers_page():
    item = {
        "display_name": "Bridges",
        "doi": "https://doi.example/1",
        "primary_location": {"landing_page_url": "https://press.example/1"},
        "best_oa_location": {"pdf_url": "https://open.example/1.pdf"},
        "abstract_inverted_index": None,
    }
    [found] = OpenAlex().parse({"results": [item]})

    assert (found.url, found.content_type) == ("https://open.example/1.pdf", "application/pdf")
