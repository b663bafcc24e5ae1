"""Scanned tables without a full grid of drawn lines, with their cells known.

Each is printed from HTML, made a grey picture of a scanner with a little noise and skew, and some
lie on their side or upside down.
"""

import io
import random
from dataclasses import dataclass
from html import escape
from pathlib import Path

from bench._reading_papers import printed

Row = tuple[str, ...]
DPI = 170
NOISE = 14


@dataclass(frozen=True)
class ScannedTable:
    """A table with a header row; `group` is a header over the last columns, over its own row."""

    name: str
    rows: tuple[Row, ...]
    group: tuple[str, int] = ("", 0)

    @property
    def cells(self) -> list[tuple[str, str, str]]:
        """Row name, column name and value of every filled cell."""
        head, *body = self.rows
        return [
            (row[0], self._column(name, place), value)
            for row in body
            for place, (name, value) in enumerate(zip(head[1:], row[1:], strict=True), start=1)
            if value
        ]

    def _column(self, name: str, place: int) -> str:
        title, width = self.group
        return f"{title} {name}" if title and place >= len(self.rows[0]) - width else name


TABLES = (
    ScannedTable(
        "seeds",
        (
            ("Seed", "Sown in", "Days to harvest", "Price per kg"),
            ("Maize, white", "Baisakh", "110", "85.00"),
            ("Buckwheat", "Bhadra", "75", "140.00"),
            ("Mustard", "Asoj", "95", "210.50"),
            ("Lentil", "Kartik", "120", "1,180.00"),
        ),
    ),
    ScannedTable(
        "rooms",
        (
            ("Room", "What it may be used for", "Seats", "Who has the key"),
            ("Hall", "Meetings of the whole village and weddings", "220", "The caretaker"),
            ("Store", "Tools of the forest users' group", "", "Hari Tamang"),
            ("Office", "Hearings, and talks with the bank that lends us money", "12", "Secretary"),
            ("Kitchen", "Cooking on days of feasts", "", ""),
            ("Roof", "Drying grain from October until the end of November", "40", "The caretaker"),
        ),
    ),
    ScannedTable(
        "stock",
        (
            ("Item", "Opening", "In", "Out", "Closing"),
            ("Paper, reams", "40", "25", "31", "34"),
            ("Ink", "6", "", "2", "4"),
            ("Files", "120", "60", "", "180"),
            ("Envelopes, large", "", "500", "75", "425"),
            ("Stamps", "300", "", "", "300"),
        ),
    ),
    ScannedTable(
        "fees",
        (
            ("School", "Day pupils", "Boarders"),
            ("Janata", "1,450", "9,800"),
            ("Saraswati", "1,200", "8,750"),
            ("Himalaya", "2,100", "14,300"),
        ),
        group=("Monthly fee", 2),
    ),
    ScannedTable(
        "buses",
        (
            ("Bus to", "Leaves", "Arrives", "Fare"),
            ("Dharan", "06:15", "09:40", "Rs. 450"),
            ("Birtamod", "07:00", "10:05", "Rs. 380"),
            ("Damak by the lower road", "08:30", "12:20", "Rs. 510"),
            ("Kathmandu", "16:45", "07:30 on the next day", "Rs. 1,650"),
        ),
    ),
)

STYLES = {
    "bare": "td,th{padding:3px 26px 3px 0;text-align:left;vertical-align:top}",
    "numbers": "td,th{padding:3px 14px;text-align:right}td:first-child{text-align:left}",
    "tight": "td,th{padding:1px 12px 1px 0;text-align:left;vertical-align:top}td{width:130px}",
    "lines": "table{border-collapse:collapse}tr{border-bottom:1px solid #444}"
    "td,th{padding:4px 16px;text-align:left;vertical-align:top}",
    "shaded": "tr:nth-child(even){background:#ddd}td,th{padding:5px 20px;text-align:left}",
}
TURNS = {"bare": 0.0, "numbers": 0.5, "tight": -0.4, "lines": 180.0, "shaded": 90.0}
BEFORE = "The list below was put up at the office door and holds until another one is put up."
AFTER = "Whoever finds a mistake in it is asked to tell the secretary within seven days."


def write_scans(folder: Path, browser: str) -> dict[str, ScannedTable]:
    """Write a JPEG for each table in each style; return the tables by file name."""
    written = {}
    for table in TABLES:
        for style, rules in STYLES.items():
            pdf = printed(_page(table, rules), folder, browser)
            name = f"scan-{style}-{table.name}.jpg"
            (folder / name).write_bytes(_scan(pdf, TURNS[style], name))
            written[name] = table
    return written


def _page(table: ScannedTable, style: str) -> bytes:
    title, width = table.group
    head, *body = table.rows
    lines = []
    if title:
        single = "".join(f"<th rowspan=2>{escape(name)}</th>" for name in head[:-width])
        centred = f"<th colspan={width} style='text-align:center'>{escape(title)}</th>"
        lines.append(f"<tr>{single}{centred}</tr>")
        head = head[-width:]
    lines.append("<tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr>")
    for row in body:
        lines.append("<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>")
    html = (
        f"<html><head><meta charset=utf-8><style>body{{font:12pt sans-serif}}td{{max-width:210px}}"
        f"{style}</style></head><body><p>{BEFORE}</p><table>{''.join(lines)}</table>"
        f"<p>{AFTER}</p></body></html>"
    )
    return html.encode()


def _scan(pdf: bytes, turn: float, seed: str) -> bytes:
    import pypdfium2
    from PIL import Image, ImageChops

    image = pypdfium2.PdfDocument(pdf)[0].render(scale=DPI / 72, grayscale=True).to_pil()
    image = image.rotate(turn, expand=True, fillcolor=255)
    noise = Image.frombytes(
        "L", image.size, random.Random(seed).randbytes(image.width * image.height)
    )
    image = ImageChops.subtract(image, noise.point(lambda value: value * NOISE // 255))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=75)
    return out.getvalue()
