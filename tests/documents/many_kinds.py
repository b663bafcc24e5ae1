"""More than sixty files of every kind that is read, as different programs write them."""

import gzip
import io
import json
import tarfile
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.documents.reading.outlook_files import outlook_message
from tests.documents.reading.papers import column, doc, docx, pdf, sentence, written, zipped
from tests.documents.reading.samples import opendocument, workbook

HEADS = (
    "Bal",
    "Chan",
    "Dhar",
    "Gor",
    "Hil",
    "Jum",
    "Kal",
    "Lam",
    "Man",
    "Nar",
    "Pal",
    "Ram",
    "Sal",
)
TAILS = ("kot", "gaun", "pur", "tar", "dara", "khola")
PLACES = [head + tail for tail in TAILS for head in HEADS]


@dataclass(frozen=True)
class Sample:
    """A file, a word that only it holds, and the name of the place where the word is."""

    name: str
    content: bytes
    word: str
    place: str = ""
    page: int = 0
    found_in: str = ""
    """The name of the document that holds the word, where the file is unpacked."""


class Samples:
    """Collects the files; every file has a place name of its own in its words."""

    def __init__(self) -> None:
        self.made: list[Sample] = []

    @property
    def town(self) -> str:
        return PLACES[len(self.made)]

    @property
    def line(self) -> str:
        return f"The gauge at {self.town} shows {1_000 + 37 * len(self.made)} litres."

    def add(self, extension: str, content: bytes | str, **more: Any) -> None:
        as_bytes = content.encode() if isinstance(content, str) else content
        name = f"{len(self.made):02}{extension}"
        self.made.append(Sample(name, as_bytes, self.town, **more))


def samples() -> list[Sample]:
    made = Samples()
    for fill in (texts, pages, tables, books, slides, data, mails, letters, archives, papers):
        fill(made)
    pictures(made)
    return made.made


def texts(made: Samples) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        made.add(".txt", f"The café is closed.\n{made.line}\n".encode(encoding))
    made.add(".txt", f"पानीको मापन\r\n\r\n{made.line}\r\nकार्यालय बन्द छ।\r\n")
    made.add(".txt", f"Well      Depth\nKhola     42 m\n{made.town}   17 m\n")
    made.add(".md", f"# Gauges\n\n- first\n  - {made.line}\n\n> A remark.\n")
    made.add(".md", f"| Town | Litres |\n|---|---|\n| {made.town} | 420 |\n")


def pages(made: Samples) -> None:
    wrap = "<!doctype html><html><head><title>Gauges</title></head><body>{}</body></html>".format
    made.add(".html", wrap(f"<article><h1>Gauges</h1><p>{made.line}</p></article>"))
    made.add(".html", wrap(f"<table><tr><th>Town</th></tr><tr><td>{made.town}</td></tr></table>"))
    made.add(".html", wrap(f"<div>First<br>{made.line}<br>Last</div><article><p>x</p></article>"))
    latin = '<meta charset="windows-1252"><p>Caf\xe9</p><ul><li>' + made.line + "</li></ul>"
    made.add(".htm", wrap(latin).encode("cp1252"))
    strict = f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>{made.line}'
    made.add(".html", strict + "</p></body></html>")


def tables(made: Samples) -> None:
    made.add(".csv", f"Town,Litres\n{made.town},420\n", place="A2")
    made.add(".csv", f"Town;Litres;Note\nKhola;1,5;a\n{made.town};2,5;b\n", place="A3")
    made.add(".csv", f"sep=|\nLitres|Town\n7|{made.town}\n", place="B3")
    made.add(".csv", f'No,Town\n1,"{made.town},\nupper part"\n', place="B2")
    made.add(".csv", f"Town\tLitres\r\n{made.town}\t9\r\n".encode("utf-16"), place="A2")
    made.add(".tsv", f"Litres\tTown\n5\tKhola\n6\t{made.town}\n", place="B3")


