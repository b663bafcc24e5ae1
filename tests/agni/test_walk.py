import httpx
import pytest

from tests.agni.test_offline import ENGLISH, NEPALI
from tests.agni.walk import refusals, walk
from tests.documents.reading.papers import doc, docx, pdf
from tests.product import Product


def word(text: str) -> bytes:
    def build(paper) -> None:
        for line in text.splitlines():
            paper.add_paragraph(line)

    return docx(build)


def printed(text: str) -> bytes:
    lines = [line for line in text.splitlines() if line]
    return pdf([(40, 800 - 20 * place, 9, line) for place, line in enumerate(lines)])


@pytest.mark.parametrize(
    ("filename", "content"),
    [
        ("release.txt", NEPALI.encode()),
        ("release.md", ENGLISH.encode()),
        ("release.doc", doc(ENGLISH)),
        ("release.docx", word(NEPALI)),
        ("release.pdf", printed(ENGLISH)),
    ],
)
def test_every_kind_of_document_goes_all_the_way(product: Product, filename, content):
    with httpx.Client(
        base_url=product.url, headers={"Authorization": f"Bearer {product.key}"}, timeout=60
    ) as client:
        ended = walk(client, filename, content)
        refusals(client)

    assert ended["status"] == "completed"
    assert ended["metadata"]["publication_date"].startswith("2024-05-")
    assert ended["entities"][0]["status"] == "create_new"
