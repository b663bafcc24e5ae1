"""Makes papers with known values: invoices of several countries, receipts, contracts, minutes, bids.

Every paper is made from a seed, with names, labels, number formats and layouts drawn from lists, so
that any number of them can be made. They train and measure how sure the reading of fields is; they
are not samples of real papers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

Expected = dict[tuple[str, str], list[str] | None]
"""Accepted values by field name and type; None if the paper does not say it."""


@dataclass
class MadePaper:
    name: str
    text: str
    expected: Expected = field(default_factory=dict)


@dataclass(frozen=True)
class Country:
    code: str
    currency: str
    sign: str
    number: str
    """How numbers are written: en (1,234.50), de (1.234,50), fr (1 234,50), in (1,23,456.00)."""
    date: str
    labels: dict[str, tuple[str, ...]]
    places: tuple[str, ...]
    legal: tuple[str, ...]
    tax_rate: int
    tax_ids: tuple[str, str]
    """Label and pattern of a tax number; # is a digit and @ a letter."""


FIRMS = "Alder Brook|Copper Lane|Bright Harbour|Northgate|Silverline|Green Acre|Tall Pines|Redwood|Kestrel|Marlow|Blue Heron|Oakfield|Westmoor|Lantern|Pebble Bay|Hilltop|Stonecroft|Fernhill|Harvest Moon|Riverbend".split("|")  # fmt: skip
TRADES = "Supplies|Trading|Electrical|Printing|Hardware|Foods|Engineering|Logistics|Interiors|Systems|Packaging|Motors|Stationery|Joinery|Plumbing".split("|")  # fmt: skip
PEOPLE = "Amara Boyd|Tomas Weir|Ines Calvo|Julia Brandt|Anil Shrestha|Meera Pillai|Bikash Rai|Claire Fontaine|Owen Hartley|Sunita Thapa|Karl Lindner|Rosa Medina|Dawa Sherpa|Grace Oduya|Peter Nolan|Kabita Gurung".split("|")  # fmt: skip
GOODS = "Office chair|Desk lamp|Copy paper A4|Steel bracket|Cable drum|Wall paint 5 l|Safety helmet|Timber plank|Water filter|Pump seal|LED panel|Door hinge|Tile adhesive|Printer toner|Work gloves".split("|")  # fmt: skip

