"""Fills a product's database for the browser tests; run in a process of its own.

`python -m tests.web.seed` with the product's DATABASE_URL and PRAMANA_DATA. Two tenants: one with
work in every state, one with nothing in it. Everyone's password is the same.
"""

import json
import sys
from typing import Any

import django

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
FILES = {
    "Koshi bridge press release.txt": LETTER.encode() * 6,
    "कोशी पुल विज्ञप्ति.txt": NEPALI.encode() * 6,
    "Minutes of the ward meeting.txt": LETTER.encode() * 40,
    f"{'Unbroken' * 20}.txt": b"A name without a single space.",
    "Broken scan.txt": b"\x00\x01\x02 not a text",
    "Broken letter.txt": b"\x00\x01\x02 not a text either",
}


def main() -> None:
    django.setup()
    from django.core.files.base import ContentFile

    from pramana.documents.services import add_file
    from pramana.jobs.models import Job
    from pramana.tenancy.contracts import KeyKind, Role
    from pramana.tenancy.models import User
    from pramana.tenancy.services import create_key
    from pramana.tenancy.testing import make_member, make_tenant

    full, empty = make_tenant("archive"), make_tenant("empty")
    viewer = make_member(full, Role.VIEWER, user_name="visitor")
    for person in User.objects.filter(pk__in=[full.actor_id, empty.actor_id, viewer.actor_id]):
        person.set_password(PASSWORD)
        person.save()
    documents = {
        name: str(add_file(full, name, ContentFile(content)).id) for name, content in FILES.items()
    }
    create_key(full, "Nightly import", role=Role.REVIEWER)
    create_key(
        full,
        "Help page",
        role=Role.VIEWER,
        kind=KeyKind.PUBLISHABLE,
        origins=["https://docs.example.org"],
    )
    Job.objects.bulk_create(_jobs(full))
    json.dump({"documents": documents}, sys.stdout)


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
