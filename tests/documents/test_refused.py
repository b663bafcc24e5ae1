"""Files and addresses made to hurt, sent to the real app: a clear error, and nothing is stored."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.api.server import Web, running_web
from tests.documents.fetching.server import Served, page, redirect, serving
from tests.documents.reading.papers import (
    column,
    docx,
    locked_pdf,
    pdf,
    png_header,
    sentence,
    with_part,
)
from tests.documents.traces import TABLES
from tests.starting import starts_processes

MOST_PAGES = 3
LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
BILLION = f'<!DOCTYPE x [<!ENTITY l0 "lol">{LAUGHS}]><w:document>&l9;</w:document>'
OUTSIDE = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><w:document/>'
PAGE = column(60, [sentence(8)])
GOOD = docx(lambda document: document.add_paragraph("text"))

REFUSED = {
    "an encrypted PDF": ("a.pdf", locked_pdf(), "password"),
    "a zip bomb": ("a.docx", with_part("word/media/x.bin", bytes(8_000_000)), "bomb"),
    "a picture of a thousand million pixels": (
        "a.png",
        png_header(40_000, 25_000),
        "million pixels",
    ),
    "a billion laughs": ("a.docx", with_part("word/document.xml", BILLION.encode()), "entities"),
    "an entity from outside": ("a.docx", with_part("word/styles.xml", OUTSIDE.encode()), "entit"),
    "a wrong extension": ("a.txt", pdf(PAGE), "true extension"),
    "a Word file called PDF": ("a.pdf", GOOD, "true extension"),
    "an extension nobody knows": ("a.exe", b"MZ", "kind of file"),
    "an empty file": ("a.txt", b"", "empty"),
    "NUL bytes": ("a.txt", b"some text\x00and more", "NUL"),
    "NUL bytes far in": ("a.md", b"text " * 40_000 + b"\x00", "NUL"),
    "too many pages": ("a.pdf", pdf(*[PAGE] * (MOST_PAGES + 1)), "PRAMANA_MAX_PAGES"),
    "a damaged PDF": ("a.pdf", b"%PDF-1.7 and then nothing of it", "damaged"),
}


@pytest.fixture(scope="module")
def inside() -> Iterator[Served]:
    """A server that nobody may be led to."""
    with serving({"*": page("secret")}) as server:
        yield server


@pytest.fixture(scope="module")
def outside(inside: Served) -> Iterator[Served]:
    """A server that may be asked, and sends its visitors on."""
    with serving({}) as server:
        server.routes["/"] = redirect(f"{inside.url}/")
        server.routes["/twice"] = redirect("/")
        yield server


@pytest.fixture(scope="module")
@starts_processes
def app(outside: Served, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Web]:
    limits = {"PRAMANA_MAX_PAGES": str(MOST_PAGES), "PRAMANA_FETCH_ALLOW": outside.host}
    with running_web(f"refused_{worker_id}", tmp_path_factory.mktemp("data"), **limits) as web:
        yield web


def stored(app: Web) -> dict[str, int]:
    """How many rows each table has, and how many files there are."""
    with psycopg.connect(app.database_url) as connection:
        tables = [row[0] for row in connection.execute(TABLES)]
        rows = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in tables
        }
    files = Path(app.environment["PRAMANA_DATA"], "files")
    return rows | {"files": sum(path.is_file() for path in files.rglob("*"))}


@pytest.mark.parametrize(("name", "content", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_a_file_is_refused_with_a_reason_and_nothing_is_stored(app, name, content, said):
    before = stored(app)
    with app.client() as client:
        answer = client.post("/api/documents/", files={"file": (name, content)})
    assert 400 <= answer.status_code < 500
    assert said in answer.json()["message"]
    assert stored(app) == before


def test_the_good_files_of_a_batch_are_taken_and_the_bad_ones_named(app):
    files = [
        ("file", ("good.docx", GOOD)),
        ("file", ("empty.txt", b"")),
        ("file", ("wells.csv", b"Well,Depth\nKhola,42\n")),
        ("file", ("a.exe", b"MZ")),
    ]
    with app.client() as client:
        answer = client.post("/api/documents/", files=files)
    assert answer.status_code == 202
    batch = answer.json()
    assert [each["filename"] for each in batch["documents"]] == ["good.docx", "wells.csv"]
    assert [(each["filename"], each["error_code"]) for each in batch["refused"]] == [
        ("empty.txt", "UNREADABLE"),
        ("a.exe", "UNREADABLE"),
    ]
    assert "empty" in batch["refused"][0]["message"]


def test_a_batch_with_one_good_file_is_still_a_batch(app):
    files = [("file", ("only.docx", GOOD)), ("file", ("empty.txt", b""))]
    with app.client() as client:
        batch = client.post("/api/documents/", files=files).json()
    assert [each["filename"] for each in batch["documents"]] == ["only.docx"]
    assert [each["filename"] for each in batch["refused"]] == ["empty.txt"]


def test_a_batch_without_a_good_file_is_refused_and_nothing_is_stored(app):
    before = stored(app)
    files = [("file", ("a.txt", b"")), ("file", ("a.exe", b"MZ"))]
    with app.client() as client:
        answer = client.post("/api/documents/", files=files)
    assert answer.status_code == 400
    assert "empty" in answer.json()["message"]
    assert stored(app) == before


@pytest.mark.parametrize("site", [True, False])
@pytest.mark.parametrize(
    "address",
    [
        "{inside}/",
        "http://localhost:{port}/",
        "http://[::1]:{port}/",
        "http://0177.0.0.1:{port}/",
        "{outside}/",
        "{outside}/twice",
    ],
)
def test_an_address_that_leads_inside_is_refused_and_nothing_is_stored(
    app, inside, outside, address, site
):
    url = address.format(inside=inside.url, outside=outside.url, port=inside.port)
    before = stored(app)
    with app.client() as client:
        answer = client.post("/api/sources/", json={"url": url, "site": site})
    assert answer.status_code == 403
    assert "is not" in answer.json()["message"]
    assert stored(app) == before
    assert inside.asked == []


def test_a_document_full_of_scripts_is_text(app):
    script = "<script>alert('boo')</script> & <img src=x onerror=alert(1)>"
    with app.client() as client:
        sent = client.post("/api/documents/", files={"file": ("<b>x.txt", script.encode())})
        app.python(
            "import django; django.setup()\n"
            "from pramana.jobs.testing import drain_jobs\n"
            "drain_jobs()"
        )
        answer = client.get(f"/api/documents/{sent.json()['id']}/text")
    assert answer.json()["text"] == script
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