EN = {
    "invoice": ("INVOICE", "TAX INVOICE", "SALES INVOICE"),
    "number": ("Invoice No.", "Invoice number", "Invoice #", "Inv. no."),
    "date": ("Date", "Invoice date", "Date of issue", "Tax point"),
    "due": ("Due date", "Payment due", "Please pay by", "Due"),
    "order": ("PO number", "Your order", "Purchase order no.", "Order no."),
    "buyer": ("Bill to", "Invoice to", "Customer", "Sold to"),
    "net": ("Subtotal", "Net total", "Total excl. VAT", "Net amount"),
    "tax": ("VAT {rate}%", "VAT @ {rate}%", "VAT ({rate} %)"),
    "ship": ("Carriage", "Delivery", "Shipping"),
    "less": ("Discount", "Less discount"),
    "total": ("Total", "Total due", "Invoice total", "Amount due", "Grand total"),
    "items": ("Description|Qty|Unit price|Amount", "Qty|Item|Rate|Total"),
    "bank": (
        "Bank: {bank}, sort code 20-11-4#, account 8#######",
        "Pay to {bank}, account 4#######",
    ),
}
DE = {
    "invoice": ("RECHNUNG", "Rechnung"),
    "number": ("Rechnungsnummer", "Rechnung Nr.", "Rechnungs-Nr."),
    "date": ("Rechnungsdatum", "Datum"),
    "due": ("Zahlbar bis", "Fällig am", "Fälligkeit"),
    "order": ("Bestellnummer", "Ihre Bestellung", "Bestell-Nr."),
    "buyer": ("Rechnung an", "Kunde", "Rechnungsempfänger"),
    "net": ("Nettobetrag", "Summe netto", "Zwischensumme"),
    "tax": ("zzgl. {rate} % MwSt.", "MwSt. {rate} %", "USt. {rate} %"),
    "ship": ("Versandkosten", "Versand"),
    "less": ("Rabatt",),
    "total": ("Gesamtbetrag", "Rechnungsbetrag", "Zu zahlen"),
    "items": ("Bezeichnung|Menge|Einzelpreis|Gesamt", "Pos.|Artikel|Menge|Betrag"),
    "bank": ("IBAN DE## #### #### #### #### ## · BIC ABCDDE33XXX",),
}
FR = {
    "invoice": ("FACTURE",),
    "number": ("Facture N°", "Numéro de facture", "N° de facture"),
    "date": ("Date", "Date de facture", "Date d'émission"),
    "due": ("Échéance", "Date d'échéance", "À payer avant le"),
    "order": ("N° de commande", "Votre commande", "Bon de commande"),
    "buyer": ("Client", "Facturé à", "Destinataire"),
    "net": ("Total HT", "Montant HT"),
    "tax": ("TVA {rate} %",),
    "ship": ("Frais de port", "Port"),
    "less": ("Remise",),
    "total": ("Total TTC", "Net à payer"),
    "items": ("Désignation|Qté|P.U. HT|Total HT",),
    "bank": ("IBAN FR## #### #### #### #### #### ###",),
}
ES = {
    "invoice": ("FACTURA",),
    "number": ("Factura nº", "Número de factura", "Nº factura"),
    "date": ("Fecha", "Fecha de factura", "Fecha de emisión"),
    "due": ("Vencimiento", "Fecha de vencimiento"),
    "order": ("Nº de pedido", "Su pedido"),
    "buyer": ("Cliente", "Datos del cliente", "Facturar a"),
    "net": ("Base imponible", "Subtotal"),
    "tax": ("IVA {rate} %", "IVA ({rate}%)"),
    "ship": ("Portes", "Gastos de envío"),
    "less": ("Descuento",),
    "total": ("Total factura", "Total a pagar", "TOTAL"),
    "items": ("Concepto|Cantidad|Precio|Importe",),
    "bank": ("IBAN ES## #### #### #### #### ####",),
}
NE = {
    "invoice": ("कर बीजक", "बीजक"),
    "number": ("बिल नं.", "बीजक नं."),
    "date": ("मिति", "बिल मिति"),
    "due": ("भुक्तानी गर्नुपर्ने मिति",),
    "order": ("खरिद आदेश नं.",),
    "buyer": ("ग्राहकको नाम", "क्रेताको नाम", "ग्राहक"),
    "net": ("करयोग्य रकम", "उपजम्मा"),
    "tax": ("मू.अ.कर {rate}%", "भ्याट {rate}%"),
    "ship": ("ढुवानी",),
    "less": ("छुट",),
    "total": ("कुल जम्मा", "कुल रकम", "जम्मा रकम"),
    "items": ("विवरण|परिमाण|दर|रकम",),
    "bank": ("बैंक : {bank}, खाता नं. ०१७०########",),
}
US = EN | {"tax": ("Sales tax ({rate}%)", "Sales tax {rate}%"), "ship": ("Shipping", "Freight")}
IN = EN | {
    "tax": ("IGST @ {rate}%",),
    "net": ("Taxable value", "Sub total"),
    "invoice": ("TAX INVOICE",),
}
COUNTRIES = (
    Country("uk", "GBP", "£", "en", "%d %B %Y", EN, ("12 Mill Road, Leeds LS1 4AB", "Unit 3, Park Lane, York YO1 7HB", "48 High Street, Derby DE1 2GH"), ("Ltd", "Limited", "LLP"), 20, ("VAT Reg. No.", "GB ### #### ##")),
    Country("us", "USD", "$", "en", "%m/%d/%Y", US, ("220 Alder Street, Boise, ID 83702", "19 Harbor Blvd, Salem, OR 97301"), ("Inc.", "LLC"), 6, ("EIN", "##-#######")),
    Country("de", "EUR", "€", "de", "%d.%m.%Y", DE, ("Hauptstraße 14, 50667 Köln", "Lindenweg 3, 80331 München"), ("GmbH", "KG"), 19, ("USt-IdNr.", "DE#########")),
    Country("fr", "EUR", "€", "fr", "%d/%m/%Y", FR, ("14 rue des Lilas, 35000 Rennes", "8 avenue Foch, 69006 Lyon"), ("SARL", "SAS"), 20, ("N° TVA", "FR##########")),
    Country("es", "EUR", "€", "de", "%d-%m-%Y", ES, ("C/ Mayor 27, 41010 Sevilla", "Avda. del Puerto 5, 46021 Valencia"), ("S.L.", "S.A."), 21, ("CIF", "B-########")),
    Country("in", "INR", "₹", "in", "%d-%b-%Y", IN, ("Plot 12, MIDC, Pune 411026", "14 Anna Salai, Chennai 600002"), ("Pvt. Ltd.", "Private Limited"), 18, ("GSTIN", "27@@@@@####@1Z#")),
    Country("np", "NPR", "Rs.", "in", "%Y-%m-%d", EN, ("New Road-22, Kathmandu", "Lakeside-6, Pokhara"), ("Pvt. Ltd.", "Suppliers"), 13, ("PAN No.", "60#######")),
    Country("ne", "NPR", "रु.", "ne", "%Y/%m/%d", NE, ("नयाँ सडक–२२, काठमाडौँ", "बानेश्वर–१०, काठमाडौँ"), ("प्रा. लि.", "ट्रेडर्स"), 13, ("पान नं.", "३०#######")),
)  # fmt: skip
NEPALI_FIRMS = "हिमचुली|सगुन|पाथीभरा|मनकामना|गौरीशंकर|लुम्बिनी|कञ्चनजङ्घा|सेती".split("|")
NEPALI_DIGITS = str.maketrans("0123456789", "०१२३४५६७८९")
NAMES = {
    "supplier": ("Supplier", "Vendor", "Seller", "Company"),
    "buyer": ("Buyer", "Customer", "Client", "Bill to"),
    "number": ("Invoice number", "Invoice no", "Invoice No."),
    "order": ("PO number", "Purchase order number", "Order number"),
    "date": ("Invoice date", "Date"),
    "due": ("Due date", "Payment due"),
    "net": ("Subtotal", "Net amount", "Net total"),
    "tax": ("VAT", "Tax", "Tax amount"),
    "ship": ("Shipping", "Delivery charge", "Freight"),
    "less": ("Discount",),
    "total": ("Total", "Invoice total", "Total amount", "Amount due"),
    "seller_tax": ("Supplier tax id", "Seller VAT number", "Tax number of the seller"),
    "buyer_tax": ("Buyer tax id", "Customer VAT number", "Tax number of the buyer"),
    "currency": ("Currency",),
    "bank": ("Bank", "Bank name", "Name of the bank"),
    "address": ("Supplier address", "Address of the seller", "Vendor address"),
    "buyer_address": ("Buyer address", "Customer address", "Address of the customer"),
}
"""What people call these fields, whatever the paper calls them."""


