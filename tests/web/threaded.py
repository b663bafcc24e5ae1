"""A tenant in which one record is named by a document, a field, a cell, an answer and two memories.

`python -m tests.web.threaded` with the product's DATABASE_URL and PRAMANA_DATA.
"""

import json
import sys
from typing import Any

import django

from tests.web.seed import LETTER, PASSWORD

WEAVER = "loom-admin"
NAME = "Sunita Rai"


def main() -> None:
    django.setup()
    from pramana.registry.services import create_record
    from pramana.tenancy.models import User
    from pramana.tenancy.testing import make_tenant
    from tests.registry.sample_records import a_person
    from tests.webhooks.samples import make_delivery

    scope = make_tenant("loom")
    person = User.objects.get(pk=scope.actor_id)
    person.set_password(PASSWORD)
    person.save()
    document = read(scope)
    record = create_record(scope, a_person(NAME))
    session = review(scope, document, record.nes_id)
    found = {
        "record": record.record_id,
        "document": document,
        "review": session,
        "extraction": draw(scope, document),
        **stack_up(scope, document),
        **ask(scope, document),
        **look_outside(scope),
        "webhook": make_delivery(scope)["webhook_id"],
        "source": follow_feed(scope),
    }
    remember(scope, record.record_id)
    json.dump({name: str(value) for name, value in found.items()}, sys.stdout)


def read(scope: Any) -> Any:
    """A document as a reading would leave it."""
    from django.core.files.base import ContentFile

    from pramana.documents.contracts import Status
    from pramana.documents.models import Document, Page
    from pramana.tenancy.services import store_file

    stored = store_file(scope, ContentFile(LETTER.encode()))
    read_as = {"language": "en", "script": "latin"}
    row = Document.objects.create(
        tenant_id=scope.tenant_id,
        title="Koshi bridge press release",
        filename="release.txt",
        kind="text",
        file_id=stored.id,
        status=Status.COMPLETED,
        text=LETTER,
        size=stored.size,
        page_count=1,
        **read_as,
    )
    Page.objects.create(
        tenant_id=scope.tenant_id,
        document=row,
        number=0,
        start=0,
        end=len(LETTER),
        read_by="parsed",
        confidence=1.0,
        flagged=False,
        headings=[],
        seconds=0.0,
        **read_as,
    )
    return row.id


def review(scope: Any, document: Any, nes_id: str) -> Any:
    """A review with four decisions and one that waits."""
    from pramana.agni.contracts import EntityDecision
    from pramana.agni.services import resolve_entity
    from tests.agni.builders import candidate, mention
    from tests.evals.decisions import sure, under_review

    at = LETTER.index(NAME)
    named = (mention(at, at + len(NAME), NAME),)
    others = [
        sure(
            word,
            0.5 + n / 10,
            mentions=(mention(LETTER.index(word), LETTER.index(word) + 5, word),),
        )
        for n, word in enumerate(("ministry", "Koshi bridge", "district office"))
    ]
    likely = (candidate(nes_id, 0.92),)
    session = under_review(
        scope, document, [sure(NAME, 0.95, mentions=named, candidates=likely), *others]
    )
    resolve_entity(scope, session, 0, EntityDecision(action="match", nes_id=nes_id))
    resolve_entity(scope, session, 1, EntityDecision(action="create", confirmed=True))
    resolve_entity(scope, session, 2, EntityDecision(action="skip", reason="a thing"))
    return session


def draw(scope: Any, document: Any) -> Any:
    """An extraction that someone corrected and approved."""
    from pramana.extraction.services.extraction_fields import edit_field
    from pramana.extraction.services.extractions import approve_extraction
    from tests.evals.decisions import extracted

    fields = {"signed_by": NAME, "bridge": {"name": "Koshi bridge", "length": 413}, "begun": 2019}
    sure = {"signed_by": 0.9, "bridge": {"name": 0.95, "length": 0.55}, "begun": 0.8}
    done = extracted(scope, document, fields, sure)
    edit_field(scope, done, "bridge.length", 412)
    approve_extraction(scope, done)
    return done


