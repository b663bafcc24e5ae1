"""`pramana evals` and `golden`: how often the product was right, by people's decisions or a set."""

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pramana.cli.commands.ingest import read_now
from pramana.cli.product import add_tenant_option, ready_scope, say
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pramana.chat.golden import GoldenQuestion, GoldenVerdict
    from pramana.evals.contracts import AccuracyReport, CalibrationReport, Comparison, EvalCase


KINDS = ("entity", "candidate", "field", "cell", "source", "duplicate", "link")


def evals_arguments(parser: argparse.ArgumentParser) -> None:
    add_tenant_option(parser)
    parser.add_argument("--kind", action="append", choices=KINDS, help="only claims of this kind")
    parser.add_argument("--days", metavar="N", type=int, help="only decisions of the last N days")
    parser.add_argument(
        "--compare",
        nargs=3,
        metavar=("PROMPT", "BEFORE", "AFTER"),
        help="compare two versions of a prompt",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of a table"
    )
    parser.add_argument(
        "--cases", action="store_true", help="print each decision as a line of JSON"
    )


def run_evals(options: argparse.Namespace) -> None:
    with ready_scope(options.tenant) as scope:
        cases = _cases(scope, options)
        if options.cases:
            for each in cases:
                print(json.dumps(_plain(asdict(each)), ensure_ascii=False))
        elif options.compare:
            _compare(cases, options)
        else:
            _report(cases, options)


def _cases(scope: Scope, options: argparse.Namespace) -> "list[EvalCase]":
    from pramana.evals.contracts import ClaimKind
    from pramana.evals.selectors import cases_of

    kinds = [ClaimKind(each) for each in options.kind or KINDS]
    return cases_of(scope, kinds=kinds, since=_since(options.days))


def _since(days: int | None) -> datetime | None:
    if days is None:
        return None
    if not 0 < days <= 36_500:
        raise InvalidRequest("--days must be a number from 1 to 36500.")
    return utcnow().astimezone(UTC) - timedelta(days=days)


def _report(cases: "Sequence[EvalCase]", options: argparse.Namespace) -> None:
    from pramana.evals.domain import reports_of

    reports = reports_of(cases)
    if options.json:
        print(json.dumps({"reports": [_plain(asdict(each)) for each in reports]}))
        return
    print(_line("claim", "prompt", "engine", "decided", "right", "precision", "ECE conf.", "trust"))
    for each in reports:
        print(_report_line(each))
    if not reports:
        say("No decisions have been made yet, so there is nothing to measure.")


def _compare(cases: "Sequence[EvalCase]", options: argparse.Namespace) -> None:
    from pramana.evals.domain import compare

    prompt, before, after = options.compare
    if not (before.isdecimal() and after.isdecimal()):
        raise InvalidRequest("BEFORE and AFTER must be version numbers, such as 1 and 2.")
    comparisons = compare(cases, prompt, int(before), int(after))
    if options.json:
        print(json.dumps({"comparisons": [_comparison_json(each) for each in comparisons]}))
        return
    for each in comparisons:
        print(_report_line(each.before))
        print(_report_line(each.after))
        print(f"  {_verdict(each)}")
    if not comparisons:
        say(f"There are no decisions about version {before} or {after} of {prompt}.")


def _verdict(comparison: "Comparison") -> str:
    if comparison.gained is None:
        return "One of the two versions has no decisions yet."
    change = f"Precision changed by {100 * comparison.gained:+.1f} points"
    return f"{change}{'' if comparison.is_clear else '; too few decisions to rule out chance'}."


def _comparison_json(comparison: "Comparison") -> dict[str, Any]:
    return {
        **_plain(asdict(comparison)),
        "gained": comparison.gained,
        "is_clear": comparison.is_clear,
    }


def _report_line(report: "AccuracyReport") -> str:
    group = report.group
    version = "?" if group.version is None else group.version
    prompt = f"{group.prompt} v{version}" if group.prompt else "–"
    precision = "–" if report.precision is None else f"{100 * report.precision:.1f} %"
    confidence_error, trust_error = _error(report.confidence), _error(report.trust)
    right = f"{report.right}"
    return _line(
        group.kind,
        prompt,
        group.engine or "–",
        f"{report.decided}",
        right,
        precision,
        confidence_error,
        trust_error,
    )


def _error(calibration: "CalibrationReport") -> str:
    return "–" if calibration.error is None else f"{calibration.error:.3f}"


def _line(*cells: str) -> str:
    widths = (10, 26, 24, 8, 7, 10, 10, 6)
    return " ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _plain(value: Any) -> Any:
    """Convert dates and ids to text."""
    return json.loads(json.dumps(value, default=str))


def golden_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path)
    add_tenant_option(parser)
    parser.add_argument(
        "--keep", action="store_true", help="without FILE: leave the documentation in the library"
    )


def run_golden(options: argparse.Namespace) -> int:
    """Print a line for each question; return 1 if one fails."""
    with ready_scope(options.tenant) as scope:
        from pramana.chat.golden import packaged_questions, read_questions

        if options.file:
            verdicts = _ask_all(scope, read_questions(options.file), None)
        else:
            with _documentation(scope, keep=options.keep) as collection_id:
                verdicts = _ask_all(scope, packaged_questions(), collection_id)
    return _print_results(verdicts)


def _ask_all(
    scope: Scope, questions: "Sequence[GoldenQuestion]", collection_id: UUID | None
) -> "list[GoldenVerdict]":
    from pramana.chat.golden import ask_golden_question, judge

    return [
        judge(each, ask_golden_question(scope, each.question, collection_id=collection_id))
        for each in questions
    ]


def _print_results(verdicts: "Sequence[GoldenVerdict]") -> int:
    for each in verdicts:
        score = "    " if each.score is None else f"{each.score:.2f}"
        problem = f"  ({each.problem})" if each.problem else ""
        print(f"{'ok  ' if each.passed else 'FAIL'}  {score}  {each.golden.question}{problem}")
    failed = sum(not each.passed for each in verdicts)
    negative = [each for each in verdicts if each.golden.negative]
    unanswered = sum(each.passed for each in negative)
    say(
        f"{len(verdicts) - failed} of {len(verdicts)} passed. "
        f"Of {len(negative)} questions that have no answer, {unanswered} were left unanswered."
    )
    for kind, of_kind in _by_kind(verdicts).items():
        say(f"{kind}: {sum(each.passed for each in of_kind)} of {len(of_kind)}")
    return int(failed > 0)


def _by_kind(verdicts: "Sequence[GoldenVerdict]") -> "dict[str, list[GoldenVerdict]]":
    """The verdicts of each kind of question that the set names, in its order."""
    kinds: dict[str, list[GoldenVerdict]] = {}
    for each in verdicts:
        if each.golden.kind:
            kinds.setdefault(each.golden.kind, []).append(each)
    return kinds


@contextmanager
def _documentation(scope: Scope, *, keep: bool) -> Iterator[UUID]:
    """Import the documentation, wait until a worker has read it, and delete it afterwards."""
    from pramana.chat.golden import import_documentation, is_imported
    from pramana.documents.services import delete_collection

    collection_id = import_documentation(scope)
    try:
        read_now(scope, lambda: is_imported(scope, collection_id))
        yield collection_id
    finally:
        if not keep:
            delete_collection(scope, collection_id)