def made_papers(count: int, seed: int) -> Iterator[MadePaper]:
    """Papers of every kind in turn."""
    for number in range(count):
        chance = Random(f"{seed}-{number}")
        make = (make_invoice, make_invoice, make_invoice, make_receipt, make_contract, make_minutes, make_bid)[number % 7]  # fmt: skip
        paper = make(chance)
        paper.name = f"{make.__name__.removeprefix('make_')}-{seed}-{number}"
        yield paper


def fill_pattern(chance: Random, pattern: str) -> str:
    letters = "ABCDEFGHKLMNPRSTUVWXYZ"
    return "".join(
        str(chance.randint(1, 9))
        if char == "#"
        else chance.choice(letters)
        if char == "@"
        else char
        for char in pattern
    )


def write_number(value: float, form: str) -> str:
    whole, cents = f"{value:.2f}".split(".")
    groups = _groups(whole, 2 if form in ("in", "ne") else 3)
    sign = {"de": ".", "fr": " "}.get(form, ",")
    point = "," if form in ("de", "fr") else "."
    written = f"{sign.join(groups)}{point}{cents}"
    return written.translate(NEPALI_DIGITS) if form == "ne" else written


def _groups(whole: str, size: int) -> list[str]:
    groups = [whole[-3:]]
    rest = whole[:-3]
    while rest:
        groups.insert(0, rest[-size:])
        rest = rest[:-size]
    return groups


