"""Tables of scans: what the model sees, and the words that fill it."""

from pramana.documents.reading.contracts import Box
from pramana.documents.reading.layout import TableRows, TextLine, compose
from pramana.documents.reading.ocr_engines import ShapeCell, TableShape
from pramana.documents.reading.scan_layout import (
    PageFrame,
    ScannedPiece,
    WordBox,
    split_at_columns,
)
from pramana.documents.reading.scan_tables import TableRecogniser

LINES = [
    [("Crop", 0, 40), ("Field", 100, 140), ("Yield", 200, 240)],
    [("Rice", 0, 40), ("Lower", 100, 145), ("40", 200, 220)],
    [("terrace", 100, 150)],
    [("Wheat", 0, 45), ("Upper", 100, 142), ("25", 200, 220)],
]


def laid_out(lines, shape, step=14.0):
    """The texts of the parts of a page with these words and a model that sees `shape`."""
    words = [
        (text, Box(x0, n * step, x1, n * step + 10))
        for n, line in enumerate(lines)
        for text, x0, x1 in line
    ]
    texts = [text for text, _ in words]
    recogniser = TableRecogniser(texts, lambda box: shape)
    boxes = [box for _, box in words]
    parts = compose(boxes, (), is_ordered=False, recogniser=recogniser)
    return [_texts(part, texts) for part in parts], recogniser


def _texts(part, texts):
    if isinstance(part, TextLine):
        return " ".join(texts[word] for word in part.words)
    assert isinstance(part, TableRows)
    return [[" ".join(texts[word] for word in cell) for cell in row] for row in part.cells]


def shape_of(rows, columns, *, width=90.0, height=14.0):
    """A grid as the model reports it: roughly in place."""
    cells = [
        ShapeCell(r, c, 1, 1, Box(c * 100 - 3, r * height, c * 100 + width, (r + 1) * height))
        for r in range(rows)
        for c in range(columns)
    ]
    return TableShape(tuple(cells))


def test_a_cell_of_two_lines_stays_one_cell():
    cells = [
        ShapeCell(r, c, 1, 1, Box(c * 100, top, c * 100 + 60, bottom))
        for r, (top, bottom) in enumerate([(0, 10), (14, 38), (42, 52)])
        for c in range(3)
    ]
    parts, _ = laid_out(LINES, TableShape(tuple(cells)))
    assert parts == [
        [["Crop", "Field", "Yield"], ["Rice", "Lower terrace", "40"], ["Wheat", "Upper", "25"]]
    ]


def test_numbers_below_each_other_are_rows_of_their_own():
    lines = [
        [("Tea", 0, 30), ("2", 100, 106), ("60.00", 200, 230)],
        [("Rice with dal", 0, 60), ("1", 100, 106), ("350.00", 200, 234)],
        [("Water", 0, 40), ("40.00", 200, 230)],
    ]
    parts, _ = laid_out(lines, shape_of(1, 3, height=42.0))
    assert parts == [
        [["Tea", "2", "60.00"], ["Rice with dal", "1", "350.00"], ["Water", "", "40.00"]]
    ]


def test_a_shape_with_too_few_columns_is_not_believed():
    parts, _ = laid_out([line for line in LINES if len(line) == 3], shape_of(3, 2))
    assert parts == [
        [["Crop", "Field", "Yield"], ["Rice", "Lower", "40"], ["Wheat", "Upper", "25"]]
    ]


def test_lines_of_prose_are_no_table():
    prose = [[("The office is closed", 0, 210), ("on Friday", 215, 290)] for _ in range(3)]
    parts, _ = laid_out(prose, shape_of(3, 2))
    assert parts == ["The office is closed on Friday"] * 3


def test_without_a_model_the_gaps_decide():
    parts, _ = laid_out([line for line in LINES if len(line) == 3], None)
    assert parts == [
        [["Crop", "Field", "Yield"], ["Rice", "Lower", "40"], ["Wheat", "Upper", "25"]]
    ]


def test_a_header_may_span_columns():
    cells = (
        ShapeCell(0, 0, 1, 1, Box(0, 0, 60, 10)),
        ShapeCell(0, 1, 1, 2, Box(100, 0, 260, 10)),
        *(cell for cell in shape_of(3, 3).cells if cell.row),
    )
    lines = [
        [("School", 0, 40), ("Fee", 150, 180)],
        [("Janata", 0, 45), ("1,450", 100, 140), ("9,800", 200, 240)],
        [("Himal", 0, 45), ("2,100", 100, 140), ("14,300", 200, 246)],
    ]
    boxes = [
        Box(x0, n * 14.0, x1, n * 14.0 + 10) for n, line in enumerate(lines) for _, x0, x1 in line
    ]
    texts = [text for line in lines for text, _, _ in line]
    recogniser = TableRecogniser(texts, lambda box: TableShape(cells))
    [table] = compose(boxes, (), is_ordered=False, recogniser=recogniser)
    assert table.spans == {(0, 1): (2, 1)} and len(table.cells) == 3


def test_a_piece_that_two_cells_share_is_split_between_them():
    lines = [
        [("Item", 0, 40), ("OpeningIn", 100, 220)],
        [("Ink", 0, 30), ("6", 100, 106), ("2", 200, 206)],
        [("Files", 0, 40), ("120", 100, 120), ("60", 200, 212)],
    ]
    _, recogniser = laid_out(lines, shape_of(3, 3))
    [(place, edges)] = recogniser.cuts.items()
    assert place == 1 and all(120 < edge < 200 for edge in edges)
    frame = PageFrame(720, 720, 72)
    word = WordBox("OpeningIn", 100 / 720, 0.0, 220 / 720, 10 / 720)
    pieces = [
        ScannedPiece("Item", Box(0, 0, 40, 10), ()),
        ScannedPiece("OpeningIn", Box(100, 0, 220, 10), (word,)),
    ]
    split = split_at_columns(pieces, recogniser.cuts, frame)
    assert [piece.text for piece in split] == ["Item", "Opening", "In"]
