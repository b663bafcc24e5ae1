"""Papers to extract from, written for these tests, and extractions that exist."""

from typing import Any
from uuid import UUID

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.services.extraction_fields import edit_field, save_fields
from pramana.extraction.services.extraction_records import PERSON, FieldAuthor, evidence_source
from pramana.extraction.services.extractions import start_extraction
from pramana.extraction.services.templates import TemplateDraft, create_template
from pramana.kit.scope import Scope
from tests.chat.library import put

INVOICE = """Himal Traders Pvt. Ltd.
Invoice No: INV-2041
Date: 31 May 2024
Bill to: Banepa Municipality

Cement      10   850.00   8,500.00
Steel rods   2   750.00   1,500.00

Subtotal  10,000.00
VAT        1,300.00
Total     11,300.00
"""
FIELDS: dict[str, Any] = {
    "vendor": {"name": "Himal Traders Pvt. Ltd."},
    "invoice_number": "INV-2041",
    "date": "2024-05-31",
    "items": [
        {"name": "Cement", "quantity": 10, "price": 850, "amount": 8500},
        {"name": "Steel rods", "quantity": 2, "price": 750, "amount": 1500},
    ],
    "subtotal": 10000,
    "tax": 1300,
    "total": 11300,
}
CONFIDENCES = {
    "vendor": {"name": 0.9},
    "invoice_number": 0.95,
    "date": 0.9,
    "items": 0.8,
    "subtotal": 0.9,
    "tax": 0.9,
    "total": 0.7,
}
ASKED = (
    FieldSpec(name="invoice_number", description="The number of the invoice"),
    FieldSpec(name="total", type=FieldType.MONEY, required=True),
    FieldSpec(name="due_date", type=FieldType.DATE),
)
AGENT = FieldAuthor("extract_fields")
__all__ = ["AGENT", "ASKED", "CONFIDENCES", "FIELDS", "INVOICE", "PERSON"]


def add_document(scope: Scope, text: str = INVOICE, name: str = "invoice") -> UUID:
    return put(scope, name, text)


def extracted(scope: Scope, text: str = INVOICE) -> UUID:
    """An extraction with its fields saved, as an agent leaves it before it completes."""
    found = start_extraction(scope, add_document(scope, text))
    save(scope, found.id)
    return found.id


def save(scope: Scope, extraction_id: UUID, author: FieldAuthor = AGENT, **fields: Any) -> Any:
    from pramana.extraction.selectors.extractions import get_extraction

    document = get_extraction(scope, extraction_id).document_id
    given = fields or FIELDS
    confidences = {} if fields else CONFIDENCES
    return save_fields(
        scope, extraction_id, author, evidence_source(scope, document), given, confidences, {}
    )


def make_extraction(scope: Scope) -> dict[str, UUID]:
    """The ids by which the scope's person could look everything up."""
    from pramana.extraction.models import Extraction, Lesson
    from pramana.extraction.selectors.history import field_changes

    extraction_id = extracted(scope)
    edit_field(scope, extraction_id, "total", 11300.5)
    document_id = Extraction.objects.in_scope(scope).get(pk=extraction_id).document_id
    lesson = Lesson.objects.create(
        tenant_id=scope.tenant_id,
        document_id=document_id,
        field="due date",
        label="Pay by",
        position="before",
        is_hit=True,
    )
    template = create_template(scope, TemplateDraft("ours", "invoice", "", ASKED))
    return {
        "extraction_id": extraction_id,
        "field_change_id": field_changes(scope, extraction_id)[0].id,
        "template_id": template.id,
        "lesson_id": lesson.id,
    }
