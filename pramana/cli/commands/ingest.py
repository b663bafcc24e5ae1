"""`pramana ingest` and `demo`: add files and folders, or a demonstration, to the library."""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from uuid import UUID

from pramana.cli.commands.serve import WorkerProcess
from pramana.cli.product import add_tenant_option, ready_scope, say
from pramana.kit.errors import AppError, InvalidRequest, Unavailable
from pramana.kit.scope import Scope


def ingest_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path)
    parser.add_argument(
        "--collection",
        metavar="NAME",
        help="add them to this collection, which is created if needed",
    )
    add_tenant_option(parser)


def run_ingest(options: argparse.Namespace) -> int:
    """Print the id of each document. A rejected file is reported; the others are still added."""
    with ready_scope(options.tenant) as scope:
        collection_id = _collection(scope, options.collection) if options.collection else None
        rejected = sum(not _upload(scope, path, collection_id) for path in _files(options.paths))
    say("The files are read in the background while `pramana serve` or `pramana worker` runs.")
    return int(rejected > 0)


def _files(paths: list[Path]) -> Iterator[Path]:
    """Yield the named files, and in folders every file with a supported extension."""
    from pramana.documents.services import EXTENSIONS

    for path in paths:
        if path.is_dir():
            files = (p for p in sorted(path.rglob("*")) if p.name.lower().endswith(EXTENSIONS))
            yield from (p for p in files if p.is_file())
        elif path.is_file():
            yield path
        else:
            raise InvalidRequest(f"There is no file or folder {path}.")


def _upload(scope: Scope, path: Path, collection_id: UUID | None) -> bool:
    from django.core.files.base import File

    from pramana.documents.services import add_file

    try:
        with path.open("rb") as file:
            added = add_file(scope, path.name, File(file), collection_id=collection_id)
    except AppError as error:
        say(f"{path}: {error}")
        return False
    print(f"{added.id}  {path}", flush=True)
    return True


def _collection(scope: Scope, name: str) -> UUID:
    from pramana.documents.selectors import collections_of
    from pramana.documents.services import create_collection

    ids_by_name = {each.name: each.id for each in collections_of(scope)}
    return ids_by_name.get(name) or create_collection(scope, name)


PATIENCE_S = 300.0
LOOK_EVERY_S = 0.5


def read_now(scope: Scope, is_read: Callable[[], bool]) -> None:
    """Run a worker until the documents are read, then embed their passages."""
    from pramana.documents.contracts import PASSAGES
    from pramana.retrieval.services import embed_missing, settle_counts

    worker = WorkerProcess(os.environ)
    try:
        _wait(is_read)
    finally:
        worker.close()
    embed_missing(scope, PASSAGES)
    settle_counts(scope)


def _wait(is_read: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_read():
        if time.monotonic() > deadline:
            raise Unavailable("The documents were not read within five minutes. Try again.")
        time.sleep(LOOK_EVERY_S)


NEXT = (
    "Now start Pramana with ./run and open the link it prints. If it is running, reload the page.",
    "The home page guides you through the demonstration. An admin can remove it there.",
)


def run_demo(_: argparse.Namespace) -> None:
    with ready_scope("default") as scope:
        from pramana.demo.services import load_demo

        for sentence in load_demo(scope, partial(read_now, scope)):
            say(sentence)
    say("", *NEXT)
