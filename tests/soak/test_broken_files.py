"""Two thousand broken files through every reader: each is read or refused, in time, and no process
that reads for others is left hanging. PRAMANA_SOAK_FILES makes it fewer or more.
"""

import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pramana.documents.reading.archives import CONTAINER_KINDS, unpack_files
from pramana.documents.reading.contracts import FileKind, PageText, ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_kinds import EXTENSIONS, extension_of
from pramana.documents.reading.file_reader import document_info, read_pages
from pramana.jobs.cpu import CpuPool
from pramana.jobs.errors import CpuCrashed, CpuOutOfMemory
from tests.soak.broken import bombs, damaged, originals

FILES = 2_000
LIMIT_S = 60.0
AT_ONCE = 2
OPTIONS = ReadOptions(dpi=72, max_pages=20)


@pytest.fixture(scope="module")
def pool() -> Iterator[CpuPool]:
    made = CpuPool(AT_ONCE, memory_mb=1024)
    yield made
    made.close()


def test_every_broken_file_is_read_or_refused(pool: CpuPool, tmp_path: Path) -> None:
    count = int(os.environ.get("PRAMANA_SOAK_FILES", FILES))
    files, began = originals(), time.monotonic()

    def try_one(number: int) -> tuple[str, str]:
        extension, content = files[number % len(files)]
        broken = damaged(extension, content, random.Random(number))
        return EXTENSIONS[extension], outcome(pool, tmp_path / f"{number}{extension}", broken)

    with ThreadPoolExecutor(AT_ONCE) as together:
        outcomes = Counter(together.map(try_one, range(count)))
    for (kind, end), times in sorted(outcomes.items()):
        print(f"{kind} {end}: {times}")
    print(f"{count} files, {time.monotonic() - began:.0f} s")
    assert {kind for kind, _ in outcomes} == set(FileKind)
    assert {end for _, end in outcomes} <= {"read", "refused"}


@pytest.mark.parametrize("name", sorted(bombs()))
def test_a_file_made_to_hurt_is_read_or_refused(pool: CpuPool, tmp_path: Path, name: str) -> None:
    assert outcome(pool, tmp_path / name, bombs()[name]) in ("read", "refused", "too large")


def outcome(pool: CpuPool, path: Path, content: bytes) -> str:
    """What became of a file. Time-outs and errors nobody named are raised."""
    path.write_bytes(content)
    arguments = (str(path), path.name)
    try:
        options = {"options": OPTIONS}
        pool.call(path_of(document_info), arguments, options, LIMIT_S)
        for page in pool.stream(path_of(read_pages), arguments, options, LIMIT_S):
            check(page)
        if EXTENSIONS[extension_of(path.name)] in CONTAINER_KINDS:
            unpack(pool, path)
    except Unreadable as error:
        return "refused" if error.message.endswith(".") else f"refused: {error.message}"
    except CpuOutOfMemory:
        return "too large"
    except CpuCrashed:
        return "took its process down"
    finally:
        path.unlink()
    return "read"


def path_of(function: Callable[..., Any]) -> str:
    """By which the pool finds it in another process."""
    return f"{function.__module__}.{function.__name__}"


def unpack(pool: CpuPool, path: Path) -> None:
    """Take the files out of an archive or a mail; none may land outside the folder."""
    folder = path.with_suffix(".unpacked")
    folder.mkdir()
    arguments, options = (str(path), path.name, str(folder)), {"options": OPTIONS}
    try:
        for each in pool.stream(path_of(unpack_files), arguments, options, LIMIT_S):
            assert Path(each.path).parent == folder
    finally:
        shutil.rmtree(folder)


def check(page: PageText) -> None:
    """What was read can be kept: PostgreSQL takes neither NUL nor half a character."""
    assert "\x00" not in page.text
    page.text.encode()
    for heading in page.headings:
        assert heading.text in page.text[heading.start :]
