"""The structure of a stored document, within its tenant."""

from uuid import uuid4

import pytest
from django.core.files.base import ContentFile

from pramana.documents import selectors, services
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Page, Passage
from pramana.documents.testing import make_documents
from pramana.jobs.testing import drain_jobs

HTML = """<h1>Kettle manual</h1><h2>Descaling</h2><p>To descale it:</p>
<ol><li>Fill it.</li><li>Boil it.</li></ol>
<h2>Data</h2><table><tr><th>Model<th>Weight<tr><td>K2<td>3 kg<tr><td>K4<td>5 kg</table>"""


@pytest.fixture
def document_id(transactional_db, scope):
    document = services.add_file(scope, "kettle.html", ContentFile(HTML.encode()))
    drain_jobs()
    return document.id


def test_a_read_document_has_its_structure(scope, document_id):
    text = selectors.document_text(scope, document_id)
    found = selectors.structure_of(scope, document_id, start=text.index("5 kg"), end=len(text))
    assert found.heading_path(text.index("5 kg")) == ("Kettle manual", "Data")
    table = found.table_at(text.index("5 kg"))
    assert table is not None
    cell = table.cell_at(text.index("5 kg"))
    assert cell is not None and text[cell.start : cell.end] == "5 kg"
    assert (table.row_name(cell.row), table.column_name(cell.column)) == ("K4", "Weight")
    [steps] = found.lists
    assert steps.intro is not None
    assert [text[item.body : item.end] for item in steps.items] == ["Fill it.", "Boil it."]
    assert found == selectors.structure_of(scope, document_id)


def test_another_tenant_sees_no_structure(scope, other_scope, document_id):
    for asked in (document_id, uuid4()):
        with pytest.raises(DocumentNotFound):
            selectors.structure_of(other_scope, asked)


def test_a_document_of_an_older_version_has_what_its_text_shows(scope, document_id):
    old = [
        [{"start": c["start"], "end": c["end"], "text": c["text"]} for c in row] for row in TABLE
    ]
    blocks = [{"start": 0, "end": 5, "kind": "row"}]
    Page.objects.in_scope(scope).filter(document_id=document_id).update(tables=[old], blocks=blocks)
    found = selectors.structure_of(scope, document_id)
    assert found.tables[0].header_rows == 0 and len(found.lists) == 1


TABLE = [
    [{"start": 0, "end": 6, "text": "Kettle"}, {"start": 7, "end": 13, "text": "manual"}],
    [{"start": 0, "end": 6, "text": "Kettle"}],
]


def test_a_document_without_pages_has_what_its_text_shows(db, scope):
    [document_id] = make_documents(scope, [("Note", "Bring:\n- a coat\n- boots")])
    [found] = selectors.structure_of(scope, document_id).lists
    assert [item.marker for item in found.items] == ["-", "-"]


def test_a_later_row_of_a_long_table_is_found_by_its_header(transactional_db, scope):
    rows = "".join(f"<tr><td>Pump {n}<td>{n} litres" for n in range(400))
    page = f"<h1>Pumps</h1><table><tr><th>Name<th>Displacement{rows}</table>"
    document = services.add_file(scope, "pumps.html", ContentFile(page.encode()))
    drain_jobs()
    passages = Passage.objects.in_scope(scope).filter(document_id=document.id)
    assert {passage.lead for passage in passages[1:]} == {"Name\tDisplacement"}
    views = selectors.get_passages(scope, [passage.id for passage in passages])
    text = selectors.document_text(scope, document.id)
    assert all(view.text == text[view.start : view.end] for view in views.values())
    indexed = selectors.passage_texts(scope, [passages[3].id])[passages[3].id]
    assert indexed.startswith("Pumps\nName\tDisplacement\n")
