"""Invoices that are already read, and a model that answers at once with their values."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import UUID

COLUMNS = (
    ("Vendor", "string"), ("Invoice number", "string"), ("Invoice date", "date"),
    ("Subtotal", "money"), ("Tax", "money"), ("Total", "money"), ("Terms", "text"),
)  # fmt: skip
WORDS = ("supply", "goods", "services", "agreed", "between", "parties", "named", "place")
LINES = 24


def paper(number: int) -> tuple[str, dict[str, Any]]:
    """An invoice of about 2,000 characters, and the values that stand in it."""
    chance = random.Random(number)
    vendor = f"Himal {chance.choice(WORDS).title()} Traders {number}"
    net = chance.randint(1_000, 90_000)
    tax = round(net * 0.13, 2)
    terms = "Payment is due within thirty days of receipt of this invoice."
    values = {
        "vendor": vendor, "invoice_number": f"INV-{number:05d}",
        "invoice_date": f"2024-{1 + number % 12:02d}-{1 + number % 28:02d}",
        "subtotal": net, "tax": tax, "total": round(net + tax, 2), "terms": terms,
    }  # fmt: skip
    items = [
        f"{line}. {' '.join(chance.choices(WORDS, k=8))} {chance.randint(1, 9)} x "
        f"{chance.randint(10, 900)}.00"
        for line in range(1, LINES)
    ]
    head = [vendor, f"Invoice No: {values['invoice_number']}", f"Date: {values['invoice_date']}"]
    sums = [f"Subtotal: {net:,}.00", f"VAT 13%: {tax:,.2f}", f"Total: {values['total']:,.2f}"]
    return "\n".join([*head, *items, *sums, terms]), values


def take_in(scope: Any, numbers: Sequence[int]) -> list[UUID]:
    from pramana.documents.testing import make_documents

    return make_documents(scope, [(f"invoice-{each}.txt", paper(each)[0]) for each in numbers])


@contextmanager
def instant(answers: dict[UUID, dict[str, Any]]) -> Iterator[None]:
    """Let the stacks' jobs ask a model that reads and saves each row without thinking."""
    from pramana.llm.contracts import Prompt, ToolUse
    from pramana.llm.testing import ScriptedGateway, ToolScript

    def script(prompt: Prompt[str]) -> ToolScript:
        document_id, values = str(prompt.input.document_id), answers[prompt.input.document_id]
        given = {"values": values, "confidences": dict.fromkeys(values, 0.9)}
        return ToolScript(
            [
                ToolUse("get_document_text", {"doc_id": document_id}),
                ToolUse("extract_row", {"doc_id": document_id, **given}),
            ],
            "Saved.",
        )

    model = ScriptedGateway({"extraction.stack_row": script})

    def gateway(scope: Any) -> ScriptedGateway:
        model.prompts.clear()
        return model

    with patch("pramana.extraction.tasks.gateway", gateway):
        yield
