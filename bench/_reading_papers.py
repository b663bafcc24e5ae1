"""Papers with known headings, items and cells, as the programs that people use write them."""

import io
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path

Row = tuple[str, ...]


@dataclass(frozen=True)
class PaperSection:
    """A heading with what is under it: a paragraph, steps or points, and a table."""

    heading: str
    paragraph: str
    steps: Row = ()
    points: Row = ()
    table: tuple[Row, ...] = ()


@dataclass(frozen=True)
class MadePaper:
    title: str
    sections: tuple[PaperSection, ...]

    @property
    def headings(self) -> list[str]:
        return [self.title, *(section.heading for section in self.sections)]

    @property
    def items(self) -> list[str]:
        return [item for section in self.sections for item in (*section.steps, *section.points)]

    @property
    def cells(self) -> list[tuple[str, str, str]]:
        """Row name, column name and value of every cell below a header and beside a name."""
        return [
            (row[0], name, value)
            for section in self.sections
            for row in section.table[1:]
            for name, value in zip(section.table[0][1:], row[1:], strict=True)
        ]


PUMP = MadePaper(
    "Solar pump SP handbook",
    (
        PaperSection(
            "Before you start",
            "Read these pages before the pump is taken out of its box, and keep them beside it.",
            points=("A bucket of clean water", "Two spanners of 17 mm", "A helper for the lifting"),
        ),
        PaperSection(
            "Priming the pump",
            "Do this whenever the pump has stood dry for longer than one whole day:",
            steps=(
                "Close the outlet valve.",
                "Fill the housing with clean water up to the mark on its side.",
                "Switch the pump on and wait until the green lamp burns.",
                "Open the outlet valve slowly.",
            ),
        ),
        PaperSection(
            "Technical data",
            "The figures hold for clean water of 20 degrees and panels in full sunshine.",
            table=(
                ("Property", "SP-3", "SP-6", "SP-9"),
                ("Flow per hour", "3.1 m³", "6.4 m³", "9.0 m³"),
                ("Greatest lift", "40 m", "55 m", "70 m"),
                ("Dry weight", "18 kg", "27 kg", "41 kg"),
                ("Panel power", "400 W", "900 W", "1,500 W"),
            ),
        ),
        PaperSection(
            "Guarantee",
            "The guarantee lasts for eighteen months from the day when the pump was handed over.",
        ),
    ),
)
LIBRARY = MadePaper(
    "Rules of the hill library",
    (
        PaperSection(
            "Opening hours",
            "The reading room closes fifteen minutes before the library itself is closed.",
            table=(
                ("Day", "Opens", "Closes"),
                ("Sunday", "10:00", "17:00"),
                ("Monday", "10:00", "19:30"),
                ("Friday", "08:30", "14:00"),
            ),
        ),
        PaperSection(
            "Borrowing a book",
            "Members with a valid card may take up to five books home at one time.",
            steps=("Take the book to the desk", "Show your card", "Sign the slip in the cover"),
        ),
        PaperSection(
            "Fines",
            "A fine falls due when a book comes back after the day stamped on its slip.",
            table=(
                ("Kind of book", "Fine per day", "Most in all"),
                ("Novel", "Rs. 2", "Rs. 60"),
                ("Textbook", "Rs. 5", "Rs. 200"),
                ("Atlas", "Rs. 20", "Rs. 900"),
            ),
        ),
        PaperSection(
            "What is not allowed",
            "Please help us to keep the rooms quiet and the books clean for everybody:",
            points=("Food and open drinks", "Calls on a telephone", "Pens beside old maps"),
        ),
    ),
)
TRAVEL = MadePaper(
    "Travel claims for field staff",
    (
        PaperSection(
            "Who may claim",
            "Every member of the field staff may claim the cost of a journey that was approved.",
            points=("Permanent staff", "Staff on a contract of six months or more"),
        ),
        PaperSection(
            "Daily rates",
            "The rates cover food and lodging and are paid in rupees after the journey.",
            table=(
                ("Grade", "Inside the district", "Outside the district"),
                ("Officer", "1,600", "2,400"),
                ("Assistant", "1,200", "1,800"),
                ("Driver", "1,000", "1,500"),
            ),
        ),
        PaperSection(
            "How to claim",
            "Claims that come later than thirty days after the return are not paid any more.",
            steps=(
                "Fill in form T-2 on both of its sides.",
                "Add the ticket of every bus and the bill of every lodge.",
                "Let your supervisor sign the form.",
                "Hand it in at the accounts desk before noon.",
            ),
        ),
    ),
)
PAPERS = {"pump": PUMP, "library": LIBRARY, "travel": TRAVEL}


