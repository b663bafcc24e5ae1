"""Lines as they are read: without what stands around them, however much that is."""

from pramana.extraction.domain.reading.document_layout import lines_of


def test_what_stands_around_a_line_is_left_out_and_its_place_is_kept() -> None:
    text = "\n  ## **Total | 500** |\t\n | \n\u00a0राम_\n"

    assert [(line.text, line.start) for line in lines_of(text)] == [
        ("Total | 500", text.index("Total")),
        ("राम", text.index("राम")),
    ]


def test_a_gap_as_wide_as_a_page_takes_no_time() -> None:
    """At a cost of its square this line would be read for a quarter of an hour."""
    (line,) = lines_of("Total" + " " * 100_000 + "500")

    assert line.end == 100_008