def _day(chance: Random) -> date:
    return date(2025, 1, 1) + timedelta(days=chance.randint(0, 600))


def make_invoice(chance: Random) -> MadePaper:
    country = chance.choice(COUNTRIES)
    made = _InvoiceMaker(chance, country)
    return MadePaper("", made.text(), made.expected())


class _InvoiceMaker:
    """Draws the values of an invoice once, then writes them in one of several layouts."""

    def __init__(self, chance: Random, country: Country) -> None:
        self.chance, self.country = chance, country
        nepali = country.code == "ne"
        firms = chance.sample(NEPALI_FIRMS if nepali else FIRMS, 2)
        trade = "" if nepali else f" {chance.choice(TRADES)}"
        self.seller = f"{firms[0]}{trade} {chance.choice(country.legal)}"
        self.buyer = f"{firms[1]} {chance.choice(country.legal)}"
        self.place, self.buyer_place = chance.choice(country.places), chance.choice(country.places)
        self.bank = f"{chance.choice(FIRMS)} Bank"
        self.label = {key: chance.choice(names) for key, names in country.labels.items()}
        self.number = fill_pattern(
            chance, chance.choice(("####", "INV-####", "2025/###", "A-#####", "F25-####"))
        )
        self.order = (
            fill_pattern(chance, chance.choice(("PO-####", "45#####", "B-###/25")))
            if chance.random() < 0.55
            else ""
        )
        self.day = _day(chance)
        self.due = (
            self.day + timedelta(days=chance.choice((14, 30, 45)))
            if chance.random() < 0.7
            else None
        )
        self.tax_id = self._tax_id()
        self.buyer_tax = self._tax_id() if chance.random() < 0.5 else ""
        self.rows = [
            (item, chance.randint(1, 20), chance.randint(200, 90000) / 100)
            for item in chance.sample(GOODS, chance.randint(1, 4))
        ]
        self.less = round(chance.randint(5, 40), 2) if chance.random() < 0.25 else 0.0
        self.ship = round(chance.randint(300, 4000) / 100, 2) if chance.random() < 0.3 else 0.0
        goods = sum(round(count * price, 2) for _, count, price in self.rows)
        self.net = round(goods - self.less + self.ship, 2)
        self.tax = round(self.net * country.tax_rate / 100, 2)
        self.total = round(self.net + self.tax, 2)

    def _tax_id(self) -> str:
        number = fill_pattern(self.chance, self.country.tax_ids[1])
        return number.translate(NEPALI_DIGITS) if self.country.number == "ne" else number

    def money(self, value: float, *, signed: bool = False) -> str:
        written = write_number(value, self.country.number)
        if not signed:
            return written
        return (
            f"{written} {self.country.sign}"
            if self.country.number in ("de", "fr")
            else f"{self.country.sign}{' ' * self.country.sign.endswith('.')}{written}"
        )

    def written_day(self, day: date) -> str:
        written = day.strftime(self.country.date)
        return written

    def text(self) -> str:
        chance, label = self.chance, self.label
        tax_label = self.country.tax_ids[0]
        head = [self.seller, self.place]
        head.append(f"{tax_label}{chance.choice((': ', ' '))}{self.tax_id}")
        if chance.random() < 0.4:
            head.append("Tel. 0" + fill_pattern(chance, "### ######"))
        meta = [(label["number"], self.number), (label["date"], self.written_day(self.day))]
        if self.order:
            meta.append((label["order"], self.order))
        if self.due:
            meta.append((label["due"], self.written_day(self.due)))
        tail = meta[1:]
        chance.shuffle(tail)
        lines = [*head, *self._blocks([meta[0], *tail])]
        lines += [
            "",
            *self._items(),
            *self._totals(),
            "",
            fill_pattern(chance, label["bank"].format(bank=self.bank)),
        ]
        if chance.random() < 0.3:
            lines.insert(0, label["invoice"])
            lines.insert(1, "")
        return "\n".join(lines)

    def _blocks(self, meta: list[tuple[str, str]]) -> list[str]:
        chance, label = self.chance, self.label
        place = self.buyer_place
        tax = f"{self.country.tax_ids[0]}: {self.buyer_tax}" if self.buyer_tax else ""
        block = [line for line in (self.buyer, place, tax) if line]
        written = self._meta(meta)
        style = chance.randint(0, 3)
        if style == 0:
            return ["", label["invoice"], f"{label['buyer']}:", *block, "", *written]
        if style == 1:
            return [
                "",
                label["invoice"],
                *written,
                "",
                f"{label['buyer']}: {', '.join(block[:1])}",
                *block[1:],
            ]
        if style == 2:
            rows = max(len(block), len(meta))
            left = [f"{label['buyer']}", *block] + [""] * rows
            right = [f"{name}: {value}" for name, value in meta] + [""] * rows
            return [
                "",
                label["invoice"],
                "",
                *(f"{a}\t{b}" for a, b in zip(left, right, strict=False) if a or b),
            ]
        return ["", f"{label['buyer']}: {', '.join(block)}", label["invoice"], *written]

    def _meta(self, meta: list[tuple[str, str]]) -> list[str]:
        style = self.chance.randint(0, 3)
        if style == 0:
            return [f"{name}: {value}" for name, value in meta]
        if style == 1:
            cells = [f"{name}\t{value}" for name, value in meta]
            return ["\t".join(cells[at : at + 2]) for at in range(0, len(cells), 2)]
        if style == 2:
            return ["\t".join(name for name, _ in meta), "\t".join(value for _, value in meta)]
        return ["  ".join(f"{name}: {value}" for name, value in meta)]

    def _items(self) -> list[str]:
        gap = self.chance.choice(("\t", "\t", "  "))
        heads = self.label["items"].split("|")
        lines = [gap.join(heads)]
        for at, (item, count, price) in enumerate(self.rows, 1):
            amount = self.money(round(count * price, 2))
            cells = {
                "Qty": [str(count), item, self.money(price), amount],
                "Pos.": [str(at), item, str(count), amount],
            }
            lines.append(
                gap.join(cells.get(heads[0], [item, str(count), self.money(price), amount]))
            )
        return lines

    def _totals(self) -> list[str]:
        label, gap = self.label, self.chance.choice(("\t", "  ", " "))
        rows = []
        if self.less:
            rows.append((label["less"], self.money(self.less)))
        if self.ship:
            rows.append((label["ship"], self.money(self.ship)))
        rows.append((label["net"], self.money(self.net)))
        rows.append((label["tax"].format(rate=self.country.tax_rate), self.money(self.tax)))
        rows.append((label["total"], self.money(self.total, signed=True)))
        return [f"{name}{gap}{value}" for name, value in rows]

    def expected(self) -> Expected:
        """What each field should be, under names in the paper's own words or in English."""
        chance = self.chance
        values: dict[str, tuple[str, list[str] | None]] = {
            "supplier": ("string", [self.seller]),
            "buyer": ("string", [self.buyer, f"{self.buyer}, {self.country.places[0]}", f"{self.buyer}, {self.country.places[-1]}"]),
            "number": ("string", [self.number]),
            "order": ("string", [self.order] if self.order else None),
            "date": ("date", [self.day.isoformat()]),
            "due": ("date", [self.due.isoformat()] if self.due else None),
            "net": ("money", [str(self.net)]),
            "tax": ("money", [str(self.tax)]),
            "ship": ("string", [self.money(self.ship), str(self.ship)] if self.ship else None),
            "less": ("money", [str(self.less)] if self.less else None),
            "total": ("money", [str(self.total)]),
            "seller_tax": ("string", [self.tax_id]),
            "buyer_tax": ("string", [self.buyer_tax] if self.buyer_tax else None),
            "currency": ("string", [self.country.currency, self.country.sign]),
            "bank": ("string", [self.bank] if "{bank}" in self.label["bank"] else None),
            "address": ("string", [self.place]),
            "buyer_address": ("string", [self.buyer_place]),
        }  # fmt: skip
        expected: Expected = {}
        for key, (kind, accepted) in values.items():
            if key == "date" and self.country.code == "ne":
                continue
            if key == "due" and self.country.code == "ne":
                continue
            names = NAMES[key]
            own = self.country.labels.get(key) if key != "bank" else None
            name = (
                chance.choice(own)
                if own and "{" not in own[0] and chance.random() < 0.3
                else chance.choice(names)
            )
            expected[name, kind] = accepted
        return expected