def pandoc(paper: MadePaper) -> bytes:
    parts = [f"<h1 id='a'>{escape(paper.title)}</h1>"]
    for each in paper.sections:
        parts.append(f"<h2>{escape(each.heading)}</h2><p>{escape(each.paragraph)}</p>")
        if each.steps:
            parts.append(
                "<ol type='1'>" + "".join(f"<li>{escape(s)}</li>" for s in each.steps) + "</ol>"
            )
        if each.points:
            parts.append(
                "<ul>" + "".join(f"<li><p>{escape(s)}</p></li>" for s in each.points) + "</ul>"
            )
        if each.table:
            parts.append(f"<table><thead>{_rows(each.table[:1], 'th')}</thead><tbody>")
            parts.append(f"{_rows(each.table[1:], 'td')}</tbody></table>")
    return _page("".join(parts))


def _rows(rows: tuple[Row, ...], tag: str, before: str = "", after: str = "") -> str:
    lines = [
        "<tr>" + "".join(f"<{tag}>{before}{escape(c)}{after}</{tag}>" for c in row) + "</tr>"
        for row in rows
    ]
    return "".join(lines)


def _page(body: str, head: str = "") -> bytes:
    return f"<html><head><meta charset=utf-8>{head}</head><body>{body}</body></html>".encode()


def word(paper: MadePaper) -> bytes:
    """Saved by Word as a web page: items are paragraphs, headers of tables are bold."""
    parts = [f"<p class=MsoTitle>{escape(paper.title)}<o:p></o:p></p>"]
    ignore = (
        "<![if !supportLists]><span style='mso-list:Ignore'>{}<span>&nbsp;&nbsp; </span></span>"
        "<![endif]>"
    )
    item = "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>{}{}</p>"
    for each in paper.sections:
        parts.append(f"<h1>{escape(each.heading)}<o:p></o:p></h1>")
        parts.append(f"<p class=MsoNormal>{escape(each.paragraph)}</p>")
        for n, step in enumerate(each.steps, 1):
            parts.append(item.format(ignore.format(f"{n}."), escape(step)))
        parts += [item.format(ignore.format("·"), escape(point)) for point in each.points]
        if each.table:
            bold = "<p class=MsoNormal><b>", "</b></p>"
            parts.append(f"<table class=MsoTableGrid>{_rows(each.table[:1], 'td', *bold)}")
            parts.append(_rows(each.table[1:], "td", "<p class=MsoNormal>", "</p>") + "</table>")
    return _page("<div class=WordSection1>" + "".join(parts) + "</div>")


def libreoffice(paper: MadePaper) -> bytes:
    parts = [
        f"<p class='western' align='center'><font size='5'><b>{escape(paper.title)}</b></font></p>"
    ]
    for each in paper.sections:
        parts.append(f"<p class='western'><b>{escape(each.heading)}</b></p>")
        parts.append(f"<p class='western' style='margin-bottom: 0cm'>{escape(each.paragraph)}</p>")
        for tag, items in (("ol", each.steps), ("ul", each.points)):
            inner = "".join(f"<li><p class='western'>\n\t{escape(i)}</p></li>" for i in items)
            parts.append(f"<{tag}>{inner}</{tag}>" if items else "")
        if each.table:
            parts.append(f"<table border='1'>{_rows(each.table[:1], 'th', '<p><b>', '</b></p>')}")
            parts.append(_rows(each.table[1:], "td", "<p class='western'>", "</p>") + "</table>")
    return _page("\n".join(parts))


