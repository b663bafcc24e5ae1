"""Runs in its own environment: docling's PDF parser, without its layout models.

Those are downloaded at first use. This measures `docling-parse`, the first stage of docling, which
returns lines of text with their positions.
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
