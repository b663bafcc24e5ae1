"""Research in the demonstration: a question whose run waits for somebody to approve pages.

The run goes through the same services as every other run. Only the search provider and the fetcher
are the demonstration's own: they know the pages in `suryakot-pages.txt` and use no network. The
hosts of these pages end in `.example`, a name that is reserved for such uses (RFC 2606).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from uuid import UUID

from django.db import transaction

from pramana.documents.fetching import FetchedPage, Fetcher, Validators
from pramana.documents.fetching.responses import store_body
from pramana.documents.selectors import documents_by_id
from pramana.external.contracts import ProviderResult, ResearchRequest, SelectionRules, Stage
from pramana.external.domain.selection import select_results
from pramana.external.errors import ResearchNotFound
from pramana.external.models import Candidate, ResearchRun
from pramana.external.ports import context_ids
from pramana.external.selectors.research import context_of
from pramana.external.services import delete_research, settle_graph, start_research
from pramana.external.services.runs import Recorder, record_queries
from pramana.external.services.search import ResearchWorker, ScoredRank
from pramana.external.worker import ProviderWorker
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import open_case

CASE = "Kalika footbridge"
WORKFLOW = "Who stands behind the bids"
QUESTION = "Who are the bidders for the Kalika footbridge, and who owns them?"
PROVIDER = "demonstration"
"""The source of the demonstration's candidates; only their pages are fetched by `DemoFetcher`."""

PAGES = "suryakot-pages.txt"
MOST_BYTES = 100_000


@dataclass(frozen=True)
class DemoPage:
    """A page of the demonstration, with what a search result says about it."""

    url: str
    title: str
    snippet: str
    published: str
    text: str


@cache
def demo_pages() -> tuple[DemoPage, ...]:
    """Every page, in the order in which a search returns them."""
    return tuple(_parse_pages(files(__package__).joinpath(PAGES).read_text("utf-8")))


def _parse_pages(text: str) -> Iterator[DemoPage]:
    for block in text.strip().split("\n\n"):
        header, *lines = block.splitlines()
        url, title, snippet, published = (part.strip() for part in header.split("|"))
        yield DemoPage(url, title, snippet, published, "\n\n".join([title, *lines]))


class DemoProvider:
    """A search provider that finds the demonstration's pages and no others."""

    name = PROVIDER

    def search(self, query: str, *, most: int) -> Sequence[ProviderResult]:
        return [
            ProviderResult(
                url=page.url, title=page.title, snippet=page.snippet, published=page.published
            )
            for page in demo_pages()[:most]
        ]


class DemoFetcher(Fetcher):
    """Returns the demonstration's pages without a network; fetches other addresses as usual."""

    def fetch(
        self, url: str, *, known: Validators | None = None, at: datetime | None = None
    ) -> FetchedPage:
        page = next((page for page in demo_pages() if page.url == url), None)
        if page is None:
            return super().fetch(url, known=known, at=at)
        body = store_body([page.text.encode()], encoding="", limit=MOST_BYTES)
        return FetchedPage(
            url=page.url,
            status=200,
            content_type="text/plain",
            charset="utf-8",
            filename=f"{page.url.rsplit('/', 1)[-1]}.txt",
            body=body.file,
            size=body.size,
            sha256=body.sha256,
            fetched_at=at or utcnow(),
        )


@transaction.atomic
def create_research(scope: Scope) -> UUID:
    """Create a run that has found pages and waits for a decision. Its job finds no work left."""
    request = ResearchRequest(
        text=QUESTION, is_question=True, case_id=open_case(scope, CASE), workflow=WORKFLOW
    )
    research = start_research(scope, request)
    context = context_of(scope, research)
    recorder = Recorder(context, research.id)
    recorder.search_started()
    record_queries(context, research.id, [QUESTION], 0)
    worker = ResearchWorker(ProviderWorker(DemoProvider()), context, research.id, [QUESTION])
    outcome = worker.run(query=QUESTION, context=context_ids(context))
    results = list(outcome.data.results) if outcome.status == "ok" else []
    rules = SelectionRules.model_validate(research.rules)
    selection = select_results(QUESTION, results, rules, ScoredRank(context, research))
    recorder.results_selected([each.model_dump(mode="json") for each in results], selection)
    settle_graph(context, research.id, paused=True, error=None)
    return research.id


def is_decided(scope: Scope, research_id: UUID) -> bool | None:
    """Whether somebody has decided about the pages; None if the run was deleted."""
    rows = ResearchRun.objects.in_scope(scope).filter(pk=research_id)
    stage = rows.values_list("stage", flat=True).first()
    undecided = (Stage.QUEUED, Stage.SEARCHING, Stage.AWAITING_APPROVAL)
    return None if stage is None else stage not in undecided


def demo_documents(scope: Scope, research_ids: Sequence[UUID]) -> list[UUID]:
    """The documents made from the demonstration's pages, whoever approved them."""
    candidates = Candidate.objects.in_scope(scope).filter(
        research_id__in=research_ids, url__in=[page.url for page in demo_pages()]
    )
    ids = [each for each in candidates.values_list("document_id", flat=True) if each]
    return [each.id for each in documents_by_id(scope, ids) if each.origin]


def delete_runs(scope: Scope, research_ids: Sequence[UUID]) -> int:
    """Delete the runs. Other pages that a person approved in them stay."""
    deleted = 0
    for research_id in research_ids:
        with suppress(ResearchNotFound):
            delete_research(scope, research_id)
            deleted += 1
    return deleted
