"""How right the product was, by what people decided: per prompt version and engine."""

import argparse
import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pramana.evals.contracts import AccuracyReport, CalibrationReport, Comparison, EvalCase

KINDS = ("entity", "candidate", "field", "cell", "source", "duplicate", "link")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only such claims")
    parser.add_argument("--days", metavar="N", type=int, help="only what was decided since")
    parser.add_argument(
        "--compare", nargs=3, metavar=("PROMPT", "BEFORE", "AFTER"), help="two versions of a prompt"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--cases", action="store_true", help="each decision as a line of JSON")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        cases = _cases(asked)
        if asked.cases:
            for each in cases:
                print(json.dumps(_plain(asdict(each)), ensure_ascii=False))
        elif asked.compare:
            _compare(cases, asked)
        else:
            _report(cases, asked)


def _cases(asked: argparse.Namespace) -> "list[EvalCase]":
    from pramana.evals.contracts import ClaimKind
    from pramana.evals.selectors import cases_of
    from pramana.tenancy.selectors import owner_scope

    kinds = [ClaimKind(each) for each in asked.kind or KINDS]
    return cases_of(owner_scope(asked.tenant), kinds=kinds, since=_since(asked.days))


def _since(days: int | None) -> datetime | None:
    if days is None:
        return None
    if not 0 < days <= 36_500:
        raise InvalidRequest("--days is a number of days from 1 to 36500.")
    return utcnow().astimezone(UTC) - timedelta(days=days)


def _report(cases: "Sequence[EvalCase]", asked: argparse.Namespace) -> None:
    from pramana.evals.domain.reports import reports_of

    reports = reports_of(cases)
    if asked.json:
        print(json.dumps({"reports": [_plain(asdict(each)) for each in reports]}))
        return
    print(_line("claim", "prompt", "engine", "decided", "right", "precision", "ECE conf.", "trust"))
    for each in reports:
        print(_print_report(each))
    if not reports:
        say("Nobody decided anything yet, so there is nothing to measure against.")


def _compare(cases: "Sequence[EvalCase]", asked: argparse.Namespace) -> None:
    from pramana.evals.domain.reports import compare

    prompt, before, after = asked.compare
    if not (before.isdecimal() and after.isdecimal()):
        raise InvalidRequest("BEFORE and AFTER are version numbers, such as 1 and 2.")
    found = compare(cases, prompt, int(before), int(after))
    if asked.json:
        print(json.dumps({"comparisons": [_compared(each) for each in found]}))
        return
    for each in found:
        print(_print_report(each.before))
        print(_print_report(each.after))
        print(f"  {_verdict(each)}")
    if not found:
        say(f"No decision rests on version {before} or {after} of {prompt}.")


def _verdict(found: "Comparison") -> str:
    if found.gained is None:
        return "One of the two has no decisions yet."
    change = f"Precision changed by {100 * found.gained:+.1f} points"
    return f"{change}{'' if found.is_clear else '; too few decisions to rule out chance'}."


def _compared(found: "Comparison") -> dict[str, Any]:
    return {**_plain(asdict(found)), "gained": found.gained, "is_clear": found.is_clear}


def _print_report(report: "AccuracyReport") -> str:
    group = report.group
    version = "?" if group.version is None else group.version
    prompt = f"{group.prompt} v{version}" if group.prompt else "–"
    precision = "–" if report.precision is None else f"{100 * report.precision:.1f} %"
    sure, checked = _error(report.confidence), _error(report.trust)
    right = f"{report.right}"
    return _line(
        group.kind,
        prompt,
        group.engine or "–",
        f"{report.decided}",
        right,
        precision,
        sure,
        checked,
    )


def _error(found: "CalibrationReport") -> str:
    return "–" if found.error is None else f"{found.error:.3f}"


def _line(*cells: str) -> str:
    widths = (10, 26, 24, 8, 7, 10, 10, 6)
    return " ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _plain(value: Any) -> Any:
    """Dates and ids as text."""
    return json.loads(json.dumps(value, default=str))
