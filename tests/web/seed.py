"""Fills a product's database for the browser tests; run in a process of its own.

`python -m tests.web.seed` with the product's DATABASE_URL and PRAMANA_DATA. Two tenants: one with
work in every state, one with nothing in it. Everyone's password is the same.
"""

import json
import sys
from typing import Any

import django

from tests.waiting import wait_until

PASSWORD = "a-long-password"
LETTER = """The ministry said on Monday that the Koshi bridge will open in March. Engineer
Sunita Rai signed the report for the district office.

Work began in 2019 and was stopped twice: by the flood of 2021, then by a dispute over the
contract. The Koshi bridge is 412 metres long and carries two lanes.

"We have waited for forty years," said the chair of the ward. Nobody knew the final cost.

"""
NEPALI = """सुनिता राईले कोशी पुल चैतमा खुल्ने बताइन्। पुल ४१२ मिटर लामो छ।

काम २०७६ सालमा सुरु भई दुई पटक रोकियो: पहिले बाढीले, पछि ठेक्काको विवादले।

"""
TEXTS = {
    "Koshi bridge press release": LETTER * 6,
    "कोशी पुल विज्ञप्ति": NEPALI * 6,
    "Minutes of the ward meeting": LETTER * 40,
    "Unbroken" * 20: "A name without a single space.",
    "Broken scan": "It was a scan.",
    "Broken letter": "It was a letter.",
    "Broken note": "It was a note.",
}
"""By title: each file is named by it and begins with it."""

HANDBOOK = """# Handbook of the archive

How papers come in and how they are found again.

## Taking in

Every paper gets a number. The clerk writes it down.

## Finding again

Ask for the words, not for the number.

### In two scripts

कागजपत्र जुनसुकै लिपिमा भेटिन्छ।
"""
SURVEY = (
    "The survey of the Koshi bridge began in May.",
    "Each pillar was measured twice by Sunita Rai.",
    "The deck is sound; the railing is not.",
)
"""A page each."""

REASON = "The file holds no text."
PATIENCE = 120.0


def whole(title: str) -> str:
    return f"{title}\n\n{TEXTS[title]}"


def main() -> None:
    django.setup()
    from django.core.files.base import ContentFile

    from pramana.demo.contracts import PropKind
    from pramana.demo.services import record_props
    from pramana.documents.services import add_file
    from pramana.jobs.models import Job
    from pramana.tenancy.contracts import KeyKind, Role
    from pramana.tenancy.models import User
    from pramana.tenancy.services import create_key
    from pramana.tenancy.testing import make_member, make_tenant
    from tests.web.long import make_long_document

    full, empty = make_tenant("archive"), make_tenant("empty")
    viewer = make_member(full, Role.VIEWER, user_name="visitor")
    for person in User.objects.filter(pk__in=[full.actor_id, empty.actor_id, viewer.actor_id]):
        person.set_password(PASSWORD)
        person.save()
    documents = {
        title: str(add_file(full, f"{title}.txt", ContentFile(whole(title).encode())).id)
        for title in TEXTS
    }
    documents |= _others(full)
    record_props(full, PropKind.RELEASE, [documents["Koshi bridge press release"]])
    _break(full, [document for title, document in documents.items() if "Broken" in title])
    create_key(full, "Nightly import", role=Role.REVIEWER)
    create_key(
        full,
        "Help page",
        role=Role.VIEWER,
        kind=KeyKind.PUBLISHABLE,
        origins=["https://docs.example.org"],
    )
    Job.objects.bulk_create(_jobs(full))
    _matters(full)
    documents["Ledger"] = str(make_long_document(full))
    json.dump({"documents": documents}, sys.stdout)


def _others(scope: Any) -> dict[str, str]:
    """A paper with pictures, one with headings, a collection, and sources in two states."""
    from django.core.files.base import ContentFile

    from pramana.documents.contracts import SourceStatus
    from pramana.documents.models import Source
    from pramana.documents.services import add_file, create_collection
    from pramana.kit.clock import utcnow
    from tests.documents.reading.papers import column, pdf, sentence

    pages = [column(60, [line, *(sentence(11, n) for n in range(30))]) for line in SURVEY]
    bridges = create_collection(scope, "Bridges")
    survey = add_file(scope, "Bridge survey.pdf", ContentFile(pdf(*pages)), collection_id=bridges)
    handbook = add_file(scope, "Handbook.md", ContentFile(HANDBOOK.encode()))
    known = {"tenant_id": scope.tenant_id, "created_by_id": scope.actor_id}
    Source.objects.create(
        **known,
        url="https://news.example.org/",
        whole_site=True,
        collection_id=bridges,
        status=SourceStatus.COMPLETED,
        **{"fetched": 12, "unchanged": 230, "failed": 1},
        error="https://news.example.org/old: the server answered 410.",
        fetched_at=utcnow(),
    )
    Source.objects.create(
        **known,
        url="https://gone.example.org/report",
        whole_site=False,
        status=SourceStatus.FAILED,
        error="The address cannot be found.",
        fetched_at=utcnow(),
    )
    return {"Bridge survey": str(survey.id), "Handbook": str(handbook.id)}


def _matters(scope: Any) -> None:
    """A case to choose, and rules about sources of both kinds."""
    from pramana.external.services import add_policy
    from pramana.retrieval.scoring.contracts import PolicyEffect
    from pramana.tenancy.services import open_case

    open_case(scope, "The opening of the Koshi bridge")
    add_policy(scope, "*.gov.np", PolicyEffect.BOOST, points=20, note="The state's own word.")
    add_policy(scope, "spam.example", PolicyEffect.REJECT)


def _break(scope: Any, broken: list[str]) -> None:
    """Say of documents, once they are read, that they could not be: trying again will help."""
    from pramana.documents.contracts import Status
    from pramana.documents.models import Page
    from pramana.documents.selectors import newest_documents
    from pramana.documents.services import set_status
    from pramana.jobs.models import Job

    read = Status.COMPLETED
    wait_until(lambda: all(each.status is read for each in newest_documents(scope)), PATIENCE)
    for document in newest_documents(scope):
        if str(document.id) in broken:
            set_status(scope, document.id, Status.FAILED, error=REASON)
            Page.objects.in_scope(scope).filter(document_id=document.id).delete()
            Job.objects.in_scope(scope).filter(run_id=document.run_id).update(
                state="failed", error=f"Unreadable: {REASON}"
            )


def _jobs(scope: Any) -> list[Any]:
    """Rows in states that would take long to reach by working."""
    from pramana.jobs.models import Job
    from pramana.kit.clock import utcnow

    common = {"tenant_id": scope.tenant_id, "trace_id": scope.trace_id, "name": "documents.read"}
    states = ["done"] * 55 + ["cancelled", "dead"]
    return [
        Job(**common, state=state, started_at=utcnow(), finished_at=utcnow()) for state in states
    ]


if __name__ == "__main__":
    main()
