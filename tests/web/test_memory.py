"""Memory's pages over HTTP: what they hold, what they let people do, and what others never see."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import MessageState
from pramana.memory.domain.families import DEFAULTS
from pramana.memory.models import Duplicate, EntityRow, FactRow, GraphEdit, GroupRow, InboxMessage
from pramana.memory.selectors import explorer
from pramana.memory.selectors.explorer import facts_page
from pramana.memory.selectors.groups import groups_of
from pramana.memory.services.entity_edits import rename_entity
from pramana.memory.services.fact_edits import refuse_fact
from pramana.memory.services.inbox import accept_messages
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from pramana.web.memory.panels import PANELS
from pramana.web.memory.wording import RELATION_NAMES
from tests.memory.scripted_model import add_message, incoming
from tests.web.markup import compact
from tests.web.test_access import signed_in

GROUP = "/app/memory/g"
BOARD = "Kathmandu Metropolitan Water Supply Board"
MARCH, MAY, JULY = (datetime(2020, month, 1, tzinfo=UTC) for month in (3, 5, 7))


pytestmark = pytest.mark.usefixtures("words_only")


@pytest.fixture
def told(scope: Scope) -> dict[str, Any]:
    """Ram leaves Acme for Himal, so that one fact is closed by another."""
    acme = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    himal = add_message(scope, "Ram WORKS_AT Himal from 2020-06-01\nSita LIKES Tea").facts[0]
    return {"acme": acme.id, "himal": himal.id, "ram": acme.subject_id}


def read(scope: Scope, query: str = "", **more: Any) -> str:
    return compact(signed_in(scope).get(GROUP + query, more).content.decode())


def test_the_list_says_how_each_group_stands(scope: Scope, told: dict[str, Any]) -> None:
    accept_messages(
        scope, [incoming("Later", group_id="waiting"), incoming("No", group_id="not a name")]
    )
    page = signed_in(scope).get(reverse("web:memory"))

    assert [each.group_id for each in page.context["groups"]] == ["waiting", "g"]
    assert [each.group_id for each in page.context["strays"]] == ["not a name"]
    standing = page.context["groups"][1]
    assert (standing.entities, standing.facts) == (5, 3)
    assert "1 waiting" in page.content.decode()
    assert [each.group_id for each in groups_of(scope, "WAIT")] == ["waiting"]


def test_an_empty_place_offers_to_post_a_first_message(scope: Scope) -> None:
    client = signed_in(scope)
    page = client.get(reverse("web:memory")).content.decode()
    assert "No memories yet" in page and 'id="teller"' in page

    sent = {"group": "ward-office", "content": "Sita works at Acme.", "role": "Hari"}
    more = {"at": "२०८१ वैशाख १९", "at_time": "02:00", "offset": "345", "role_type": "assistant"}
    answer = client.post(reverse("web:memory-post"), sent | more)

    assert answer.headers["Location"] == "/app/memory/ward-office?panel=messages"
    row = InboxMessage.objects.in_scope(scope).get()
    assert (row.role, row.role_type, row.offset_minutes) == ("Hari", "assistant", 345)
    assert row.valid_at == datetime(2024, 4, 30, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"group": "two words", "content": "x"}, "A group id consists of letters"),
        ({"group": "g", "content": " \x00 "}, "Write a message first."),
        ({"group": "g", "content": "x" * 100_001}, "Split it and send the parts."),
        ({"group": "g", "content": "x", "at": "2081-13-01"}, "Write a date as year, month and day"),
    ],
)
def test_a_message_that_cannot_be_taken_says_why(
    scope: Scope, sent: dict[str, str], said: str
) -> None:
    page = signed_in(scope).post(reverse("web:memory-post"), sent, follow=True).content.decode()

    assert said in page
    assert not InboxMessage.objects.in_scope(scope).exists()


def test_facts_are_those_that_hold_unless_another_time_is_asked(
    scope: Scope, told: dict[str, Any]
) -> None:
    assert "Ram WORKS_AT Acme" not in read(scope)
    assert "Ram WORKS_AT Acme" in read(scope, ended="yes")
    in_may = read(scope, holds="2020-05-01")
    assert "Ram WORKS_AT Acme" in in_may and "Ram WORKS_AT Himal" not in in_may
    assert "No facts at this time" in read(scope, holds="2019-01-01")


def test_what_was_known_then_is_told_as_it_was_known(scope: Scope, told: dict[str, Any]) -> None:
    """Once we learnt of Himal we knew that Acme had ended; before that it still held."""
    FactRow.objects.in_scope(scope).filter(pk=told["acme"]).update(created_at=MARCH)
    FactRow.objects.in_scope(scope).filter(pk=told["acme"]).update(expired_at=JULY)
    FactRow.objects.in_scope(scope).filter(pk=told["himal"]).update(created_at=JULY)

    before = facts_page(scope, "g", holds=JULY, known=MAY)
    after = facts_page(scope, "g", holds=JULY, known=JULY)

    assert [each.object.name for each in before] == ["Acme"]
    assert [each.object.name for each in after] == ["Himal"]
    assert "Ram WORKS_AT Acme" in read(scope, known="2020-05-01T00:00:00Z", holds="2020-07-01")


def test_a_fact_shows_its_words_in_the_message_and_why_it_was_closed(
    scope: Scope, told: dict[str, Any]
) -> None:
    page = read(scope, fact=told["acme"])

    assert "<mark data-hit>Ram WORKS_AT Acme from 2020-03-01</mark>" in page
    assert "Replaced by a newer fact" in page
    assert f"fact={told['himal']}" in page
    client = signed_in(scope)
    reopen = reverse("web:memory-fact-reopen", args=[told["acme"]])
    assert 'name="why"' in client.post(reopen).content.decode(), "a page asks where no script did"
    assert "Undone" not in read(scope, fact=told["acme"])
    client.post(reopen, {"why": "He kept both jobs."})
    assert "He kept both jobs." in read(scope, fact=told["acme"])
    assert "Undone" in read(scope, fact=told["acme"])
    assert "Ram WORKS_AT Acme" in read(scope)


def test_a_fact_is_deleted_after_a_question(scope: Scope, told: dict[str, Any]) -> None:
    client = signed_in(scope)
    address = reverse("web:memory-fact-delete", args=[told["himal"]])

    assert "Delete this fact?" in client.post(address).content.decode()
    assert FactRow.objects.in_scope(scope).filter(pk=told["himal"]).exists()
    client.post(address, {"confirmed": "yes"})
    assert not FactRow.objects.in_scope(scope).filter(pk=told["himal"]).exists()


def test_an_entity_has_its_history_from_its_first_fact_to_its_last(
    scope: Scope, told: dict[str, Any]
) -> None:
    bars = signed_in(scope).get(GROUP, {"panel": "entity", "entity": told["ram"]}).context["bars"]

    assert [bar.line.fact.object.name for bar in bars] == ["Acme", "Himal"]
    assert [bar.line.holds for bar in bars] == [False, True]
    assert bars[0].start == 0 and bars[0].start + bars[0].width == bars[1].start
    assert "works at" in read(scope, panel="entity", entity=told["ram"])
    assert "Tea" in read(scope, panel="entity")


def test_an_entity_has_a_summary_and_attributes_from_its_facts_of_that_time(
    scope: Scope, told: dict[str, Any]
) -> None:
    def entity(**more: str) -> Any:
        page = signed_in(scope).get(GROUP, {"panel": "entity", "entity": told["ram"], **more})
        return page.context["entity"]

    page = read(scope, panel="entity", entity=told["ram"])
    assert '<p class="brief">Ram WORKS_AT Himal from 2020-06-01.</p>' in page
    assert "<dt>Works at</dt><dd>Himal</dd>" in page
    assert entity(holds="2020-05-01").attributes == {"works_at": "Acme"}
    assert entity(holds="2019-01-01").summary == ""


def test_communities_are_built_and_told_with_their_members(
    scope: Scope, told: dict[str, Any]
) -> None:
    assert "No communities yet" in read(scope, panel="communities")
    client = signed_in(scope)
    build = reverse("web:memory-communities", args=["g"])
    assert client.post(build, {"next": f"{GROUP}?panel=communities"}).status_code == 302
    while drain_jobs():
        pass

    lines = client.get(GROUP, {"panel": "communities"}).context["communities"]
    shown = read(scope, panel="communities")

    assert sorted(sorted(end.name for end in line.members) for line in lines) == [
        ["Himal", "Ram"], ["Sita", "Tea"],
    ]  # fmt: skip
    assert all(line.summary and line.summary in shown for line in lines)
    assert f"entity={told['ram']}" in shown
    viewer = make_member(scope, Role.VIEWER)
    assert build not in read(viewer, panel="communities")
    assert signed_in(viewer).post(build).status_code == 403


def test_duplicates_are_confirmed_or_parted(scope: Scope) -> None:
    add_message(scope, f"Ram WORKS_AT {BOARD}")
    add_message(scope, f"Sita LIKES {BOARD}s")
    link = Duplicate.objects.in_scope(scope).get()
    client = signed_in(scope)
    assert "almost identical spelling" in read(scope, panel="duplicates")

    confirm = reverse("web:memory-duplicate-confirm", args=[link.pk])
    assert 'name="why"' in client.post(confirm).content.decode()
    client.post(confirm, {"why": "One board."})
    assert "settled" in read(scope, panel="duplicates")
    changes = read(scope, "?panel=audit&show=changes")
    assert "Merge confirmed" in changes and link.name in changes
    edit = GraphEdit.objects.in_scope(scope).get()
    client.post(reverse("web:memory-edit-undo", args=[edit.pk]))
    assert "settled" not in read(scope, panel="duplicates"), "it is undecided again"
    client.post(reverse("web:memory-duplicate-part", args=[link.pk]), {"why": "Two boards."})
    assert "No duplicates" in read(scope, panel="duplicates")
    assert EntityRow.objects.in_scope(scope).filter(name__startswith=BOARD).count() == 2


def test_a_failed_message_says_why_and_is_tried_again(scope: Scope) -> None:
    accept_messages(scope, [incoming("words", uuid="nonsense")])
    drain_jobs()
    message = InboxMessage.objects.in_scope(scope).get()

    page = read(scope, panel="messages")
    assert "There is no episode nonsense in this group." in page
    assert '<p class="text">words</p>' in page, "which message it is"
    signed_in(scope).post(reverse("web:memory-message-retry", args=[message.pk]))
    message.refresh_from_db()
    assert message.state == MessageState.QUEUED


def test_what_was_read_in_part_is_counted_in_the_list_and_on_the_tab(scope: Scope) -> None:
    add_message(scope, "Ram LIKES Tea")
    accept_messages(scope, [incoming("words")])
    rows = InboxMessage.objects.in_scope(scope)
    rows.update(state=MessageState.PARTLY_READ, error="The model did not answer.")

    assert "1 read in part" in signed_in(scope).get(reverse("web:memory")).content.decode()
    tabs = {each.value: each.count for each in signed_in(scope).get(GROUP).context["tabs"]}
    assert tabs["messages"] == 1
    assert "Read in part" in read(scope, panel="messages")


def test_who_says_a_message_stands_beside_its_words(scope: Scope) -> None:
    fact = add_message(scope, "Ram LIKES Tea", role="Hari").facts[0]

    assert '<p class="text">Ram LIKES Tea</p><p class="muted small">Hari ·' in read(
        scope, panel="messages"
    )
    card = read(scope, fact=fact.id)
    assert "<p><mark data-hit>Ram LIKES Tea</mark></p>" in card and "Hari · Stated" in card
    assert "(user)" not in card


def test_the_list_of_changes_says_what_was_changed(scope: Scope, told: dict[str, Any]) -> None:
    refuse_fact(scope, told["himal"], "A joke.")
    rename_entity(scope, told["ram"], "His full name.", name="Ram Oli")

    page = read(scope, panel="audit", show="changes")

    assert f'fact={told["himal"]}">Ram WORKS_AT Himal from 2020-06-01</a>' in page
    assert '">Ram Oli</a>' in page and "<s>Ram</s>Ram Oli" in page


def test_the_usual_relations_have_names() -> None:
    unnamed = {family.name for family in DEFAULTS} - RELATION_NAMES.keys()

    assert not unnamed


def test_settings_are_saved_and_what_the_form_does_not_show_stays(scope: Scope) -> None:
    own = {"description": "a human", "properties": {"age": {"type": "integer"}}}
    kept = {"entity_types": {"Person": own}, "relation_type_map": {"Entity,Entity": ["LIKES"]}}
    GroupRow.objects.create(tenant_id=scope.tenant_id, group_id="g", settings=kept)
    form = {"entity_types": "Person: anyone\nPlace", "excluded": "Place", "side-LIKES": "subject"}

    signed_in(scope).post(reverse("web:memory-settings", args=["g"]), form)

    row = GroupRow.objects.in_scope(scope).get()
    assert row.settings["entity_types"]["Person"]["properties"] == own["properties"]
    assert row.settings["entity_types"]["Person"]["description"] == "anyone"
    assert row.settings["relation_type_map"] == kept["relation_type_map"]
    assert row.settings["excluded_entity_types"] == ["Place"]
    assert row.settings["store_raw_content"] is False
    assert [(each["name"], each["unique_side"]) for each in row.families] == [("LIKES", "subject")]
    assert 'value="subject" selected' in read(scope, panel="settings")


def test_a_group_goes_with_everything_after_a_question(scope: Scope, told: dict[str, Any]) -> None:
    client = signed_in(scope)
    asked = client.post(reverse("web:memory-delete"), {"group": "g"}).content.decode()
    assert "Delete the group “g”?" in asked

    client.post(reverse("web:memory-delete"), {"group": "g", "confirmed": "yes"})

    assert groups_of(scope) == []
    assert client.get(GROUP).status_code == 404


def test_the_drawing_holds_entities_and_facts_by_place(scope: Scope, told: dict[str, Any]) -> None:
    sent = signed_in(scope).get(f"{GROUP}/graph").json()
    names = [name for _id, name, _type in sent["entities"]]

    assert sorted(names) == ["Acme", "Himal", "Ram", "Sita", "Tea"]
    assert sent["whole"] is True
    joined = {(names[fact[1]], names[fact[2]]) for fact in sent["facts"]}
    assert joined == {("Ram", "Acme"), ("Ram", "Himal"), ("Sita", "Tea")}
    around = signed_in(scope).get(f"{GROUP}/graph", {"entity": str(told["ram"])}).json()
    assert len(around["facts"]) == 2
    found = signed_in(scope).get(f"{GROUP}/find", {"words": "राम"}).json()["entities"]
    assert [each["name"] for each in found] == ["Ram"]


def test_a_graph_that_is_too_large_is_sent_in_part(
    scope: Scope, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer, "MOST_ENTITIES", 3)

    sent = signed_in(scope).get(f"{GROUP}/graph").json()

    assert sent["whole"] is False
    assert len(sent["entities"]) == 3


@pytest.mark.parametrize(
    "query",
    [
        "?panel=x&entity=x&fact=x&with=x&holds=x&known=99999-01-01&after=x~y",
        "?words=%00&holds=0001-01-01T00:00:00%2B14:00&known=2020-13-45",
        "?entity=00000000-0000-0000-0000-000000000000&with=00000000-0000-0000-0000-000000000000",
        "?words=" + "a" * 3000,
    ],
)
def test_an_address_that_makes_no_sense_shows_the_page(
    scope: Scope, told: dict[str, Any], query: str
) -> None:
    client = signed_in(scope)

    assert client.get(GROUP + query).status_code == 200
    assert client.get(f"{GROUP}/graph{query}").status_code == 200
    assert client.get(f"{GROUP}/find{query}").status_code == 200


def test_a_page_asks_the_database_a_few_times(
    scope: Scope, told: dict[str, Any], django_assert_max_num_queries: Any
) -> None:
    client = signed_in(scope)
    entity = f"?panel=entity&entity={told['ram']}"  # also asks which record it may be
    queries = {"": 14, f"?fact={told['acme']}": 18, entity: 25}
    for query, most in queries.items():
        with django_assert_max_num_queries(most):
            assert client.get(GROUP + query).status_code == 200
    with django_assert_max_num_queries(13):
        client.get(reverse("web:memory"))


def test_another_tenant_sees_nothing_and_changes_nothing(
    scope: Scope, other_scope: Scope, told: dict[str, Any]
) -> None:
    add_message(scope, f"Ram WORKS_AT {BOARD}")
    add_message(scope, f"Sita LIKES {BOARD}s")
    add_message(other_scope, "Zora LIKES Zebras")
    link = Duplicate.objects.in_scope(scope).get()
    stranger = signed_in(other_scope)
    lists = [
        stranger.get(GROUP + query).content.decode()
        for query in ("", "?ended=yes", *(f"?panel={each}" for each in PANELS))
    ]
    graph = stranger.get(f"{GROUP}/graph").content.decode()
    found = stranger.get(f"{GROUP}/find?words=Ram").content.decode()

    assert not any("Ram" in page or "Acme" in page for page in [*lists, graph, found])
    assert stranger.get(f"{GROUP}?fact={told['acme']}").status_code == 404
    assert stranger.get(f"{GROUP}?panel=entity&entity={told['ram']}").status_code == 404
    before = FactRow.objects.in_scope(scope).count()
    for name, own in (
        ("fact-reopen", told["acme"]),
        ("fact-delete", told["acme"]),
        ("duplicate-confirm", link.pk),
        ("duplicate-part", link.pk),
        ("message-retry", uuid4()),
    ):
        stranger.post(reverse(f"web:memory-{name}", args=[own]), {"confirmed": "yes"})
    stranger.post(reverse("web:memory-delete"), {"group": "g", "confirmed": "yes"})
    assert FactRow.objects.in_scope(scope).count() == before
    assert FactRow.objects.in_scope(scope).get(pk=told["acme"]).invalid_at is not None
    link.refresh_from_db()
    assert (link.confirmed_at, link.undone_at) == (None, None)


def test_another_groups_entity_is_not_this_ones(scope: Scope, told: dict[str, Any]) -> None:
    add_message(scope, "Zora LIKES Zebras", group_id="zoo")
    client = signed_in(scope)

    assert client.get(f"/app/memory/zoo?panel=entity&entity={told['ram']}").status_code == 404
    assert client.get(f"/app/memory/zoo?fact={told['acme']}").status_code == 404
    assert "Ram" not in client.get("/app/memory/zoo/graph").content.decode()


def test_a_viewer_looks_and_changes_nothing(scope: Scope, told: dict[str, Any]) -> None:
    viewer = signed_in(make_member(scope, Role.VIEWER))
    page = viewer.get(GROUP, {"panel": "messages"}).content.decode()
    writes = [
        reverse("web:memory-post"),
        reverse("web:memory-delete"),
        reverse("web:memory-settings", args=["g"]),
        reverse("web:memory-fact-reopen", args=[told["acme"]]),
        reverse("web:memory-fact-delete", args=[told["acme"]]),
        reverse("web:memory-duplicate-confirm", args=[told["acme"]]),
        reverse("web:memory-duplicate-part", args=[told["acme"]]),
        reverse("web:memory-message-retry", args=[told["acme"]]),
    ]

    assert "Ram WORKS_AT Acme" in page and 'id="teller"' not in page
    assert [viewer.post(address).status_code for address in writes] == [403] * len(writes)


def test_words_of_a_message_are_never_markup(scope: Scope) -> None:
    add_message(scope, "<img src=x> LIKES <script>alert(1)</script>")
    row = FactRow.objects.in_scope(scope).get()
    for query in ("", f"?fact={row.pk}", f"?panel=entity&entity={row.subject_id}"):
        page = read(scope, query)
        assert "<script>alert" not in page and "<img src" not in page
    assert "<img" not in read(scope, panel="messages")


def test_a_person_mends_a_fact_and_an_entity_and_undoes_it(
    scope: Scope, told: dict[str, Any]
) -> None:
    client, here = signed_in(scope), {"next": GROUP}
    add = {"subject": "Hari", "relation": "lives in", "object": "Beni", "from": "2024-05-01"}
    client.post(f"{GROUP}/facts/add", here | add | {"from_grain": "month", "why": "He said so."})
    added = FactRow.objects.in_scope(scope).get(relation="LIVES_IN")
    assert (added.text, added.start_grain) == ("Hari lives in Beni", "month")

    correct = {"text": "Hari lives near Beni", "relation": "LIVES_IN", "why": "Nearer."}
    client.post(f"/app/memory/facts/{added.pk}/correct", here | correct)
    page = read(scope, f"?fact={added.pk}")
    assert "Hari lives near Beni" in page and "Nearer." in page and "Changes by hand" in page
    added.refresh_from_db()
    assert added.start_grain == "unknown", "the date was cleared"

    client.post(f"{GROUP}/facts/refuse", here | {"fact": [added.pk], "why": "Junk."})
    assert not facts_page(scope, "g", holds=MAY, ends=[added.subject_id, added.object_id])
    history = read(scope, "?panel=audit&show=changes")
    assert [word in history for word in ("Refused", "Junk.", "Undo")] == [True] * 3

    client.post(
        f"/app/memory/entities/{told['ram']}/rename", here | {"name": "Ram Oli", "why": "Full."}
    )
    assert "Ram Oli" in read(scope, f"?panel=entity&entity={told['ram']}")
    hari = EntityRow.objects.in_scope(scope).get(name="Hari")
    client.post(
        f"/app/memory/entities/{told['ram']}/merge", here | {"other": "hari", "why": "Same."}
    )
    assert not EntityRow.objects.in_scope(scope).filter(pk=hari.pk).exists()
    edit = GraphEdit.objects.in_scope(scope).get(kind="entities_merged")
    client.post(f"/app/memory/edits/{edit.pk}/undo", here)
    assert EntityRow.objects.in_scope(scope).filter(pk=hari.pk).exists()


def test_a_corrected_date_stands_in_the_history_as_it_was_stated(
    scope: Scope, told: dict[str, Any]
) -> None:
    correct = {"text": "Ram WORKS_AT Himal from 2020-06-01", "relation": "WORKS_AT"}
    dates = {"from": "2020-04-01", "from_grain": "month", "why": "He said April."}
    signed_in(scope).post(f"/app/memory/facts/{told['himal']}/correct", correct | dates)

    changed = "<s>from 2020-06-01</s>from 2020-04</span>"
    assert changed in read(scope, fact=told["himal"])
    assert changed in read(scope, panel="audit", show="changes")


def test_a_fact_that_begins_later_has_not_ended(scope: Scope) -> None:
    add_message(scope, "Ram LIVES_IN Beni from 2020-06-01 until 2020-08-01")
    page = signed_in(scope).get(GROUP, {"holds": "2020-05-01", "ended": "yes"})
    [line] = page.context["lines"]

    assert (line.holds, line.has_ended) == (False, False)


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        ("/facts/add", {"subject": "A", "relation": "LIKES", "object": "B"}, "Say why"),
        ("/facts/add", {"subject": "A", "relation": "LIKES", "object": "A"}, "two different"),
        ("/facts/add", {"subject": "A", "relation": "X", "object": "B", "from": "soon"}, "date"),
        ("/facts/refuse", {}, "Select the facts"),
    ],
)
def test_a_form_that_cannot_be_carried_out_says_why(
    scope: Scope, told: dict[str, Any], path: str, sent: dict[str, str], said: str
) -> None:
    reason = {} if said == "Say why" else {"why": "because"}
    answer = signed_in(scope).post(GROUP + path, sent | reason | {"next": GROUP}, follow=True)

    assert said in answer.content.decode()


def test_days_are_shown_where_they_were_said(scope: Scope) -> None:
    at = datetime(2024, 5, 1, 1, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    fact = add_message(scope, "Ram LIKES Tea", at=at).facts[0]

    for query in ("", f"?fact={fact.id}", "?panel=messages"):
        page = read(scope, query)
        assert "2024-05-01" in page and "2024-04-30" not in page.split('title="')[0]


def test_a_group_is_exported_and_imported_from_its_settings(
    scope: Scope, other_scope: Scope, told: dict[str, Any]
) -> None:
    client = signed_in(scope)
    file = client.get(f"{GROUP}/export").content
    assert signed_in(other_scope).get(f"{GROUP}/export").status_code == 404

    sent = {"file": SimpleUploadedFile("g.jsonl", file), "next": GROUP}
    page = client.post("/app/memory/copy/import", sent, follow=True).content.decode()
    assert "5 entities, 3 facts" in page
    wrong = {"file": SimpleUploadedFile("x.json", b"{"), "next": GROUP}
    assert "not JSON" in client.post(f"{GROUP}/import", wrong, follow=True).content.decode()
    empty = client.post(f"{GROUP}/import", {"next": GROUP}, follow=True).content.decode()
    assert "Choose a file." in empty
