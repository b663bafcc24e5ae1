"""How far a value was checked stands beside the agent's own number, and does not follow it."""

from django.urls import reverse

from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.extraction_fields import save_fields
from pramana.extraction.services.extraction_records import evidence_source
from pramana.extraction.services.extractions import start_extraction
from pramana.kit.scope import Scope
from tests.extraction.papers import AGENT, paper
from tests.web.test_access import signed_in

FIELDS = {"vendor": "Himal Traders Pvt. Ltd.", "guarantor": "Nobody at all"}
SURE = {"vendor": 0.21, "guarantor": 0.99}


def test_an_agent_that_is_sure_of_what_stands_nowhere_is_shown_as_both(scope: Scope) -> None:
    document_id = paper(scope)
    begun = start_extraction(scope, document_id)
    save_fields(scope, begun.id, AGENT, evidence_source(scope, document_id), FIELDS, SURE, {})

    found = get_extraction(scope, begun.id)
    address = reverse("web:extract-one", args=[begun.id])
    page = signed_in(scope).get(address).content.decode()

    assert found.confidence_scores == SURE
    assert found.trust["guarantor"]["score"] < 0.5 < found.trust["vendor"]["score"]
    assert "the agent says 99 %" in page
    assert "the agent says 21 %" in page
    assert "its words were not found" in page
    assert "its words stand in the document" in page