def make_receipt(chance: Random) -> MadePaper:
    """A till receipt as OCR reads it: upper case, single spaces, service charge, cash and change."""
    shop = f"{chance.choice(FIRMS)} {chance.choice(('Cafe', 'Restaurant', 'Mart', 'Bistro', 'Pharmacy'))}"
    number, pan = fill_pattern(chance, "####"), fill_pattern(chance, "60#######")
    day, cashier = _day(chance), chance.choice(PEOPLE).split()[0]
    rows = [
        (item, chance.randint(1, 5), chance.randint(50, 900)) for item in chance.sample(GOODS, 3)
    ]
    net = float(sum(count * price for _, count, price in rows))
    service = round(net * 0.1, 2) if chance.random() < 0.5 else 0.0
    tax = round((net + service) * 0.13, 2)
    total = round(net + service + tax, 2)
    cash = float(int(total / 100) * 100 + 100) if chance.random() < 0.7 else 0.0
    lines = [
        shop.upper(),
        f"New Road-{chance.randint(1, 30)}, Kathmandu",
        f"PAN:{pan}",
        "TAX INVOICE",
    ]
    lines.append(f"Bill No: {number} Table: {chance.randint(1, 20)}")
    lines += [
        f"Date: {day.isoformat()} {chance.randint(10, 21)}:{chance.randint(10, 59)}",
        "Item Qty Rate Amount",
    ]
    lines += [f"{item} {count} {price} {count * price:.2f}" for item, count, price in rows]
    lines.append(f"Sub Total {net:.2f}")
    if service:
        lines.append(f"Service Charge 10% {service:.2f}")
    lines += [f"VAT 13% {tax:.2f}", f"GRAND TOTAL Rs {total:.2f}"]
    if cash:
        lines += [f"Cash {cash:.2f}", f"Change {cash - total:.2f}"]
    lines += [f"Cashier: {cashier}", "PLEASE COME AGAIN"]
    return MadePaper("", "\n".join(lines), {
        (chance.choice(("Supplier", "Shop", "Company")), "string"): [shop],
        (chance.choice(("Bill No", "Receipt number", "Invoice number")), "string"): [number],
        ("Date", "date"): [day.isoformat()],
        ("Due date", "date"): None,
        ("Buyer", "string"): None,
        (chance.choice(("PAN", "Tax number")), "string"): [pan],
        ("Service charge", "money"): [str(service)] if service else None,
        ("VAT", "money"): [str(tax)],
        (chance.choice(("Grand total", "Invoice total", "Total")), "money"): [str(total)],
        ("Change", "money"): [f"{cash - total:.2f}"] if cash else None,
        ("Cashier", "string"): [cashier],
        ("Currency", "string"): ["NPR", "Rs"],
        ("Card number", "string"): None,
    })  # fmt: skip