def google_docs(paper: MadePaper) -> bytes:
    parts = [f"<p class='c3 title'><span class='c0'>{escape(paper.title)}</span></p>"]
    for each in paper.sections:
        parts.append(f"<h2 class='c1'><span class='c2'>{escape(each.heading)}</span></h2>")
        parts.append(f"<p class='c4'><span>{escape(each.paragraph)}</span></p>")
        for tag, items in (("ol", each.steps), ("ul", each.points)):
            inner = "".join(f"<li class='c5'><span>{escape(i)}</span></li>" for i in items)
            parts.append(f"<{tag} class='c6 lst-kix_q-0 start'>{inner}</{tag}>" if items else "")
        if each.table:
            spans = "<p><span>", "</span></p>"
            parts.append(f"<table class='c7'>{_rows(each.table, 'td', *spans)}</table>")
    return _page("".join(parts))


def mail(paper: MadePaper) -> bytes:
    """A mail: a table places the text, divs and line breaks part it."""
    parts = [f"<div style='font-size:20px;font-weight:bold'>{escape(paper.title)}</div>"]
    for each in paper.sections:
        parts.append(f"<div><br></div><div><strong>{escape(each.heading)}</strong></div>")
        parts.append(f"<div>{escape(each.paragraph)}</div>")
        lines = [f"{n}. {escape(step)}" for n, step in enumerate(each.steps, 1)]
        lines += [f"• {escape(point)}" for point in each.points]
        parts.append(f"<div>{'<br>'.join(lines)}</div>" if lines else "")
        if each.table:
            parts.append(f"<table cellpadding=4>{_rows(each.table[:1], 'th')}")
            parts.append(f"{_rows(each.table[1:], 'td')}</table>")
    inner = "".join(parts)
    return _page(
        f"<table width=600><tr><td><table><tr><td>{inner}</td></tr></table></td></tr></table>"
    )


def site(paper: MadePaper) -> bytes:
    """A page of a web site: menus around it, and only its first section in the article."""
    links = "".join(f"<li><a href='/{n}'>Other page {n}</a></li>" for n in range(9))
    whole = pandoc(paper).decode()
    body = whole[whole.index("<h1") : whole.index("</body>")]
    first, *rest = body.split("<h2>")
    article = f"<article>{first}<h2>{rest[0]}</article>"
    others = "".join(f"<div class='block'><h2>{part}</div>" for part in rest[1:])
    menu = f"<nav><ul>{links}</ul></nav>"
    return _page(
        f"{menu}{article}{others}<footer><p>© 2026 The office</p><ul>{links}</ul></footer>"
    )


def styled_docx(paper: MadePaper) -> bytes:
    return _docx(paper, styled=True)


def plain_docx(paper: MadePaper) -> bytes:
    """Headings in bold letters and numbers typed by hand."""
    return _docx(paper, styled=False)


def _docx(paper: MadePaper, *, styled: bool) -> bytes:
    import docx

    document = docx.Document()
    if styled:
        document.add_heading(paper.title, 0)
    else:
        document.add_paragraph().add_run(paper.title).bold = True
    for each in paper.sections:
        if styled:
            document.add_heading(each.heading, 1)
        else:
            document.add_paragraph().add_run(each.heading).bold = True
        document.add_paragraph(each.paragraph)
        for n, step in enumerate(each.steps, 1):
            text = step if styled else f"{n}) {step}"
            document.add_paragraph(text, style="List Number" if styled else None)
        for point in each.points:
            text = point if styled else f"- {point}"
            document.add_paragraph(text, style="List Bullet" if styled else None)
        if each.table:
            table = document.add_table(len(each.table), len(each.table[0]))
            for row, cells in zip(table.rows, each.table, strict=True):
                for cell, text in zip(row.cells, cells, strict=True):
                    cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def markdown(paper: MadePaper) -> bytes:
    lines = [f"# {paper.title}", ""]
    for each in paper.sections:
        lines += [f"## {each.heading}", "", each.paragraph, ""]
        lines += [f"{n}. {step}" for n, step in enumerate(each.steps, 1)]
        lines += [f"* {point}" for point in each.points]
        if each.table:
            lines += [f"| {' | '.join(each.table[0])} |", "|---" * len(each.table[0]) + "|"]
            lines += [f"| {' | '.join(row)} |" for row in each.table[1:]]
        lines.append("")
    return "\n".join(lines).encode()


