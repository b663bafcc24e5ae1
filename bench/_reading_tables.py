"""Papers with tables without a grid of lines, whose cells are known, as people print them.

Around each table there is what papers have: a running head, headings, text close above.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

from bench._drawn_tables import LEFT, MadeTable, Row, Sheet, TableStyle, draw_table


def _rows(text: str) -> tuple[Row, ...]:
    """Rows written with bars between their cells."""
    lines = (line for line in text.splitlines() if line.strip())
    return tuple(tuple(cell.strip() for cell in line.split("|")) for line in lines)


LATHES = MadeTable(
    "Machine data",
    _rows(
        """
        | DK-4 | DK-7 | DK-11
        Swing over the bed | 210 mm | 340 mm | 520 mm
        Spindle speed | 60 to 1,800 rpm | 45 to 1,600 rpm | 20 to 1,200 rpm
        Motor | 0.75 kW | 2.2 kW | 5.5 kW
        Mass with stand | 186 kg | 412 kg | 1,140 kg
        Noise at 1 m | 68 dB(A) | 71 dB(A) | 77 dB(A)
        """
    ),
)
SETTINGS = MadeTable(
    "Settings at the works",
    _rows(
        """
        | DK-4 | DK-7 | DK-11
        Belt slack | 6 mm | 8 mm | 11 mm
        Oil in the gear case | 0.8 L | 1.9 L | 4.5 L
        Fuse | 10 A | 16 A | 25 A
        """
    ),
)
PLACES = MadeTable(
    "Conditions of the place",
    _rows(
        """
        Condition | Limit (every model)
        Temperature of the room | 5 to 40 °C
        Height above the sea | 2,200 m
        Load of the floor | at least 900 kg per m²
        """
    ),
)
TICKETS = MadeTable(
    "Season tickets",
    _rows(
        """
        Visitors | Single entry (Rs.) | Ten entries (Rs.) | Season with locker (Rs.)
        Adults | 120 | 1,050 | 4,800
        Pupils and students | 60 | 500 | 2,200
        Families of four | 300 | 2,600 | 11,500
        Members of a club | 80 | 700 | 3,100
        """
    ),
)
TROUBLES = MadeTable(
    "Troubles and help",
    _rows(
        """
        Sign | Cause | Help | Done by
        Red lamp | The water is lower than the mark | Fill it up and press GO | cook
        No steam | The valve is closed, or lime is in it | Open it, or clean the nozzle | cook
        Smell of burning | Grease on the heater | Pull the plug and call the workshop | workshop
        Lid stays shut | Pressure above 0.2 bar | Wait until the pin has dropped | cook
        """
    ),
)
STOCK = MadeTable(
    "Count of the store",
    _rows(
        """
        Article | Shelf | Opening | In | Out | Closing
        Hinge, brass | B2 | 140 | 60 | 75 | 125
        Hinge, steel | B3 | 310 |  | 40 | 270
        Lock with two keys | C1 | 22 | 12 |  | 34
        Screw 5 × 40 |  | 4,000 | 2,000 | 3,150 | 2,850
        Glue | D4 | 18 |  |  | 18
        """
    ),
)
LOADS = MadeTable(
    "Loads in winter and summer",
    _rows(
        """
        Bridge | Cars | Carts | Cars | Carts
        Lower bridge | 3.5 t | 1.2 t | 5.0 t | 2.0 t
        Mill bridge | 2.5 t | 0.8 t | 3.5 t | 1.5 t
        Rope bridge | none | 0.3 t | none | 0.4 t
        """
    ),
    groups=(
        ("Winter", 1, 3),
        ("Summer", 3, 5),
    ),
)
BILL = MadeTable(
    "What was delivered",
    _rows(
        """
        Item | Qty | Unit price | Line total
        Roof sheet 0.4 mm | 24 | 1,340.00 | 32,160.00
        Ridge cap | 6 | 780.00 | 4,680.00
        Self-drilling screws | 400 | 3.50 | 1,400.00
        Transport to Ilam | 1 | 5,500.00 | 5,500.00
        """
    ),
)
PARTICULARS = MadeTable(
    "Particulars",
    _rows(
        """
        Plot number | 1182
        Owner | Dilli Maya Limbu
        Area | 3 ropani 4 ana
        Borders in the north | The canal of the mill
        Borders in the south | Land of the temple
        Tax paid until | Asar 2081
        """
    ),
    heads=0,
    pairs=1,
)
REFERENCES = MadeTable(
    "References",
    _rows(
        """
        Order no. | PK-7731 | Ordered on | 14 May 2025
        Delivered by | Road | Delivered on | 2 June 2025
        Payment | 30 days net | Clerk | Usha Dhakal
        """
    ),
    heads=0,
    pairs=2,
)
CLINIC = MadeTable(
    "Hours of the clinic",
    _rows(
        """
        Service | Opens | Closes | Room | Telephone
        Mothers and children | 08:00 | 12:30 | 3 | 021-55 01 31
        Eyes | 10:00 | 15:00 | 7 | 021-55 01 34
        Teeth | 09:30 | 16:00 | 8 | 021-55 01 35
        Laboratory | 07:00 | 11:00 | 1 | 021-55 01 30
        Vaccination | 10:00 | 13:00 | 3 | 021-55 01 31
        """
    ),
)
PARTS = MadeTable(
    "Parts that can be ordered",
    _rows(
        """
        Part no. | Name | Fits
        DK-0031 | Drive belt | DK-4
        DK-0032 | Drive belt | DK-7 and DK-11
        DK-1140 | Set of jaws | all models
        DK-1200 | Tailstock | DK-4
        DK-2205 | Lamp with arm | all models
        DK-3010 | Foot brake | DK-11
        """
    ),
)
RATES = MadeTable(
    "Rates of the lodge",
    _rows(
        """
        Room | Low season | High season
        North house
        Single | 1,400 | 2,100
        Double | 2,000 | 3,200
        South house
        Twin | 1,800 | 2,700
        Dormitory bed | 450 | 600
        """
    ),
)
COURSES = MadeTable(
    "Courses",
    _rows(
        """
        Course | Begins | Weeks | Fee
        Bread and cakes | 3 March | 6 | Rs. 4,500
        Welding, first part | 10 March | 12 | Rs. 9,000
        Sewing | 17 March | 8 | Rs. 3,200
        """
    ),
)
PERMITS = MadeTable(
    "Permits",
    _rows(
        """
        Kind of permit | Valid for | Fee for residents | Fee for all others | Where to apply
        Fishing with a rod in the lake | 1 year | Rs. 300 | Rs. 1,200 | Ward office
        Gathering of dry wood | 3 months | Rs. 50 | not given | Forest users' group
        Grazing, for each head | 6 months | Rs. 120 | Rs. 400 | Forest users' group
        Camping | 7 nights | free | Rs. 500 | Gate
        """
    ),
)
REGISTER = MadeTable(
    "Register of wells",
    (
        ("Well", "Ward", "Depth", "Yield per hour"),
        *(
            (f"Well {n + 1:02}", f"{n % 9 + 1}", f"{14 + 3 * n} m", f"{900 + 35 * n} L")
            for n in range(56)
        ),
    ),
)

Made = tuple[tuple[MadeTable, TableStyle], ...]
BARE = TableStyle()
SHEETS: dict[str, Made] = {
    "bare": ((LATHES, BARE),),
    "plain-head": ((CLINIC, replace(BARE, is_head_bold=False)),),
    "close": ((CLINIC, replace(BARE, gap=6.0, aligns="lccr")),),
    "close-words": ((PARTS, replace(BARE, gap=7.0, by_word=True)),),
    "right": ((STOCK, replace(BARE, aligns="llr", gap=14.0)),),
    "right-plain": ((STOCK, replace(BARE, aligns="llr", gap=9.0, is_head_bold=False)),),
    "centred": ((LATHES, replace(BARE, aligns="lc", gap=16.0)),),
    "wrapped-head": ((TICKETS, replace(BARE, aligns="lr", gap=18.0, widths=(130, 55, 55, 80))),),
    "wrapped-head-low": (
        (
            TICKETS,
            replace(BARE, aligns="lc", widths=(130, 55, 55, 80), head_at_bottom=True, rules="h"),
        ),
    ),
    "wrapped-cells": ((TROUBLES, replace(BARE, widths=(80, 120, 130, 60), gap=14.0, step=18.0)),),
    "wrapped-tight": (
        (
            TROUBLES,
            replace(BARE, widths=(80, 120, 130, 60), gap=10.0, step=12.0, wrapped_step=11.5),
        ),
    ),
    "wrapped-lines": ((TROUBLES, replace(BARE, widths=(80, 120, 130, 60), rules="r", step=17.0)),),
    "groups": ((LOADS, replace(BARE, aligns="lc")),),
    "groups-lines": ((LOADS, replace(BARE, aligns="lr", rules="hb")),),
    "total": ((BILL, replace(BARE, aligns="lr", rules="h")),),
    "labels": ((PARTICULARS, BARE),),
    "labels-lines": ((PARTICULARS, replace(BARE, rules="r", gap=60.0)),),
    "pairs": ((REFERENCES, BARE),),
    "pairs-lines": ((REFERENCES, replace(BARE, rules="r")),),
    "several": ((LATHES, BARE), (SETTINGS, BARE), (PLACES, BARE), (PARTS, BARE)),
    "several-lines": (
        (LATHES, replace(BARE, rules="r", gap=34.0)),
        (SETTINGS, replace(BARE, rules="r", gap=52.0)),
        (PLACES, replace(BARE, rules="r", gap=88.0)),
    ),
    "several-open": (
        (COURSES, replace(BARE, rules="hb")),
        (PARTS, replace(BARE, rules="hb")),
        (CLINIC, replace(BARE, rules="hb", gap=11.0)),
    ),
    "stacked-lines": (
        (LATHES, replace(BARE, rules="r", across=480.0)),
        (SETTINGS, replace(BARE, rules="r", across=480.0)),
        (PLACES, replace(BARE, rules="r", across=480.0)),
    ),
    "stacked": ((CLINIC, BARE), (COURSES, BARE), (STOCK, replace(BARE, aligns="llr"))),
    "top-lines": ((PARTS, replace(BARE, rules="r", across=480.0)),),
    "top-bare": ((PARTS, replace(BARE, gap=12.0)),),
    "labelled-rows": ((RATES, replace(BARE, aligns="lr", gap=40.0)),),
    "beside": ((COURSES, replace(BARE, gap=12.0, size=8.5)),),
    "pages": ((REGISTER, BARE),),
    "pages-head": ((REGISTER, replace(BARE, rules="h")),),
    "permits": ((PERMITS, replace(BARE, widths=(100, 70, 60, 60, 100), gap=12.0, rules="hb")),),
    "permits-bare": (
        (PERMITS, replace(BARE, widths=(100, 70, 60, 60, 100), gap=12.0, is_head_bold=False)),
    ),
}
HEAD = "Handbook of the village works - edition 3"
ABOVE = (
    "The figures below were taken in the spring and hold until the next edition is printed, which",
    "is expected in about two years. Whoever finds a mistake is asked to tell the office.",
)
BESIDE = (
    "The school in the old",
    "dairy gives courses in",
    "spring and in autumn.",
    "Whoever wants to come",
    "writes a letter to the",
    "head before February.",
)


def write_tables(folder: Path) -> dict[str, list[tuple[str, str, str]]]:
    """Write a PDF for each style; return the cells that each must show, by file name."""
    written = {}
    for style, tables in SHEETS.items():
        name = f"table-{style}.pdf"
        (folder / name).write_bytes(_Paper(style).draw(tables))
        written[name] = [cell for table, _ in tables for cell in table.cells]
    return written


class _Paper:
    """A paper with tables: its running head, its headings and its text."""

    def __init__(self, style: str) -> None:
        self.style, self.sheet, self.pages = style, Sheet(), 0
        self._begin_page()

    def _begin_page(self) -> None:
        self.pages += 1
        self.sheet.write(LEFT, 812, HEAD, 8)
        self.sheet.write(480, 812, f"Page {self.pages}", 8)

    def draw(self, tables: Made) -> bytes:
        sheet = self.sheet
        has_heading = not self.style.startswith("top")
        for line in ABOVE if has_heading else ():
            sheet.line(line)
        for number, (table, look) in enumerate(tables, start=1):
            if has_heading:
                sheet.y -= 8
                sheet.line(f"{number}.{number} {table.title}", 11.5, bold=True, step=16.0)
            left = self._write_beside() if self.style == "beside" else LEFT
            turn = partial(self._turn_page, table, look)
            draw_table(sheet, table, look, left=left, on_page_end=turn)
            if self.style == "total":
                self._write_totals(look)
            sheet.y -= 6
            if not self.style.startswith("stacked"):
                sheet.line("This list replaces the one of last year.")
        return sheet.content()

    def _turn_page(self, table: MadeTable, look: TableStyle) -> None:
        self.sheet.turn_page()
        self._begin_page()
        if self.style.endswith("-head"):
            draw_table(self.sheet, replace(table, rows=table.rows[:1]), look)

    def _write_beside(self) -> float:
        """Write text at the left, and return where the table may begin."""
        for place, line in enumerate(BESIDE):
            self.sheet.write(LEFT, self.sheet.y - 13 * place, line, 10)
        return 230.0

    def _write_totals(self, look: TableStyle) -> None:
        sheet = self.sheet
        for label, value in (("Subtotal", "43,740.00"), ("VAT 13 %", "5,686.20")):
            sheet.write(250, sheet.y, label, look.size)
            sheet.write(400 - sheet.width(value, look.size), sheet.y, value, look.size)
            sheet.y -= look.step