def make_contract(chance: Random) -> MadePaper:
    """A lease or a contract for services, its clauses in one of several wordings."""
    roles = chance.choice(
        (("Landlord", "Tenant"), ("Client", "Contractor"), ("Employer", "Consultant"))
    )
    names = [
        f"{firm} {chance.choice(('Ltd', 'Limited', 'Pvt. Ltd.', 'LLP'))}"
        for firm in chance.sample(FIRMS, 2)
    ]
    signed = _day(chance)
    start = signed + timedelta(days=chance.randint(5, 40))
    end = date(start.year + chance.randint(1, 5), start.month, min(start.day, 28))
    fee, deposit = (
        chance.randint(20, 400) * 50,
        chance.randint(2, 20) * 250 if chance.random() < 0.6 else 0,
    )
    notice = chance.choice(("30 days", "60 days", "three months", "six months", "14 days"))
    law = chance.choice(("England and Wales", "Nepal", "the State of Oregon", "Scotland"))
    write = lambda day: f"{day.day} {day:%B %Y}"  # noqa: E731
    opening = chance.choice((
        f'THIS AGREEMENT is made on {write(signed)} between:\n(1) {names[0].upper()} (company number 0{chance.randint(1000000, 9999999)}), of 4 Dock Street ("the {roles[0]}"); and\n(2) {names[1].upper()} of 9 Hill Road ("the {roles[1]}").',
        f"AGREEMENT\nDated: {write(signed)}\n{roles[0]}: {names[0]}, 4 Dock Street\n{roles[1]}: {names[1]}, 9 Hill Road",
        f'This agreement dated {write(signed)} is between {names[0]} (the "{roles[0]}") and {names[1]} (the "{roles[1]}").',
    ))  # fmt: skip
    clauses = [
        chance.choice((f"Duration. It takes effect on {write(start)} and expires on {write(end)}.", f"The term begins on {write(start)} and ends on {write(end)}.", f"Commencement date: {write(start)}. Expiry date: {write(end)}.")),
        chance.choice((f"Fee. The {roles[1]} pays £{fee:,} per month.", f"The monthly fee is GBP {fee:,}, payable in advance.")),
        chance.choice((f"Ending the agreement. Each side can terminate on {notice}' notice in writing.", f"Notice period: {notice}.", f"Notice to terminate shall be {notice}.")),
        chance.choice((f"Governing law: {law}.", f"The law of {law} applies to this agreement.", f"This contract shall be governed by the laws of {law}.")),
    ]  # fmt: skip
    if deposit:
        clauses.insert(
            2,
            chance.choice(
                (
                    f"The {roles[1]} has paid a deposit of £{deposit:,}.",
                    f"Deposit: £{deposit:,}, returned at the end.",
                )
            ),
        )
    body = "\n".join(f"{at}. {clause}" for at, clause in enumerate(clauses, 1))
    return MadePaper("", f"{opening}\n{body}\nSigned by both parties.", {
        (roles[0], "string"): [names[0]],
        (roles[1], "string"): [names[1]],
        (chance.choice(("Date of agreement", "Agreement date", "Date signed")), "date"): [signed.isoformat()],
        (chance.choice(("Start date", "Start of term", "Commencement date")), "date"): [start.isoformat()],
        (chance.choice(("End date", "End of term", "Expiry date")), "date"): [end.isoformat()],
        (chance.choice(("Monthly fee", "Fee per month")), "money"): [str(fee)],
        (chance.choice(("Deposit", "Security deposit")), chance.choice(("money", "string"))): [str(deposit), f"£{deposit:,}"] if deposit else None,
        (chance.choice(("Notice period", "Notice")), "string"): [notice],
        ("Governing law", "string"): [law, f"law of {law}", f"the law of {law}", law.removeprefix("the ")],
        ("Guarantor", "string"): None,
        ("Penalty", "money"): None,
    })  # fmt: skip