def plain_text(paper: MadePaper) -> bytes:
    lines = [paper.title.upper(), ""]
    for each in paper.sections:
        lines += [each.heading, "", each.paragraph, ""]
        lines += [f"{n}. {step}" for n, step in enumerate(each.steps, 1)]
        lines += [f"- {point}" for point in each.points]
        widths = [max(map(len, column)) for column in zip(*each.table, strict=True)]
        for row in each.table:
            cells = (cell.ljust(width + 3) for cell, width in zip(row, widths, strict=True))
            lines.append("".join(cells).rstrip())
        lines.append("")
    return "\n".join(lines).encode()


LINES = "table{border-collapse:collapse}td,th{border:1px solid;padding:4px}"
RULED = f"<style>body{{font:11pt sans-serif}}{LINES}</style>"
UNRULED = "<style>body{font:11pt serif}td,th{padding:3px 22px 3px 0;text-align:left}</style>"
COLUMNS = (
    "<style>body{font:10pt serif;column-count:2;column-gap:30px}h1{column-span:all}"
    f"{LINES}</style>"
)


def _styled(paper: MadePaper, style: str) -> bytes:
    return pandoc(paper).replace(b"</head>", style.encode() + b"</head>")


def printed(html: bytes, folder: Path, browser: str) -> bytes:
    """The page as a browser prints it into a PDF."""
    page, out = folder / "print.html", folder / "print.pdf"
    page.write_bytes(html)
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    subprocess.run(
        [browser, *flags, f"--print-to-pdf={out}", page.as_uri()],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return out.read_bytes()


def scanned(pdf: bytes, turn: float) -> bytes:
    """The first page of a PDF as a grey picture of a scanner, turned a little or a lot."""
    import pypdfium2

    page = pypdfium2.PdfDocument(pdf)[0]
    image = page.render(scale=200 / 72, grayscale=True).to_pil()
    image = image.rotate(turn, expand=True, fillcolor=255)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


HTML_FORMS: dict[str, Callable[[MadePaper], bytes]] = {
    "pandoc": pandoc,
    "word": word,
    "libreoffice": libreoffice,
    "google-docs": google_docs,
    "mail": mail,
    "site": site,
}


def write_papers(folder: Path, browser: str) -> dict[str, MadePaper]:
    """Write forty files; return the paper that each holds, by file name."""
    files: dict[str, tuple[MadePaper, bytes]] = {}
    for name, paper in PAPERS.items():
        for form, write in HTML_FORMS.items():
            files[f"html-{form}-{name}.html"] = (paper, write(paper))
        files[f"docx-styled-{name}.docx"] = (paper, styled_docx(paper))
        files[f"docx-plain-{name}.docx"] = (paper, plain_docx(paper))
        if name != "travel":
            files[f"text-markdown-{name}.md"] = (paper, markdown(paper))
            files[f"text-plain-{name}.txt"] = (paper, plain_text(paper))
        for form, style in (("ruled", RULED), ("unruled", UNRULED), ("columns", COLUMNS)):
            pdf = printed(_styled(paper, style), folder, browser)
            files[f"pdf-{form}-{name}.pdf"] = (paper, pdf)
            if form == "ruled":
                turn = {"pump": 0.0, "library": 0.6, "travel": 90.0}[name]
                files[f"scan-ruled-{name}.jpg"] = (paper, scanned(pdf, turn))
    for filename, (_, content) in files.items():
        (folder / filename).write_bytes(content)
    return {filename: paper for filename, (paper, _) in files.items()}