def stack_up(scope: Any, document: Any) -> dict[str, Any]:
    """A stack of that document alone, as a reading would leave its row."""
    from pramana.extraction.contracts.stacks import EMPTY_CELL, ColumnSpec
    from pramana.extraction.models import StackTableRow
    from pramana.extraction.services.stacks import create_stack, create_table

    stack = create_stack(scope, "Press releases", [document])
    asked = [ColumnSpec(name="Signed by"), ColumnSpec(name="Bridge")]
    table = create_table(scope, stack.id, "Who signed", columns=asked)
    said = {"signed_by": NAME, "bridge": "Koshi bridge"}
    cells = {
        key: {**EMPTY_CELL, "value": value, "state": "extracted", "evidence": placed(value)}
        for key, value in said.items()
    }
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id)
    rows.update(status="done", cells=cells)
    return {"stack": stack.id, "table": table.id}


def placed(words: str) -> dict[str, Any]:
    start = LETTER.index(words)
    return {"start": start, "end": start + len(words), "page": 0, "quote": words}


def ask(scope: Any, document: Any) -> dict[str, Any]:
    """An answer of the person's own that quotes the document."""
    from uuid import uuid4

    from pramana.chat.contracts.answers import RequestState
    from pramana.chat.models import ChatSession, Turn
    from pramana.kit.clock import utcnow

    session = ChatSession.objects.create(
        tenant_id=scope.tenant_id, user_id=scope.actor_id, share_id=uuid4()
    )
    turn = Turn.objects.create(
        tenant_id=scope.tenant_id,
        session=session,
        request_id=uuid4(),
        run_id=uuid4(),
        query="Who signed the report?",
        response=f"Engineer {NAME} signed the report.",
        state=RequestState.COMPLETED,
        sources=[],
    )
    session.shared_at = utcnow()
    session.save(update_fields=["shared_at"])
    return {
        "conversation": session.pk, "exchange": turn.request_id, "shared": session.share_id,
    }  # fmt: skip


def look_outside(scope: Any) -> dict[str, Any]:
    """Research that waits in a case, with its run and a page it offers; and a piece of work."""
    from pramana.external import demo
    from pramana.external.models import Candidate
    from pramana.external.selectors import get_research
    from pramana.jobs.models import Job

    research = get_research(scope, demo.create_research(scope))
    page = Candidate.objects.in_scope(scope).filter(research_id=research.id).first()
    known = {"tenant_id": scope.tenant_id, "trace_id": scope.trace_id}
    job = Job.objects.create(**known, name="documents.read", state="done")
    from pramana.cases.services import create_report

    report = create_report(scope, research.case_id, "What is known", ["Who signed the report?"])
    return {
        "research": research.id,
        "page": page.pk if page else "",
        "case": research.case_id,
        "report": report,
        "run": research.run_id,
        "job": job.pk,
    }


def follow_feed(scope: Any) -> Any:
    """A feed that was read once and is paused."""
    from pramana.documents.services import create_collection
    from pramana.sources.contracts import SourceKind, SyncStatus
    from pramana.sources.models import FollowedSource

    source = FollowedSource(
        tenant_id=scope.tenant_id,
        kind=SourceKind.FEED,
        name="District news",
        settings={"kind": "feed", "url": "https://news.example/feed.xml"},
        collection_id=create_collection(scope, "Followed"),
        every_minutes=60,
        is_paused=True,
        status=SyncStatus.COMPLETED,
    )
    source.save(force_insert=True)
    return source.id


def remember(scope: Any, record_id: Any) -> None:
    """One entity that is linked, one that may be."""
    from pramana.links.services import link_entity
    from pramana.memory.models import EntityRow
    from tests.memory.scripted_model import add_message

    add_message(scope, f"{NAME} WORKS_AT Koshi Works from 2019-04-01", group_id="bridge-team")
    add_message(scope, f"{NAME} WORKS_AT District Office from 2021-07-01", group_id="bridge-team")
    add_message(scope, "सुनिता राई MEMBER_OF Terrace Party from 2017-05-14", group_id="party-desk")
    entity = EntityRow.objects.in_scope(scope).get(name=NAME, group_id="bridge-team")
    link_entity(scope, record_id, entity.pk)


if __name__ == "__main__":
    main()
