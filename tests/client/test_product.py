"""The client against a running product: every part of it, sync and async."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from pramana.client import (
    AsyncPramana,
    AuthenticationError,
    Column,
    ConflictError,
    Field,
    MemoryMessage,
    NotFoundError,
    PermissionDeniedError,
    Pramana,
)
from tests.client.conftest import NOTICE
from tests.product import PATIENCE, Product


def test_documents_are_uploaded_read_found_and_deleted(pramana: Pramana, tmp_path) -> None:
    file = tmp_path / "canal.txt"
    file.write_text("The canal at Bhairavi was dug in 1962 by 400 people.")
    uploaded = pramana.documents.upload(file)
    document = pramana.documents.wait(uploaded.id, timeout=PATIENCE)

    assert document.title and document.filename == "canal.txt"
    assert pramana.documents.text(document.id, start=0, end=9).text == "The canal"
    listed = pramana.documents.list(query="canal", limit=5)
    assert document.id in [each.id for each in listed.documents]
    found = pramana.documents.search("canal dug in 1962", document_ids=[document.id])
    assert found[0].document_id == document.id and "1962" in found[0].text

    pramana.documents.delete(document.id)
    with pytest.raises(NotFoundError):
        pramana.documents.get(document.id)


def test_collections(pramana: Pramana) -> None:
    made = pramana.documents.create_collection(f"client {uuid4().hex[:8]}")

    assert made.id in [each.id for each in pramana.documents.collections()]


def test_an_answer_whole_and_in_frames(pramana: Pramana, document_id: str) -> None:
    answer = pramana.chat.ask("Who surveys the old canal?")
    assert answer.answer and "Dipak Thapa" in answer.answer
    assert answer.sources[0].quotes[0].words in NOTICE

    frames = list(pramana.chat.stream("What does the survey cost?", session_id=answer.session_id))
    assert "310,000" in "".join(frame.delta or "" for frame in frames)
    told = next(frame for frame in frames if frame.metadata)
    assert told.sources and told.metadata and frames[-1].done

    again = list(pramana.chat.resume(told.metadata.request_id, after=1))
    assert again == frames[1:]
    assert pramana.chat.history(answer.session_id).total_entries == 2


def test_memory_as_of(pramana: Pramana) -> None:
    group = f"client-{uuid4().hex[:8]}"
    said = [
        MemoryMessage(
            content=f"Ramesh KC works at {place}.", timestamp=datetime(year, 1, 1, tzinfo=UTC)
        )
        for year, place in ((2019, "Koshi Dairy"), (2023, "Mechi Tea"))
    ]
    assert pramana.memory.add(group, said).success
    assert pramana.memory.wait(group, timeout=PATIENCE).done == 2

    now = pramana.memory.search("Where does Ramesh KC work?", group_ids=[group])
    then = pramana.memory.search(
        "Where does Ramesh KC work?", group_ids=[group], as_of=datetime(2020, 5, 1, tzinfo=UTC)
    )
    assert "Mechi Tea" in now[0].fact and "Koshi Dairy" in then[0].fact
    assert len(pramana.memory.episodes(group)) == 2
    assert pramana.memory.nodes("Ramesh KC", group_ids=[group])
    pramana.memory.delete_group(group)
    assert pramana.memory.episodes(group) == []


async def test_an_extraction_is_watched_edited_and_approved(
    product: Product, document_id: str
) -> None:
    fields = [Field(name="engineer"), Field(name="cost", type="money")]
    async with AsyncPramana(product.url, product.key, timeout=PATIENCE) as pramana:
        frames = [frame async for frame in pramana.extraction.run(document_id, fields=fields)]
        made = frames[-1].extraction_id
        assert frames[-1].complete and made

        edited = await pramana.extraction.edit(made, "engineer", "Dipak Thapa")
        assert edited.by_hand == ["engineer"]
        assert (await pramana.extraction.approve(made)).approved_at
        listed = await pramana.extraction.list(document_id=document_id)
        assert made in [each.id for each in listed]
        watched = [frame async for frame in pramana.extraction.watch(made)]
        assert watched[-1].complete


def test_a_stack_becomes_a_table(pramana: Pramana, document_id: str) -> None:
    stack = pramana.stacks.create("Surveys", [document_id])
    columns = [Column(name="Cost", type="money")]
    table = pramana.stacks.create_table(stack.id, "Costs", columns=columns)
    pramana.stacks.extract(stack.id, table.id)
    ended = pramana.stacks.wait(stack.id, table.id, timeout=PATIENCE)
    assert ended.status == "completed"

    key = ended.columns[0].key
    assert key
    row = pramana.stacks.write_cell(stack.id, table.id, document_id, key, 310000)
    assert row.cells[key].state == "reviewed"
    assert pramana.stacks.rows(stack.id, table.id).rows[0].document_id == row.document_id
    assert b"310000" in pramana.stacks.export(stack.id, table.id)
    pramana.stacks.delete(stack.id)


async def test_a_review_is_opened_and_decided(product: Product) -> None:
    async with AsyncPramana(product.url, product.key, timeout=PATIENCE) as pramana:
        opened = await pramana.agni.open(("review.txt", NOTICE.encode()))
        session = await pramana.agni.wait(opened.id, timeout=PATIENCE)
        assert session.status == "awaiting_review" and session.entities
        for index in range(len(session.entities)):
            await pramana.agni.resolve(opened.id, index, "skip", reason="Not needed.")
        summary = await pramana.agni.summary(opened.id)
        assert len(summary.skipped) == len(session.entities)
        assert opened.id in [each.id for each in await pramana.agni.list(limit=200)]
        await pramana.agni.delete(opened.id)


def test_research_without_a_provider_says_so(pramana: Pramana) -> None:
    begun = pramana.research.start("Who dug the canal?")
    events = list(pramana.jobs.events(begun.run_id))
    ended = pramana.research.wait(begun.id, timeout=PATIENCE)

    assert events and ended.is_over
    assert begun.id in [run.id for run in pramana.research.every()]
    pramana.research.delete(begun.id)


def test_what_is_done_for_a_case_stands_in_it(pramana: Pramana, document_id: str) -> None:
    case = pramana.cases.open("The old canal")
    within = pramana.in_case(case.id, workflow="survey")
    list(within.chat.stream("What does the survey cost?"))
    made = within.extraction.extract(document_id, fields=[Field(name="engineer")])
    opened = within.agni.open(("canal.txt", NOTICE.encode()))

    whole = pramana.cases.get(case.id)
    assert (whole.case.runs, [each.name for each in whole.workflows]) == (3, ["survey"])
    assert made.document_id in whole.document_ids
    assert case.id in [each.id for each in pramana.cases.every()]
    with pytest.raises(NotFoundError):
        pramana.in_case(uuid4()).chat.ask("What does the survey cost?")
    pramana.agni.delete(opened.id)


def test_a_case_takes_notes_and_a_report_and_an_answer_is_shared(
    pramana: Pramana, document_id: str
) -> None:
    case = pramana.cases.open("The canal's costs")
    note = pramana.cases.add_note(case.id, "Measured twice.")
    assert pramana.cases.notes(case.id) == [note]
    pramana.cases.delete_note(case.id, note.id)
    pramana.cases.add_documents(case.id, [document_id])
    begun = pramana.cases.write_report(case.id, ["What does the survey cost?"])
    report = pramana.cases.wait_for_report(case.id, begun.id, timeout=PATIENCE)

    (section,) = report.sections
    assert section.state == "answered" and section.sources
    edited = pramana.cases.edit_section(
        case.id, report.id, section.id, edition=section.edition, text="As surveyed [1]."
    )
    assert edited.state == "edited"
    assert b"As surveyed" in pramana.cases.report_file(case.id, report.id, "md")
    assert [each.id for each in pramana.cases.reports(case.id)] == [report.id]

    answer = pramana.chat.ask("What does the survey cost?")
    named = pramana.chat.change(answer.session_id, title="Costs")
    share_id = pramana.chat.share(answer.session_id).share_id
    assert share_id and pramana.chat.shared(share_id).name == named.name == "Costs"
    pramana.chat.unshare(answer.session_id)
    with pytest.raises(NotFoundError):
        pramana.chat.shared(share_id)


def test_records_are_made_found_changed_and_related(pramana: Pramana) -> None:
    made = [
        pramana.registry.create(
            {"type": type, "names": [{"kind": "PRIMARY", "en": {"full": name}}]}
        )
        for type, name in (("person", "Dipak Thapa"), ("organization", "Bhairavi Canal Board"))
    ]
    person, board = made
    patch = [{"op": "add", "path": "/attributes/trade", "value": "engineer"}]
    changed = pramana.registry.change(person.id, patch, description="From the notice.")
    pramana.registry.relate(person.id, "MEMBER_OF", board.nes_id)

    assert changed.attributes["trade"] == "engineer"
    assert person.id in [each.id for each in pramana.registry.find("दीपक थापा")]
    assert len(pramana.registry.versions(person.id)) >= 2
    assert pramana.registry.relationships(board.id)[0].source_entity_id == person.id
    assert {each.id for each in made} <= {each.id for each in pramana.registry.every()}
    for each in made:
        pramana.registry.delete(each.nes_id)


def test_duplicates_are_merged_marked_edited_and_imported(pramana: Pramana) -> None:
    registry = pramana.registry
    one, two = (
        registry.create({"type": "person", "names": [{"kind": "PRIMARY", "en": {"full": name}}]}).id
        for name in ("Ganga Devi Lohar", "Gangadevi Lohar")
    )
    found = registry.duplicates(type="person").duplicates
    assert {one, two} in [{each.first.id, each.second.id} for each in found]

    registry.bookmark(two)
    kept = registry.merge(one, two)
    assert registry.get(two).id == kept.id and len(kept.names) == 2
    assert [each.entity.id for each in registry.merged(one)] == [two]
    assert [each.id for each in registry.list(bookmarked=True).entities] == [one]
    assert registry.unmerge(two).id == two
    registry.separate(one, two)

    edited = registry.edit([one, two], add_tags=["canal"], attributes={"trade": "mason"})
    assert edited.changed == 2
    view = registry.save_view("Masons", {"tag": "canal"})
    assert view in registry.views()
    listed = registry.list(tag="canal", attribute="trade=mason").entities
    assert {each.id for each in listed} == {one, two}
    registry.delete_view(view.id)

    csv = b"name_en\nPurna Lohar\n"
    tried = registry.import_file(("people.csv", csv), type="person", preview=True)
    assert (tried.is_preview, tried.created) == (True, 1)
    assert registry.list(query="Purna Lohar").total == 0
    assert registry.offices(one) == []
    for each in (one, two):
        registry.delete(each)


def test_a_folder_is_followed_read_looked_at_and_left(pramana: Pramana, product: Product) -> None:
    folder = Path(product.environment["PRAMANA_DATA"], "watched")
    folder.mkdir(exist_ok=True)
    (folder / "weir.txt").write_text("The weir at Bhairavi was raised by two metres.")
    collection = pramana.documents.create_collection(f"client {uuid4().hex[:8]}")
    settings = {"kind": "folder", "path": str(folder)}

    source = pramana.sources.follow("Watched", settings, collection.id, every_minutes=1440)
    read = pramana.sources.wait(source.id, timeout=PATIENCE)
    assert (read.status, read.counts.added) == ("completed", 1)
    assert source.id in [each.id for each in pramana.sources.every()]

    (folder / "weir.txt").write_text("The weir at Bhairavi was raised by three metres.")
    pramana.sources.sync(source.id)
    assert pramana.sources.wait(source.id, timeout=PATIENCE).counts.changed == 1
    [item] = pramana.sources.items(source.id)
    assert (item.name, item.state) == ("weir.txt", "present") and item.document_id
    assert list(pramana.sources.items(source.id, state="failed")) == []
    assert pramana.sources.change(source.id, is_paused=True).is_paused
    with pytest.raises(ConflictError):
        pramana.sources.confirm_deletions(source.id)

    pramana.sources.unfollow(source.id)
    with pytest.raises(NotFoundError):
        pramana.sources.get(source.id)
    assert pramana.documents.wait(item.document_id, timeout=PATIENCE).filename == "weir.txt"


async def test_web_pages_are_sources_whose_addresses_are_checked(product: Product) -> None:
    async with AsyncPramana(product.url, product.key, timeout=PATIENCE) as pramana:
        with pytest.raises(PermissionDeniedError):
            await pramana.sources.add_page("http://169.254.169.254/latest")
        assert await pramana.sources.pages() == []


def test_keys_and_jobs(pramana: Pramana, product: Product, document_id: str) -> None:
    made = pramana.access.create_key("reader", role="viewer")
    with Pramana(product.url, made.secret) as reader:
        assert reader.access.me().role == "viewer"
        with pytest.raises(PermissionDeniedError):
            reader.cases.open("Not mine to open")
    pramana.access.revoke_key(made.key.id)
    with Pramana(product.url, made.secret) as reader, pytest.raises(AuthenticationError):
        reader.access.me()

    job = pramana.jobs.list(limit=1).jobs[0]
    assert pramana.jobs.get(job.id).name == job.name
    assert pramana.access.members()


def test_a_wrong_key_and_a_wrong_tenant_are_refused(product: Product) -> None:
    with Pramana(product.url, "wrong") as client, pytest.raises(AuthenticationError):
        client.documents.list()
    with (
        Pramana(product.url, product.key, tenant_id=str(uuid4())) as client,
        pytest.raises(PermissionDeniedError),
    ):
        client.documents.list()
