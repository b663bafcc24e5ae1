"""`python -m bench._side_by_side PDF ROUNDS`: pages per CPU second, ours and bare pypdfium2."""

import sys
import time
from collections.abc import Callable

import pypdfium2

from bench._reading_one import ASSETS
from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.file_reader import read_pages


def bare(path: str) -> int:
    """Text and nothing else, the way pypdfium2's own documentation reads it."""
    document = pypdfium2.PdfDocument(path)
    pages = len(document)
    for number in range(pages):
        page = document[number]
        text = page.get_textpage()
        text.get_text_range()
        text.close()
        page.close()
    document.close()
    return pages


def ours(path: str) -> int:
    """Text, verdict, headings, order and language of every page."""
    options = ReadOptions(assets=str(ASSETS))
    return sum(1 for _ in read_pages(path, path, options=options))


def per_second(read: Callable[[str], int], path: str) -> float:
    began = time.process_time()
    pages = read(path)
    return pages / (time.process_time() - began)


def main(path: str, rounds: int) -> None:
    """In turns, so that a busy machine slows both; the first round warms up."""
    found = [(per_second(ours, path), per_second(bare, path)) for _ in range(rounds + 1)][1:]
    print(round(max(o for o, _ in found), 1), round(max(b for _, b in found), 1))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