def make_minutes(chance: Random) -> MadePaper:
    """Minutes of a meeting: people with roles, an item with money and votes, the next meeting."""
    chair, clerk, other, absent = chance.sample(PEOPLE, 4)
    number, day = chance.randint(3, 90), _day(chance)
    following = day + timedelta(days=chance.choice((28, 35, 91)))
    sum_, votes = chance.randint(5, 90) * 100, chance.randint(3, 9)
    body = chance.choice(
        ("Parish Council", "Board of Trustees", "School Committee", "Works Council")
    )
    write = lambda day: f"{day.day} {day:%B %Y}"  # noqa: E731
    style = chance.random() < 0.5
    present = (
        f"Present: {chair} (chair), {other}, {clerk} (minutes)"
        if style
        else f"Present: {chair}, {other}, {clerk}\nChair: {chair}\nMinutes: {clerk}"
    )
    text = (
        f"{body}\nMinutes of meeting no. {number}\nHeld on {write(day)} at 7 pm in the Reading Room\n{present}\n"
        f"Apologies: {absent}\n1. Minutes of the last meeting were agreed.\n2. Finance. The grant for the new boiler is £{sum_:,}.\n"
        f"3. Fence. The quotation was accepted by {votes} votes to 1.\nNext meeting: {write(following)}."
    )
    return MadePaper("", text, {
        (chance.choice(("Meeting number", "Meeting no")), "string"): [str(number)],
        (chance.choice(("Date", "Date of meeting")), "date"): [day.isoformat()],
        ("Chair", "string"): [chair],
        (chance.choice(("Minutes taken by", "Minutes by")), "string"): [clerk],
        ("Apologies", "string"): [absent],
        (chance.choice(("Grant for the boiler", "Boiler grant")), "money"): [str(sum_)],
        ("Votes for the quotation", "integer"): [str(votes)],
        ("Next meeting", "date"): [following.isoformat()],
        ("Auditor", "string"): None,
        ("Treasurer", "string"): None,
    })  # fmt: skip