def books(made: Samples) -> None:
    rows = [["Town", "Litres"], ["Khola", 42], [made.town, 17.5]]
    made.add(".xlsx", workbook({"Gauges": rows}), place="Gauges!A3")
    second = {"Start": [["Nothing", "here"], ["a", "b"]], "East": [["No", "Town"], [1, made.town]]}
    made.add(".xlsx", workbook(second), place="East!B2")
    quoted = {"Year's plan": [[], ["", "Town", "Due"], ["", made.town, "2026-04-01"]]}
    made.add(".xlsx", workbook(quoted), place="'Year''s plan'!B3")
    titled = {"S": [[made.line], [], ["Town", "Sum"], ["Khola", "=1+1"]]}
    made.add(".xlsx", workbook(titled), place="S")
    wide = {"W": [[f"C{n}" for n in range(30)], [*range(29), made.town]]}
    made.add(".xlsx", workbook(wide), place="W!AD2")
    cells = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{value}</text:p></table:table-cell>" for value in row)
        + "</table:table-row>"
        for row in (("Town", "Litres"), ("Khola", "3"), (made.town, "4"))
    )
    sheet = f'<table:table table:name="West">{cells}</table:table>'
    made.add(".ods", opendocument("spreadsheet", sheet), place="West!A3")


def slides(made: Samples) -> None:
    made.add(".pptx", _show(lambda slide: _item(slide, made.line)), place="slide 2")
    made.add(".pptx", _show(lambda slide: _note(slide, made.line)), place="slide 2")
    made.add(".pptx", _show(lambda slide: _grid(slide, made.town)), place="slide 2")
    frame = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>".format
    both = f"<draw:page>{frame('First')}</draw:page><draw:page>{frame(made.line)}</draw:page>"
    made.add(".odp", opendocument("presentation", both), place="slide 2")


def _show(fill: Any) -> bytes:
    import pptx

    show = pptx.Presentation()
    for number in range(2):
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = f"Part {number}"
        if number:
            fill(slide)
    out = io.BytesIO()
    show.save(out)
    return out.getvalue()


def _item(slide: Any, words: str) -> None:
    slide.placeholders[1].text = words


def _note(slide: Any, words: str) -> None:
    slide.notes_slide.notes_text_frame.text = words


