"""`pramana golden`: ask golden questions, and report which are not answered as expected."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from pramana.cli.commands.ingest import read_now
from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from pramana.chat.golden.questions import GoldenQuestion, GoldenVerdict


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path)
    parser.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")
    parser.add_argument(
        "--keep", action="store_true", help="without FILE: leave the documentation in the library"
    )


def run(options: argparse.Namespace) -> int:
    """Print a line for each question; return 1 if one fails."""
    with ready_product(read_environment()):
        migrate()
        from pramana.chat.golden.questions import packaged_questions, read_questions
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope(options.tenant)
        if options.file:
            verdicts = _ask_all(scope, read_questions(options.file), None)
        else:
            with _documentation(scope, keep=options.keep) as collection_id:
                verdicts = _ask_all(scope, packaged_questions(), collection_id)
    return _print_results(verdicts)


def _ask_all(
    scope: Scope, questions: "Sequence[GoldenQuestion]", collection_id: UUID | None
) -> "list[GoldenVerdict]":
    from pramana.chat.golden.questions import judge
    from pramana.chat.golden.runner import ask_golden_question

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
    from pramana.chat.golden.runner import import_documentation, is_imported
    from pramana.documents.services import delete_collection

    collection_id = import_documentation(scope)
    try:
        read_now(scope, lambda: is_imported(scope, collection_id))
        yield collection_id
    finally:
        if not keep:
            delete_collection(scope, collection_id)
