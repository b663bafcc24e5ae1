"""Research runs from the command line: begin one, look at it, decide what may come in."""

import argparse
import sys
from typing import TYPE_CHECKING
from uuid import UUID

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from pramana.external.contracts import ResearchView

DECISIONS = ("approved", "rejected", "partial")


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    begun = commands.add_parser("start", help="search for a question; print the run's id")
    begun.add_argument("text", metavar="QUESTION")
    begun.add_argument("--query", action="store_true", help="search for it as it is; no answer")
    begun.add_argument("--collection", metavar="ID", help="where what is let in goes")
    begun.add_argument("--case", metavar="ID", help="the business matter it belongs to")
    begun.add_argument("--workflow", metavar="NAME", default="", help="the way of working in it")
    begun.add_argument("--auto-ingest", action="store_true", help="let the best page in")
    begun.add_argument("--no-approval", action="store_true", help="do not stop for a decision")
    listed = commands.add_parser("list", help="newest first")
    shown = commands.add_parser("show", help="a run, its candidates and its answer")
    decided = commands.add_parser("decide", help="say what may come in; the run goes on")
    decided.add_argument("decision", choices=DECISIONS)
    decided.add_argument("--candidate", metavar="ID", action="append", default=[])
    decided.add_argument("--url", metavar="URL", action="append", default=[], help="let it in too")
    decided.add_argument("--because", metavar="TEXT", default="", help="why")
    for command in (shown, decided):
        command.add_argument("run", metavar="ID")
    for command in (begun, listed, shown, decided):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope(asked.tenant)
        actions = {"start": _start, "list": _list, "show": _show, "decide": _decide}
        actions[asked.action](scope, asked)


def _start(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.external.contracts import ResearchRequest
    from pramana.external.services import start_research

    wanted = ResearchRequest(
        text=asked.text,
        is_question=not asked.query,
        collection_id=_id(asked.collection) if asked.collection else None,
        enable_hitl=not asked.no_approval,
        auto_ingest=asked.auto_ingest,
        case_id=_id(asked.case, "case") if asked.case else None,
        workflow=asked.workflow,
    )
    print(start_research(scope, wanted).id)
    say("It runs in the background while `pramana serve` or `pramana worker` runs.")


def _list(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.external.selectors import research_page

    for each in research_page(scope).runs:
        print(f"{each.id}  {each.stage:<17}  {each.created_at:%Y-%m-%d %H:%M}  {each.text}")


def _show(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.external.selectors import get_research

    _print_run(get_research(scope, _id(asked.run)))


def _decide(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.external.contracts import ResearchDecision, Verdict
    from pramana.external.services import decide

    choice = ResearchDecision(
        verdict=Verdict(asked.decision),
        candidate_ids=tuple(_id(each) for each in asked.candidate),
        added_urls=tuple(asked.url),
        rationale=asked.because,
    )
    _print_run(decide(scope, _id(asked.run), choice))


def _print_run(research: "ResearchView") -> None:
    """The stage first; then a line per candidate, and the answer where there is one."""
    print(f"{research.stage}  {research.text}")
    if research.error:
        print(research.error, file=sys.stderr)
    for each in research.candidates:
        print(f"{each.id}  {each.state:<9}  {each.score:.2f}  {each.url}  {each.title}")
    if research.answer:
        print(research.answer.get("answer") or research.answer.get("fallback_message") or "")


def _id(text: str, listed_by: str = "research") -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise InvalidRequest(
            f"{text!r} is not an id. `pramana {listed_by} list` shows them."
        ) from None