def _grid(slide: Any, word: str) -> None:
    table = slide.shapes.add_table(2, 2, *[2_000_000] * 4).table
    for number, value in enumerate(("Town", "Litres", word, "42")):
        table.cell(number // 2, number % 2).text = value


def data(made: Samples) -> None:
    made.add(".json", json.dumps({"office": {"town": made.town, "litres": 42}}))
    listed = [{"town": "Khola", "litres": 4}, {"town": made.town, "litres": 5}]
    made.add(".json", json.dumps({"gauges": listed}), place="gauges[1].town")
    rows = [listed[0], {"town": made.town, "litres": 6}]
    made.add(".jsonl", "".join(json.dumps(row) + "\n" for row in rows), place="[1].town")
    made.add(".xml", f"<gauges><gauge><town>{made.town}</town><l>4</l></gauge></gauges>")


def mails(made: Samples) -> None:
    made.add(".eml", _mail(made.line))
    made.add(".eml", _mail("See above.", Subject=f"Gauge of {made.town}"), place="Subject")
    made.add(".eml", _mail("नमस्ते", Subject=f"{made.town} को मापन"), place="Subject")
    html = EmailMessage()
    html["From"], html["Subject"] = "asha@example.org", "Gauges"
    html.set_content(f"<p>Dear Bir,</p><ul><li>{made.line}</li></ul>", subtype="html")
    made.add(".eml", bytes(html))
    with_paper = EmailMessage()
    with_paper["From"], with_paper["Subject"] = "asha@example.org", "Attached"
    with_paper.set_content("The sheet is attached.")
    sheet = f"Town,Litres\n{made.town},420\n".encode()
    with_paper.add_attachment(sheet, maintype="text", subtype="csv", filename="gauges.csv")
    made.add(".eml", bytes(with_paper), found_in="gauges.csv", place="A2")
    mark = b"From asha@example.org Mon Mar  2 09:00:00 2026\n"
    both = mark + _mail("A first letter.") + b"\n" + mark + _mail(made.line)
    made.add(".mbox", both, page=1)
    made.add(".msg", outlook_message("Gauges", made.line))
    made.add(".msg", outlook_message(f"Gauge of {made.town}", "See above."), place="Subject")


def _mail(body: str, **headers: str) -> bytes:
    mail = EmailMessage()
    known = {"From": "Asha <asha@example.org>", "To": "Bir <bir@example.org>", "Subject": "Gauges"}
    for name, value in (known | headers).items():
        mail[name] = value
    mail.set_content(body)
    return bytes(mail)


def letters(made: Samples) -> None:
    made.add(".rtf", r"{\rtf1\ansi " + made.line + r"\par Last line.\par}")
    made.add(
        ".rtf",
        r"{\rtf1\ansi\trowd\cellx900\cellx1800 Town\cell Litres\cell\row "
        rf"\trowd\cellx900\cellx1800 {made.town}\cell 42\cell\row\pard End.\par}}",
    )
    made.add(".doc", doc(f"Gauges\r{made.line}\r"))
    made.add(".docx", docx(lambda paper: _chapter(paper, made.line)))
    made.add(".docx", docx(lambda paper: _table(paper, made.town)))
    made.add(".docx", docx(lambda paper: paper.add_paragraph(made.line, style="List Number")))
    made.add(".odt", opendocument("text", f"<text:h>Gauges</text:h><text:p>{made.line}</text:p>"))
    item = f"<text:list><text:list-item><text:p>{made.line}</text:p></text:list-item></text:list>"
    made.add(".odt", opendocument("text", item))


def _chapter(paper: Any, line: str) -> None:
    paper.add_heading("Gauges", 1)
    paper.add_paragraph(line)


def _table(paper: Any, word: str) -> None:
    table = paper.add_table(2, 2)
    for number, value in enumerate(("Town", "Litres", word, "42")):
        table.cell(number // 2, number % 2).text = value


def archives(made: Samples) -> None:
    made.add(".zip", zipped({"in/one.txt": made.line.encode()}), found_in="one.txt")
    inner = zipped({"two.md": f"# Deep\n\n{made.line}\n".encode()})
    made.add(".zip", zipped({"inner.zip": inner}), found_in="two.md")
    made.add(".tar", _tar("three.txt", made.line), found_in="three.txt")
    made.add(".tar.gz", gzip.compress(_tar("four.txt", made.line)), found_in="four.txt")


def _tar(name: str, words: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(words.encode())
        archive.addfile(member, io.BytesIO(words.encode()))
    return out.getvalue()


def papers(made: Samples) -> None:
    made.add(".pdf", pdf(column(60, ["Gauges", made.line, sentence(12)])))
    made.add(".pdf", pdf(column(60, [sentence(9)]), column(60, [sentence(8), made.line])), page=1)
    left, right = ([sentence(6, n) for n in range(20)] for _ in range(2))
    right[7] = made.line
    made.add(".pdf", pdf([*column(50, left), *column(330, right)]))
    grid = [(60.0, 700.0, 11.0, "Town"), (260.0, 700.0, 11.0, "Litres")]
    grid += [(60.0, 680.0, 11.0, made.town), (260.0, 680.0, 11.0, "42")]
    lines = [(50.0, y, 400.0, y) for y in (715.0, 695.0, 675.0)]
    uprights = [(x, 675.0, x, 715.0) for x in (50.0, 250.0, 400.0)]
    made.add(".pdf", pdf(grid, rules=[*lines, *uprights]))
    made.add(".pdf", _saved(made.line, "PDF", resolution=150))


def pictures(made: Samples) -> None:
    for extension, form in ((".png", "PNG"), (".jpg", "JPEG"), (".webp", "WEBP")):
        made.add(extension, _saved(made.line, form))
    for extension, form in ((".gif", "GIF"), (".bmp", "BMP")):
        made.add(extension, _saved(made.line, form))
    second = {"save_all": True, "append_images": [written([made.line])]}
    made.add(".tiff", _saved("A first page", "TIFF", **second), page=1)
    photo = (Path(__file__).parent / "reading" / "note.heic").read_bytes()
    made.made.append(Sample("photo.heic", photo, "bridge"))


def _saved(line: str, form: str, **options: Any) -> bytes:
    picture: Any = written([line])
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()
