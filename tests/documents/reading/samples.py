"""One small, good file of each everyday kind, made on the spot."""

import io
import json
import zipfile
from email.message import EmailMessage
from typing import Any

NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{path}:1.0"'
    for name, path in {
        "office": "office",
        "text": "text",
        "table": "table",
        "draw": "drawing",
        "presentation": "presentation",
    }.items()
)
META = (
    '<office:document-meta xmlns:office="o" xmlns:dc="d"><office:meta>'
    "<dc:title>Plan of the wells</dc:title></office:meta></office:document-meta>"
)

CSV = b"Well,Depth (m),Keeper\nKhola,42,Asha Tamang\nDanda,17.5,Bir Magar\n"
JSON = json.dumps(
    {
        "district": "Ilam",
        "officer": {"name": "Asha Tamang", "since": 2019},
        "wells": [{"name": "Khola", "depth": 42}, {"name": "Danda", "depth": 17.5}],
        "years": [2024, 2025],
    }
).encode()
XML = (
    b'<?xml version="1.0"?><survey year="2026"><place>Ilam</place>'
    b"<well><name>Khola</name><depth>42</depth></well>"
    b"<well><name>Danda</name><depth>17.5</depth></well>"
    b"<note>Only <b>two</b> wells were dry.</note></survey>"
)
RTF = (
    rb"{\rtf1\ansi\ansicpg1252{\info{\title Report on wells}}"
    rb"\f0 The keeper of Khola is Asha Tamang.\par The caf\'e9 has no well.\par "
    rb"\trowd\cellx1000\cellx2000 Well\cell Depth\cell\row "
    rb"\trowd\cellx1000\cellx2000 Khola\cell 42 m\cell\row \pard Last line.\par}"
)


def opendocument(kind: str, body: str) -> bytes:
    """An OpenDocument file whose body is `text`, `spreadsheet` or `presentation`."""
    content = (
        f"<office:document-content {NAMESPACES}><office:body><office:{kind}>{body}"
        f"</office:{kind}></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        package.writestr("content.xml", content)
        package.writestr("meta.xml", META)
    return out.getvalue()


def workbook(sheets: dict[str, list[list[Any]]], title: str = "") -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    book.properties.title = title
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def presentation() -> bytes:
    """Two slides: a title with two items, a text box and notes; a table and a chart."""
    import pptx
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    show = pptx.Presentation()
    show.core_properties.title = "Wells of Ilam"
    first = show.slides.add_slide(show.slide_layouts[1])
    first.shapes.title.text = "What we found"
    first.placeholders[1].text = "Two wells are dry"
    item = first.placeholders[1].text_frame.add_paragraph()
    item.text, item.level = "Khola since May", 1
    first.shapes.add_textbox(*[Inches(1)] * 4).text_frame.text = "Survey of 2026"
    first.notes_slide.notes_text_frame.text = "Ask Asha Tamang for the photographs."
    second = show.slides.add_slide(show.slide_layouts[5])
    second.shapes.title.text = "Depths"
    table = second.shapes.add_table(2, 2, *[Inches(2)] * 4).table
    for place, text in enumerate(("Well", "Depth", "Khola", "42 m")):
        table.cell(place // 2, place % 2).text = text
    data = CategoryChartData()
    data.categories = ["2024", "2025"]
    data.add_series("Rain (mm)", (1800, 1650.5))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *[Inches(2)] * 4, data)
    out = io.BytesIO()
    show.save(out)
    return out.getvalue()


def message(**headers: str) -> bytes:
    """A mail in plain words and HTML with two attachments."""
    mail = EmailMessage()
    known = {
        "From": "Asha Tamang <asha@example.org>",
        "To": "Bir Magar <bir@example.org>",
        "Date": "Mon, 02 Mar 2026 09:30:00 +0545",
        "Subject": "The well at Khola",
    }
    for name, value in (known | headers).items():
        mail[name] = value
    mail.set_content("Dear Bir,\n\nthe pump costs Rs. 84,000.\n")
    mail.add_alternative("<p>the pump costs <b>Rs. 84,000</b>.</p>", subtype="html")
    mail.add_attachment(CSV, maintype="text", subtype="csv", filename="wells.csv")
    mail.add_attachment(b"MZ", maintype="application", subtype="x-any", filename="run.exe")
    return bytes(mail)


def image(form: str) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (120, 80), "white").save(out, form)
    return out.getvalue()


def mailbox() -> bytes:
    """Two messages, the second with an attachment."""
    first = b"From: bir@example.org\nSubject: A question\n\nWhat does the pump at Khola cost?\n"
    mark = b"From bir@example.org Mon Mar  2 09:00:00 2026\n"
    return mark + first + b"\n" + mark + message()


ODT = opendocument(
    "text",
    '<text:h text:outline-level="1">Wells</text:h><text:p>The keeper of Khola is '
    '<text:span>Asha</text:span><text:s text:c="1"/>Tamang.</text:p>'
    "<text:list><text:list-item><text:p>Khola</text:p><text:list><text:list-item>"
    "<text:p>dry</text:p></text:list-item></text:list></text:list-item></text:list>"
    "<table:table><table:table-header-rows><table:table-row><table:table-cell>"
    "<text:p>Well</text:p></table:table-cell><table:table-cell><text:p>Depth</text:p>"
    "</table:table-cell></table:table-row></table:table-header-rows><table:table-row>"
    "<table:table-cell><text:p>Khola</text:p></table:table-cell><table:table-cell>"
    "<text:p>42 m</text:p></table:table-cell></table:table-row></table:table>",
)
ODS = opendocument(
    "spreadsheet",
    '<table:table table:name="Wells"><table:table-row table:number-rows-repeated="2">'
    '<table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
    "<table:table-row><table:table-cell/><table:table-cell><text:p>Well</text:p>"
    "</table:table-cell><table:table-cell><text:p>Depth</text:p></table:table-cell>"
    "</table:table-row><table:table-row><table:table-cell/><table:table-cell>"
    "<text:p>Khola</text:p></table:table-cell><table:table-cell office:value='42'/>"
    "</table:table-row><table:table-row><table:table-cell/><table:table-cell>"
    "<text:p>Danda</text:p></table:table-cell><table:table-cell office:value='17.5'/>"
    '</table:table-row><table:table-row table:number-rows-repeated="1048570">'
    '<table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>',
)
ODP = opendocument(
    "presentation",
    '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>What we found'
    "</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:list>"
    "<text:list-item><text:p>Two wells are dry</text:p></text:list-item></text:list>"
    "</draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box>"
    "<text:p>Ask Asha.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>",
)


def good_files() -> dict[str, bytes]:
    rows = [["Well", "Depth"], ["Khola", 42], ["Danda", 17.5]]
    return {
        "a.csv": CSV,
        "a.tsv": CSV.replace(b",", b"\t"),
        "a.xlsx": workbook({"Wells": rows}),
        "a.pptx": presentation(),
        "a.odt": ODT,
        "a.ods": ODS,
        "a.odp": ODP,
        "a.rtf": RTF,
        "a.json": JSON,
        "a.xml": XML,
        "a.eml": message(),
        "a.mbox": mailbox(),
    }