def make_bid(chance: Random) -> MadePaper:
    """A short bid: letterhead, reference, prices with and without tax, start, days, validity."""
    firm, buyer = chance.sample(FIRMS, 2)
    bidder = f"{firm} {chance.choice(TRADES)}{chance.choice((' Ltd', '', ' & Sons'))}"
    reference, day = (
        fill_pattern(chance, chance.choice(("Q-####", "T-##/##", "AB-26/##"))),
        _day(chance),
    )
    net = chance.randint(20, 300) * 100.0
    tax = round(net * 0.2, 2)
    start, days = day + timedelta(days=60), chance.randint(5, 40)
    until, years = day + timedelta(days=45), chance.choice((2, 5, 10))
    write = lambda day: f"{day.day} {day:%B %Y}"  # noqa: E731
    label = chance.choice(("Quotation", "Our ref.", "Estimate no.", "Reference:"))
    has_terms = chance.random() < 0.5
    terms = chance.choice(
        (
            "a third with the order, the balance when we finish",
            "half up front and half at handover",
            "two weeks after each monthly invoice",
        )
    )
    gap = chance.choice(("\t", "   ", " ........ "))
    bank = f"{chance.choice(FIRMS)} Bank"
    has_bank = chance.random() < 0.6
    guarantee = chance.choice(
        (
            f"The bid security was issued by {bank}.",
            f"A bank guarantee of {bank} is enclosed.",
            f"Bank: {bank}",
        )
    )
    text = (
        f"{bidder.upper() if chance.random() < 0.5 else bidder}\n7 Quay Street, Hull - 07700 900 {chance.randint(100, 999)}\n\n{label} {reference}\n{write(day)}\n"
        f"{chance.choice(('To:', 'For:'))} {buyer} Housing Association\n\nLabour and materials{gap}{net:,.2f}\n"
        f"{chance.choice(('Net', 'Price without VAT', 'Subtotal'))}{gap}{net:,.2f}\nVAT 20%{gap}{tax:,.2f}\nTOTAL{gap}£{net + tax:,.2f}\n\n"
        f"{chance.choice((f'We can begin on {write(start)} and need {days} working days.', f'Work starts {write(start)}. Time on site: {days} working days.', f'Start date {write(start)}; duration {days} working days'))}\n{chance.choice((f'All work carries a guarantee of {years} years.', f'Warranty: {years} years'))}\n"
        f"{chance.choice((f'This offer is open until {write(until)}.', f'Valid until: {write(until)}'))}\n"
        + (f"Payment: {terms}.\n" if has_terms else "")
        + (guarantee if has_bank else "")
    )
    return MadePaper("", text, {
        (chance.choice(("Bidder", "Supplier", "Company")), "string"): [bidder],
        (chance.choice(("Reference", "Our ref", "Quotation number")), "string"): [reference],
        ("Date", "date"): [day.isoformat()],
        (chance.choice(("Net price", "Price without VAT", "Net")), "money"): [str(net)],
        (chance.choice(("Total with VAT", "Total")), "money"): [str(round(net + tax, 2))],
        (chance.choice(("Start of work", "Start date")), "date"): [start.isoformat()],
        (chance.choice(("Working days", "Number of working days")), "integer"): [str(days)],
        (chance.choice(("Guarantee", "Warranty")), "string"): [f"{years} years", str(years)],
        (chance.choice(("Open until", "Valid until")), "date"): [until.isoformat()],
        ("Payment terms", "string"): [terms] if has_terms else None,
        ("Retention", "string"): None,
        ("Bank", "string"): [bank] if has_bank else None,
        ("Due date", "date"): None,
    })  # fmt: skip
