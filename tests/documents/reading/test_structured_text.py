"""JSON and XML: every value with its path."""

import json

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import read_pages
from tests.documents.reading.papers import saved
from tests.documents.reading.samples import JSON, XML


def text_of(tmp_path, name, content):
    (page,) = read_pages(*saved(tmp_path, name, content))
    return page.text


def test_a_value_of_json_stands_with_its_path(tmp_path):
    lines = text_of(tmp_path, "a.json", JSON).split("\n")
    assert "district: Ilam" in lines
    assert "officer.name: Asha Tamang" in lines
    assert "years: 2024, 2025" in lines


def test_a_list_of_records_is_a_table_whose_cells_have_paths(tmp_path):
    (page,) = read_pages(*saved(tmp_path, "a.json", JSON))
    (table,) = page.tables
    assert [cell.text for cell in table.rows[0]] == ["name", "depth"]
    assert [(cell.text, cell.address) for cell in table.rows[2]] == [
        ("Danda", "wells[1].name"),
        ("17.5", "wells[1].depth"),
    ]
    assert [each.text for each in page.headings] == ["wells"]


def test_json_lines_are_a_table(tmp_path):
    content = b'{"well": "Khola", "depth": 42}\n{"well": "Danda", "depth": 17.5}\n'
    assert text_of(tmp_path, "a.jsonl", content) == "well\tdepth\nKhola\t42\nDanda\t17.5"


@pytest.mark.parametrize("content", [b'{"well": "Khola",', b"[" * 100_000 + b'"x"'])
def test_broken_json_is_read_as_the_text_that_it_is(tmp_path, content):
    assert text_of(tmp_path, "a.json", content) == content.decode()


def test_json_that_is_nested_without_end_is_refused(tmp_path):
    value: object = "x"
    for _ in range(400):
        value = {"a": value}
    with pytest.raises(Unreadable, match="nested"):
        text_of(tmp_path, "a.json", json.dumps(value).encode())


def test_values_and_attributes_of_xml_stand_with_their_paths(tmp_path):
    assert text_of(tmp_path, "a.xml", XML).split("\n") == [
        "survey/@year: 2026",
        "survey/place: Ilam",
        "survey/well[1]/name: Khola",
        "survey/well[1]/depth: 42",
        "survey/well[2]/name: Danda",
        "survey/well[2]/depth: 17.5",
        "survey/note: Only two wells were dry.",
    ]


def test_entities_of_xml_are_never_resolved(tmp_path):
    content = b'<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a><b>x</b><c>&f;</c></a>'
    text = text_of(tmp_path, "a.xml", content)
    assert "root:" not in text and "a/b: x" in text


def test_broken_xml_is_read_as_the_text_that_it_is(tmp_path):
    assert text_of(tmp_path, "a.xml", b"<a><b>Khola</a>") == "<a><b>Khola</a>"
