"""PowerPoint presentations (.pptx): one page per slide, with its tables, charts and notes."""

from collections.abc import Iterator
from typing import Any

from pramana.documents.reading.contracts import FileKind, ReadOptions
from pramana.documents.reading.errors import report_damage
from pramana.documents.reading.file_kinds import check_package
from pramana.documents.reading.page_builder import CellContent, PageBuilder

NOTES = "Notes"
MAX_GROUP_DEPTH = 8
LINE_BREAK = "\x0b"


def open_presentation(path: str, options: ReadOptions) -> Any:
    import pptx

    check_package(path, FileKind.PPTX, options)
    with report_damage(".pptx"):
        return pptx.Presentation(path)


def presentation_info(path: str, options: ReadOptions) -> tuple[int | None, str]:
    """The number of slides and the stated title."""
    presentation = open_presentation(path, options)
    return len(presentation.slides), (presentation.core_properties.title or "").strip()


def presentation_pages(path: str, options: ReadOptions) -> Iterator[PageBuilder]:
    for slide in open_presentation(path, options).slides:
        yield _slide_page(slide)


def _slide_page(slide: Any) -> PageBuilder:
    page = PageBuilder()
    title = slide.shapes.title
    if title is not None:
        page.heading(title.text_frame.text.replace(LINE_BREAK, " "), 1)
    for shape in _shapes(slide.shapes):
        if title is None or shape.shape_id != title.shape_id:
            _add_shape(page, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text
        if notes.strip():
            page.heading(NOTES, 2)
            for line in notes.replace(LINE_BREAK, "\n").split("\n"):
                page.paragraph(line)
    return page


def _shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """The shapes in their order, also those inside groups."""
    for shape in shapes:
        inner = getattr(shape, "shapes", None)
        if inner is None:
            yield shape
        elif depth < MAX_GROUP_DEPTH:
            yield from _shapes(inner, depth + 1)


def _add_shape(page: PageBuilder, shape: Any) -> None:
    if getattr(shape, "has_table", False):
        page.table(_table_rows(shape.table))
    elif getattr(shape, "has_chart", False):
        _add_chart(page, shape.chart)
    elif shape.has_text_frame:
        _add_text(page, shape)


def _add_text(page: PageBuilder, shape: Any) -> None:
    """Add the paragraphs; those of a body with several of them are the items of a list."""
    filled = [each for each in shape.text_frame.paragraphs if each.text.strip()]
    is_list = shape.is_placeholder and len(filled) > 1
    if is_list:
        page.begin_list()
    for paragraph in filled:
        text = paragraph.text.replace(LINE_BREAK, " ")
        if is_list:
            page.item(text, "•", paragraph.level)
        else:
            page.paragraph(text)


def _table_rows(table: Any) -> list[list[CellContent]]:
    """The rows; a merged cell occurs once, at the first place that it covers."""
    has_header = bool(table.first_row)
    return [
        [
            CellContent(
                cell.text_frame.text.replace(LINE_BREAK, " "),
                cell.span_width if cell.is_merge_origin else 1,
                cell.span_height if cell.is_merge_origin else 1,
                is_header=has_header and number == 0,
            )
            for cell in row.cells
            if not cell.is_spanned
        ]
        for number, row in enumerate(table.rows)
    ]


def _add_chart(page: PageBuilder, chart: Any) -> None:
    """Add the figures of a chart as a table: a row per category, a column per series."""
    if chart.has_title and chart.chart_title.has_text_frame:
        page.paragraph(chart.chart_title.text_frame.text)
    for plot in chart.plots:
        series = list(plot.series)
        categories = [str(each) for each in plot.categories]
        header = [CellContent(name, is_header=True) for name in ["", *(s.name for s in series)]]
        values = [list(each.values) for each in series]
        page.table(
            [
                header,
                *(
                    [CellContent(name), *(CellContent(_figure(v, row)) for v in values)]
                    for row, name in enumerate(categories)
                ),
            ]
        )


def _figure(values: list[Any], row: int) -> str:
    value = values[row] if row < len(values) else None
    return "" if value is None else f"{value:.15g}"
