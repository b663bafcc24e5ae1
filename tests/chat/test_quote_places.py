"""A citation of a sheet names its cell."""

from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_key
from tests.callers import with_key
from tests.documents.reading.samples import workbook


def test_a_quote_from_a_sheet_says_which_cells(transactional_db: None, words_only: None) -> None:
    from pramana.tenancy.testing import make_tenant

    scope: Scope = make_tenant("ours")
    rows = [["Item", "Rate in rupees"], ["Solar pump", "84,000"], ["Nylon rope", "1,250"]]
    add_file(scope, "prices.xlsx", ContentFile(workbook({"Prices": rows})))
    drain_jobs()
    caller: Client = with_key(make_key(scope))

    answer = caller.post(
        "/chat",
        {"query": "What is the rate of the solar pump?"},
        content_type="application/json",
    ).json()

    places = [quote["place"] for source in answer["sources"] for quote in source["quotes"]]
    assert "84,000" in answer["answer"]
    assert places and all(place.startswith("Prices!") for place in places)
