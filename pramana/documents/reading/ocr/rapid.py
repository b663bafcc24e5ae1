"""rapidocr, whose models come inside its wheel: the better reader of Latin, blind to Devanagari."""

from collections.abc import Sequence
from typing import Any

from pramana.documents.domain.composition import Rows, compose
from pramana.documents.domain.paper import Box, WordBox
from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.ocr.port import Recognised
from pramana.kit.evidence import nfc

SETTINGS = {
    "Global.log_level": "error",
    "Global.return_word_box": True,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}
Found = tuple[str, Box, tuple[WordBox, ...]]
"""A line, its box in pixels and its words."""


class Rapid:
    name = "rapidocr"

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        self._engine = RapidOCR(params=SETTINGS)

    def read(self, image: Any, dpi: int) -> Recognised:
        import numpy

        output: Any = self._engine(numpy.asarray(image.convert("RGB"))[:, :, ::-1])
        if output.boxes is None or not output.txts:
            return Recognised("", (), 0.0)
        lines = _lines(output, *image.size)
        scores = [float(score) for score in output.scores]
        return _composed(lines, round(sum(scores) / len(scores), 3))


def _lines(output: Any, width: int, height: int) -> list[Found]:
    words: Sequence[Any] = output.word_results or [()] * len(output.txts)
    return [
        (nfc(text), _box(corners), tuple(_word(word, width, height) for word in inside))
        for text, corners, inside in zip(output.txts, output.boxes, words, strict=True)
    ]


def _box(corners: Any) -> Box:
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _word(found: Any, width: int, height: int) -> WordBox:
    word, _, corners = found
    box = _box(corners)
    return WordBox(nfc(word), box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height)


def _composed(lines: list[Found], sure: float) -> Recognised:
    """Lines come in no order to rely on: they are laid out like words of a text layer."""
    page = PageBuilder()
    order: list[int] = []
    for part in compose([box for _, box, _ in lines]):
        if isinstance(part, Rows):
            page.table([[_text(lines, cell) for cell in row] for row in part.cells])
            order += [place for row in part.cells for cell in row for place in cell]
        else:
            page.paragraph(_text(lines, part.words))
            order += part.words
    boxes = tuple(word for place in order for word in lines[place][2])
    return Recognised(page.text, boxes, sure, page.tables)


def _text(lines: list[Found], places: tuple[int, ...]) -> str:
    return " ".join(lines[place][0] for place in places)
