"""Words in places become lines and tables in reading order."""

from pramana.documents.reading.contracts import Box
from pramana.documents.reading.layout import TableRows, TextLine, compose, jumps_sideways

HEIGHT = 10.0


def box(x: float, y: float, width: float = 30.0) -> Box:
    return Box(x, y, x + width, y + HEIGHT)


def line(x: float, y: float, words: int = 6) -> list[Box]:
    """Words that fill a column of 200 points."""
    return [box(x + 34 * n, y) for n in range(words)]


def test_a_single_column_stays_as_it_is():
    boxes = [word for row in range(10) for word in line(50, 20 * row)]
    parts = compose(boxes)
    assert [part.words for part in parts if isinstance(part, TextLine)] == [
        tuple(range(6 * row, 6 * row + 6)) for row in range(10)
    ]


def test_columns_are_read_down_between_lines_that_cross_them():
    title = [box(50 + 34 * n, 0) for n in range(13)]
    rows = [word for row in range(1, 9) for word in [*line(50, 20 * row), *line(300, 20 * row)]]
    closing = [box(50 + 34 * n, 200) for n in range(13)]
    parts = compose([*title, *rows, *closing])
    assert all(isinstance(part, TextLine) for part in parts) and len(parts) == 18
    firsts = [part.words[0] for part in parts if isinstance(part, TextLine)]
    left, right = [13 + 12 * n for n in range(8)], [19 + 12 * n for n in range(8)]
    assert firsts == [0, *left, *right, 13 + 96]


def test_short_cells_side_by_side_are_a_table_and_not_columns():
    boxes = [box(x, 20 * row) for row in range(6) for x in (50, 200, 350)]
    [table] = compose(boxes)
    assert isinstance(table, TableRows)
    assert table.cells[1] == [(3,), (4,), (5,)]


def test_a_cell_that_goes_on_below_stays_one_cell():
    rows = [[box(50, y), box(200, y)] for y in (0, 40, 60)]
    boxes = [*rows[0], box(200, 12), *rows[1], *rows[2]]
    [table] = compose(boxes)
    assert isinstance(table, TableRows) and table.cells[0] == [(0,), (1, 2)]


def test_drawn_lines_decide_where_cells_are():
    across = [Box(40, y, 400, y) for y in (0.0, 50.0, 80.0)]
    down = [Box(x, 0, x, 80) for x in (40.0, 120.0, 400.0)]
    boxes = [box(50, 5), box(130, 5), box(164, 5), box(130, 25), box(50, 60), box(130, 60)]
    [table] = compose(boxes, [*across, *down])
    assert isinstance(table, TableRows)
    assert table.cells == ([(0,), (1, 2, 3)], [(4,), (5,)])


def test_rules_between_sections_of_running_text_make_no_table():
    rules = [Box(50, y, 450, y) for y in (0.0, 300.0, 600.0)]
    boxes = [word for row in range(25) for word in line(50, 10 + 20 * row, words=12)]
    assert all(isinstance(part, TextLine) for part in compose(boxes, rules))


def test_only_an_order_that_keeps_jumping_is_laid_out_anew():
    down = [box(50, 20 * n, 200) for n in range(9)] + [box(300, 20 * n, 200) for n in range(9)]
    across = [box(x, 20 * n, 200) for n in range(9) for x in (50, 300)]
    assert not jumps_sideways(down) and jumps_sideways(across)


def test_a_page_without_words_has_no_layout():
    assert compose([]) == []
