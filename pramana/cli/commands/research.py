"""`pramana research`: start research runs, show them, and approve or reject their pages."""

import argparse
import sys
from typing import TYPE_CHECKING
from uuid import UUID

from pramana.cli.product import add_tenant_option, ready_scope, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from pramana.external.contracts import ResearchView

DECISIONS = ("approved", "rejected", "partial")


def research_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    start_parser = commands.add_parser(
        "start", help="search the web for a question and print the run's id"
    )
    start_parser.add_argument("text", metavar="QUESTION")
    start_parser.add_argument(
        "--query", action="store_true", help="use the text as the query; no answer is written"
    )
    start_parser.add_argument(
        "--collection", metavar="ID", help="the collection for approved pages"
    )
    start_parser.add_argument("--case", metavar="ID", help="the case it belongs to")
    start_parser.add_argument(
        "--workflow", metavar="NAME", default="", help="the workflow within the case"
    )
    start_parser.add_argument(
        "--auto-ingest", action="store_true", help="approve the best page automatically"
    )
    start_parser.add_argument("--no-approval", action="store_true", help="do not stop for approval")
    list_parser = commands.add_parser("list", help="list runs, newest first")
    show_parser = commands.add_parser("show", help="show a run, its candidates and its answer")
    decide_parser = commands.add_parser(
        "decide", help="approve or reject pages; the run then continues"
    )
    decide_parser.add_argument("decision", choices=DECISIONS)
    decide_parser.add_argument("--candidate", metavar="ID", action="append", default=[])
    decide_parser.add_argument(
        "--url", metavar="URL", action="append", default=[], help="also approve this address"
    )
    decide_parser.add_argument("--because", metavar="TEXT", default="", help="the reason")
    for command in (show_parser, decide_parser):
        command.add_argument("run", metavar="ID")
    add_tenant_option(start_parser, list_parser, show_parser, decide_parser)


def run_research(options: argparse.Namespace) -> None:
    with ready_scope(options.tenant) as scope:
        actions = {"start": _start, "list": _list, "show": _show, "decide": _decide}
        actions[options.action](scope, options)


def _start(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.external.contracts import ResearchRequest
    from pramana.external.services import start_research

    request = ResearchRequest(
        text=options.text,
        is_question=not options.query,
        collection_id=_id(options.collection) if options.collection else None,
        enable_hitl=not options.no_approval,
        auto_ingest=options.auto_ingest,
        case_id=_id(options.case, "case") if options.case else None,
        workflow=options.workflow,
    )
    print(start_research(scope, request).id)
    say("The run continues in the background while `pramana serve` or `pramana worker` runs.")


def _list(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.external.selectors import research_page

    for each in research_page(scope).runs:
        print(f"{each.id}  {each.stage:<17}  {each.created_at:%Y-%m-%d %H:%M}  {each.text}")


def _show(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.external.selectors import get_research

    _print_run(get_research(scope, _id(options.run)))


def _decide(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.external.contracts import ResearchDecision, Verdict
    from pramana.external.services import decide

    choice = ResearchDecision(
        verdict=Verdict(options.decision),
        candidate_ids=tuple(_id(each) for each in options.candidate),
        added_urls=tuple(options.url),
        rationale=options.because,
    )
    _print_run(decide(scope, _id(options.run), choice))


def _print_run(research: "ResearchView") -> None:
    """Print the stage, a line per candidate, and the answer if there is one."""
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
            f"{text!r} is not an id. `pramana {listed_by} list` shows the ids."
        ) from None
