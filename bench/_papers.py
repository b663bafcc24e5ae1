"""Makes papers with known values: invoices of several countries, receipts, contracts, minutes.

Every paper is made from a seed, with names, labels, number formats and layouts drawn from lists, so
that any number of them can be made. They train and measure how sure the reading of fields is; they
are not samples of real papers.
"""

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from bench._paper_words import (
    COUNTRIES,
    FIRMS,
    GOODS,
    NAMES,
    NEPALI_DIGITS,
    NEPALI_FIRMS,
    PEOPLE,
    TRADES,
    Country,
)

Expected = dict[tuple[str, str], list[str] | None]
"""Accepted values by field name and type; None if the paper does not say it."""


@dataclass
class MadePaper:
    name: str
    text: str
    expected: Expected = field(default_factory=dict)


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


def drawn_day(chance: Random) -> date:
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
        self.day = drawn_day(chance)
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
            "buyer": (
                "string",
                [
                    self.buyer,
                    f"{self.buyer}, {self.country.places[0]}",
                    f"{self.buyer}, {self.country.places[-1]}",
                ],
            ),
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
        }
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
    """A till receipt as OCR reads it: upper case, single spaces, service charge, change."""
    kind = chance.choice(("Cafe", "Restaurant", "Mart", "Bistro", "Pharmacy"))
    shop = f"{chance.choice(FIRMS)} {kind}"
    number, pan = fill_pattern(chance, "####"), fill_pattern(chance, "60#######")
    day, cashier = drawn_day(chance), chance.choice(PEOPLE).split()[0]
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
    return MadePaper(
        "",
        "\n".join(lines),
        {
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
        },
    )
