"""Readings in the CPU pool: pages travel, and a hostile file costs at most its own reading."""

import random
from collections.abc import Iterator

import pytest

from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import read_pages
from pramana.jobs.cpu import CpuPool
from pramana.jobs.errors import CpuCrashed, CpuOutOfMemory, CpuTimeout
from tests.documents.reading.papers import column, doc, docx, pdf, png_header, saved, sentence

READ = "pramana.documents.reading.file_reader.read_pages"
NO_OCR = {"options": ReadOptions(ocr=False)}
SEED = 2081
EACH = 60


@pytest.fixture(scope="module")
def pool() -> Iterator[CpuPool]:
    pool = CpuPool(1, 1024)
    yield pool
    pool.close()


def test_pages_travel_from_the_child_one_by_one(tmp_path, pool):
    where = saved(tmp_path, "a.pdf", pdf(*[column(60, [sentence(9, n)]) for n in range(5)]))
    stream = pool.stream(READ, where, NO_OCR, 60)
    first = next(stream)
    assert first.text == next(iter(read_pages(*where, **NO_OCR))).text == sentence(9, 0)
    assert [page.number for page in stream] == [1, 2, 3, 4]


def test_a_refusal_arrives_as_what_it_is(tmp_path, pool):
    with pytest.raises(Unreadable, match="empty"):
        list(pool.stream(READ, saved(tmp_path, "a.pdf", b""), NO_OCR, 60))


GOOD = {
    "a.pdf": pdf(*[column(60, [sentence(12, n) for n in range(9)]) for _ in range(2)]),
    "a.docx": docx(lambda document: document.add_table(2, 2).rows[0].cells[0].add_paragraph("x")),
    "a.doc": doc("Some text\r" * 300),
    "a.png": png_header(40, 25),
    "a.html": b"<html><body><table><tr><td>x<pre>y</pre></table><h1>z</h1></body></html>" * 3,
}


@pytest.mark.parametrize("name", GOOD)
def test_a_damaged_file_gives_pages_or_a_refusal_and_nothing_else(tmp_path, pool, name):
    chance = random.Random(SEED)
    outcomes = [
        outcome(pool, saved(tmp_path, name, damaged(GOOD[name], chance))) for _ in range(EACH)
    ]
    assert set(outcomes) <= {"pages", "refused", "child ended"}
    assert outcomes.count("child ended") < EACH // 10


def outcome(pool: CpuPool, where: tuple[str, str]) -> str:
    try:
        list(pool.stream(READ, where, NO_OCR, 30))
    except Unreadable:
        return "refused"
    except (CpuCrashed, CpuTimeout, CpuOutOfMemory):
        return "child ended"
    return "pages"


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, a stretch lost or doubled, or the end cut off."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(8, len(data))
        kind = chance.random()
        if kind < 0.6:
            data[at] = chance.randrange(256)
        elif kind < 0.75:
            del data[at : at + chance.randint(1, 40)]
        elif kind < 0.9:
            data[at:at] = data[at : at + chance.randint(1, 40)]
        else:
            del data[max(at, 64) :]
    return bytes(data)
