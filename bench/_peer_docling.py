"""Run by a Python of its own: docling's reader of PDFs, without its models for layout.

Those come from elsewhere at the first use; what is measured is `docling-parse`, which makes lines
of text with their places, and is where docling begins.
"""

import json
import sys
import time
from typing import Any


def read(path: str) -> dict[str, Any]:
    """Once: it takes so long that warming up does not show."""
    from docling_parse.pdf_parser import DoclingPdfParser

    began = time.process_time()
    document = DoclingPdfParser().load(path)
    pages = characters = 0
    for _, page in document.iterate_pages():
        pages += 1
        characters += sum(len(line.text) for line in page.textline_cells)
    spent = time.process_time() - began
    return {"pages_per_cpu_s": round(pages / spent, 1), "characters": characters}


if __name__ == "__main__":
    print(json.dumps(read(**json.load(sys.stdin))))
