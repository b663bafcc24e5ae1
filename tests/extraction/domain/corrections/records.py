"""Ten made-up records, as extractions of different papers would give them."""

from typing import Any

from pramana.extraction.contracts.fields import FieldSpec, FieldType


def specs(*names: str, **types: FieldType) -> tuple[FieldSpec, ...]:
    return tuple(
        FieldSpec(name=name, type=types.get(name.replace(" ", "_"), FieldType.STRING))
        for name in names
    )


INVOICE: dict[str, Any] = {
    "document": {
        "type": "invoice",
        "number": "NF-2291",
        "date": "2025-09-02",
        "due_date": "2025-10-02",
    },
    "vendor": {
        "name": "Northfell Joinery",
        "address": "4 Mill Lane, Kendal",
        "phone": "01539 555 010",
    },
    "buyer": {"name": "Corrie Hall Trust", "address": "Corrie Hall, Penrith"},
    "items": [
        {"description": "Oak worktop", "quantity": 2, "unit_price": 240.0, "amount": 480.0},
        {"description": "Printer paper A4", "quantity": 14, "unit_price": 4.5, "amount": 63.0},
        {"description": "Site fitting", "quantity": 1, "unit_price": 310.0, "amount": 310.0},
    ],
    "totals": {"subtotal": 853.0, "tax": 170.6, "total": 1023.6},
    "currency": "GBP",
}
RECEIPT: dict[str, Any] = {
    "vendor": {"name": "Fewa Lakeside Cafe"},
    "document": {"date": "2025-03-11", "number": "881"},
    "items": [
        {"description": "Chicken momo", "quantity": 2, "amount": 640},
        {"description": "Lemon soda", "quantity": 3, "amount": 450},
        {"description": "Veg thukpa", "quantity": 1, "amount": 280},
        {"description": "Milk tea", "quantity": 4, "amount": 240},
    ],
    "totals": {
        "subtotal": 1610,
        "service_charge": 161,
        "tax": 230.23,
        "discount": 50,
        "total": 1951.23,
    },
    "payment": {"method": "cash", "paid": 2000, "change": 48.77},
}
LEASE: dict[str, Any] = {
    "Landlord": "Brackenhurst Estates LLP",
    "Tenant": "Oddfellow Press",
    "Monthly rent": "£1,450",
    "Deposit": "£2,900",
    "Start of term": "2024-06-01",
    "Notice period": "three months",
    "Break clause": None,
}
MINUTES: dict[str, Any] = {
    "meeting": {
        "date": "2025-01-20",
        "chair": "Hollis Grant",
        "venue": "Town Hall",
        "attendees": ["Hollis Grant", "Priya Nair", "Tom Ashby"],
        "time": "18:30",
    },
    "decisions": [
        {"text": "Repair the roof", "owner": "Tom Ashby", "due": "2025-02-28"},
        {"text": "Renew the insurance", "owner": "Priya Nair", "due": "2025-03-15"},
    ],
}
BILL_NE: dict[str, Any] = {
    "विक्रेता": "अन्नपूर्ण इलेक्ट्रिक",
    "बिल नं": "३३४",
    "मिति": "2025-04-20",
    "छुट": 500,
    "कुल जम्मा": 45200,
    "ग्राहक": "सगरमाथा माध्यमिक विद्यालय",
}
TENDER_NE: dict[str, Any] = {
    "लागत अनुमान": 9500000,
    "धरौटी रकम": 237500,
    "बोलपत्र खोल्ने मिति": "2025-07-15",
    "सम्पर्क व्यक्ति": None,
    "कामको नाम": "खानेपानी पोखरी निर्माण",
}
STATEMENT: dict[str, Any] = {
    "statement": {
        "account_holder": "Dilmaya Thapa",
        "account_number": "0091-22-7781",
        "opening_balance": 12050.5,
        "closing_balance": 9010.25,
        "period": "1-31 May 2025",
    },
    "bank": {"name": "Lumbini Savings"},
    "verified": False,
}
GERMAN: dict[str, Any] = {
    "Rechnungsnummer": "RE-88",
    "Lieferdatum": "2025-11-05",
    "Nettobetrag": 1200.5,
    "Gesamtbetrag": 1428.6,
    "Zahlungsziel": "14 Tage",
}
BID: dict[str, Any] = {
    "Bidder": "Harrow & Pike",
    "Total": 48200,
    "Guarantee": "5 years",
    "Completion date": "2026-08-31",
    "Insured": True,
    "Start date": None,
}
MONEY: dict[str, Any] = {
    "supplier": {"company": "Volta Parts", "tax_id": "DE811907980"},
    "price": {"amount": 1999.0, "currency": "EUR"},
    "po_number": "4400-17",
    "invoice_number": "V-6",
    "lines": [
        {"item": "Fuse 10A", "qty": 40, "rate": 1.2},
        {"item": "Relay 24V", "qty": 12, "rate": 9.8},
    ],
}

RECORDS: dict[str, tuple[dict[str, Any], tuple[FieldSpec, ...]]] = {
    "invoice": (INVOICE, ()),
    "receipt": (RECEIPT, ()),
    "lease": (LEASE, specs(*LEASE)),
    "minutes": (MINUTES, ()),
    "bill": (
        BILL_NE,
        specs(*BILL_NE, छुट=FieldType.MONEY, कुल_जम्मा=FieldType.MONEY, मिति=FieldType.DATE),
    ),
    "tender": (TENDER_NE, ()),
    "statement": (STATEMENT, ()),
    "german": (
        GERMAN,
        specs(
            *GERMAN,
            Nettobetrag=FieldType.NUMBER,
            Gesamtbetrag=FieldType.MONEY,
            Lieferdatum=FieldType.DATE,
        ),
    ),
    "bid": (
        BID,
        specs(
            *BID,
            Total=FieldType.MONEY,
            Completion_date=FieldType.DATE,
            Insured=FieldType.BOOLEAN,
            Start_date=FieldType.DATE,
        ),
    ),
    "money": (MONEY, ()),
}
