"""The demonstration's invoice."""

from pramana.extraction import demo
from pramana.extraction.contracts.extractions import ExtractionStatus
from pramana.extraction.selectors.extractions import (
    ExtractionFilter,
    ExtractionStage,
    filtered_extractions,
    get_extraction,
)
from pramana.jobs.testing import drain_jobs
from pramana.tenancy.testing import make_tenant


def test_the_invoice_waits_for_approval_and_its_total_does_not_add_up(
    transactional_db: None,
) -> None:
    scope = make_tenant("stage")
    document = demo.add_invoice(scope)
    while drain_jobs():
        pass
    begun = demo.extract_invoice(scope, document)
    assert not demo.is_done(scope)
    while drain_jobs():
        pass

    found = get_extraction(scope, begun.id)
    assert demo.is_done(scope) and found.status is ExtractionStatus.COMPLETED
    assert found.extracted_fields["vendor"]["name"] == "Himchuli Nirman Sewa Pvt. Ltd."
    assert found.trust["totals"]["total"]["signals"]["consistent"] is False
    assert [
        each.id
        for each in filtered_extractions(scope, ExtractionFilter(stage=ExtractionStage.TO_APPROVE))
    ] == [begun.id]
