"""Pages of settings and activity: models and services, usage, audit trail, jobs, accuracy."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.documents.contracts import PASSAGES
from pramana.documents.services import add_file
from pramana.evals.contracts import CaseOutcome, ClaimKind, EvalCase
from pramana.jobs.queue import push
from pramana.jobs.selectors import active_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.gateway import _remote_engine
from pramana.llm.models import ModelCall
from pramana.llm.testing import ModelServer, model_server, says
from pramana.tenancy.choices import AlarmChoice, ModelChoice, RetentionChoice, SearchChoice
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import User
from pramana.tenancy.services import audit
from pramana.tenancy.services.stored_choices import choice_of, default_views
from pramana.tenancy.testing import make_member
from pramana.web.activity.views import advice_on, trend_bars
from pramana.web.activity.wording import group_jobs
from tests.settings import change
from tests.web.test_every_page import signed_in

pytestmark = pytest.mark.django_db

KEY = "sk-their-own-key"
PAGE = "web:settings-models"


@pytest.fixture
def server(settings) -> Iterator[ModelServer]:
    _remote_engine.cache_clear()
    with model_server() as running:
        change(settings, fetch_allow=(running.url.removeprefix("http://"),))
        yield running
    _remote_engine.cache_clear()


@pytest.fixture
def admin(scope: Scope) -> Client:
    return signed_in(scope)


def form_of(server: ModelServer, **more: str) -> dict[str, str]:
    return {
        "provider": "server",
        "url": server.openai_url,
        "name": "small",
        "model_key": KEY,
        "task.chat": "large",
        **more,
    }


def save(client: Client, group: str, **values: str) -> str:
    answer = client.post(reverse("web:settings-models-change", args=[group]), values, follow=True)
    return answer.content.decode()


def test_a_model_is_tried_and_saved_and_its_key_is_not_shown(
    admin: Client, scope: Scope, server: ModelServer
) -> None:
    server.will(says("I am small."))
    tried = admin.post(reverse("web:settings-models-try"), form_of(server)).content.decode()
    untouched = choice_of(scope, ModelChoice)
    saved = save(admin, "model", **form_of(server))

    assert "I am small." in tried and "tokens" in tried and KEY not in tried
    assert untouched.model == "offline"
    assert "It is used from now on." in saved and KEY not in saved
    chosen = choice_of(scope, ModelChoice)
    assert (chosen.model, chosen.models) == ("openai:small", "chat=openai:large")
    assert "Leave empty to keep it" in admin.get(reverse(PAGE)).content.decode()


def test_a_model_that_does_not_answer_says_why(admin: Client, server: ModelServer) -> None:
    form = form_of(server, url="https://127.0.0.1/v1")
    told = admin.post(reverse("web:settings-models-try"), form).content.decode()

    assert "It did not answer" in told and "PRAMANA_FETCH_ALLOW" in told and server.asked == []


def test_what_the_environment_sets_is_shown_locked(admin: Client, scope: Scope, settings) -> None:
    change(settings, model="anthropic:opus", search="brave", search_key="operators")
    text = admin.get(reverse(PAGE)).content.decode()
    refused = save(admin, "search", search="none")

    model, search, *_rest = text.split("<h2")[1:]
    assert "Set by the operator" in model and "Set by the operator" in search
    assert "operators" not in text
    assert "Only an operator can change it" in refused
    assert choice_of(scope, SearchChoice).search == "brave"


def test_the_other_services_are_set_and_set_back(admin: Client, scope: Scope) -> None:
    save(admin, "search", search="brave", search_key="a-key")
    save(admin, "retention", keep_chats_days="30")
    assert choice_of(scope, SearchChoice).search_key == "a-key"
    assert choice_of(scope, RetentionChoice).keep_chats_days == 30

    admin.post(reverse("web:settings-models-reset", args=["search"]))
    assert choice_of(scope, SearchChoice).search == "none"


def test_a_wrong_value_is_refused_in_words(admin: Client, scope: Scope) -> None:
    said = save(admin, "retention", keep_chats_days="-3")
    assert "was not saved" in said and choice_of(scope, RetentionChoice).keep_chats_days == 0
    assert admin.post(reverse("web:settings-models-change", args=["nothing"])).status_code == 404


def test_only_admins_come_here(scope: Scope) -> None:
    reviewer = signed_in(make_member(scope, Role.REVIEWER))
    for name in (PAGE, "web:settings-usage"):
        assert reviewer.get(reverse(name)).status_code == 403


def operator(scope: Scope) -> Client:
    User.objects.filter(pk=scope.actor_id).update(is_superuser=True)
    return signed_in(scope)


def test_operators_set_what_workspaces_begin_with(
    scope: Scope, other_scope: Scope, server: ModelServer
) -> None:
    server.will(says("I am everybody's."))
    client, page = operator(scope), reverse("web:settings-defaults")
    tried = client.post(reverse("web:settings-defaults-try"), form_of(server)).content.decode()
    change_model = reverse("web:settings-defaults-change", args=["model"])
    saved = client.post(change_model, form_of(server), follow=True).content.decode()

    assert "everybody" in tried and "It is used from now on." in saved and KEY not in saved
    assert choice_of(other_scope, ModelChoice).model == "openai:small"
    client.post(reverse("web:settings-defaults-change", args=["alarms"]), {"alarm_per_day": "3"})
    assert choice_of(other_scope, AlarmChoice).alarm_per_day == 3
    trail = client.get(reverse("web:settings-audit")).content.decode()
    assert "changed what workspaces begin with" in trail and KEY not in trail
    client.post(reverse("web:settings-defaults-reset", args=["model"]))
    assert choice_of(other_scope, ModelChoice).model == "offline"
    assert page in client.get(reverse(PAGE)).content.decode()


def test_defaults_of_the_environment_are_shown_locked(scope: Scope, settings) -> None:
    change(settings, defaults={"search": {"search": "brave", "search_key": "operators"}})
    client = operator(scope)
    text = client.get(reverse("web:settings-defaults")).content.decode()
    change_search = reverse("web:settings-defaults-change", args=["search"])
    refused = client.post(change_search, {"search": "none"})

    model, search, *_rest = text.split("<h2")[1:]
    assert "Set in the environment" in search and "Set in the environment" not in model
    assert "operators" not in text and refused.status_code == 400


def test_an_admin_of_a_tenant_cannot_open_the_defaults(admin: Client, scope: Scope) -> None:
    for address in (
        reverse("web:settings-defaults"),
        reverse("web:settings-defaults-try"),
        reverse("web:settings-defaults-change", args=["model"]),
        reverse("web:settings-defaults-reset", args=["model"]),
    ):
        answer = admin.post(address, {"provider": "openai", "name": "x"})
        assert answer.status_code in (403, 405), address
    assert admin.get(reverse("web:settings-defaults")).status_code == 403
    assert reverse("web:settings-defaults") not in admin.get(reverse(PAGE)).content.decode()
    assert default_views()["model"].choice.model_dump()["model"] == "offline"


def test_the_demonstration_is_loaded_from_a_button(admin: Client, scope: Scope) -> None:
    page = reverse("web:settings-demo")
    assert "Load the demonstration" in admin.get(page).content.decode()
    admin.post(reverse("web:settings-demo-load"))
    admin.post(reverse("web:settings-demo-load"))  # pressed twice

    [job] = active_jobs(scope)
    assert job.name == "demo.load"
    assert "is being loaded" in admin.get(page).content.decode()


def test_usage_is_told_by_day_capability_and_member(admin: Client, scope: Scope) -> None:
    empty = admin.get(reverse("web:settings-usage")).content.decode()
    for purpose, actor_id in (("chat.compose", scope.actor_id), ("agni.entities", None)):
        ModelCall.objects.create(
            tenant_id=scope.tenant_id,
            at=utcnow(),
            actor_id=actor_id,
            trace_id=scope.trace_id,
            purpose=purpose,
            prompt=purpose,
            prompt_version=1,
            verb="complete",
            engine="openai:small",
            requests=1,
            tokens_in=900,
            tokens_out=100,
            cost=Decimal("0.25"),
            latency_ms=5,
            outcome="ok",
        )
    page = admin.get(reverse("web:settings-usage"))
    text, by_capability = page.content.decode(), page.context["tables"][0][1]

    assert "No model was asked" in empty
    assert [(row.name, row.tokens) for row in by_capability] == [
        ("Answers", 1000),
        ("Reviews", 1000),
    ]
    assert "Automatic" in text and "$0.50" in text and "chat.compose" not in text
    assert max(bar.height for bar in page.context["bars"]) == 100


def test_the_audit_trail_has_names_filters_and_a_file(admin: Client, scope: Scope) -> None:
    document = add_file(scope, "Harbour log.txt", ContentFile(b"words"))
    audit(scope, "document.trashed", "document", document.id, count=1)
    audit(scope, "extraction.locked", "extraction", uuid4(), document_id=str(document.id))
    page = admin.get(reverse("web:settings-audit")).content.decode()
    some = admin.get(reverse("web:settings-audit"), {"what": "extraction.locked"})
    file = admin.get(reverse("web:settings-audit-export"), {"what": "document.trashed"})

    assert "Harbour log" in page and str(document.id) not in page
    assert len(some.context["rows"]) == 1
    lines = file.content.decode().splitlines()
    assert len(lines) == 2 and "Harbour log" in lines[1] and str(document.id) not in lines[1]


def test_jobs_about_one_document_are_one_line(scope: Scope) -> None:
    document = add_file(scope, "Harbour log.txt", ContentFile(b"words"))
    push(scope, "embed", "retrieval.embed", space=PASSAGES, parent_ids=[str(document.id)])
    push(scope, "embed", "retrieval.embed", space=PASSAGES, parent_ids=[str(uuid4())])

    groups = group_jobs(scope, active_jobs(scope))
    assert [(len(each.others), each.subject and each.subject.title) for each in groups] == [
        (1, "Harbour log"),
        (0, None),
    ]


def test_the_trend_has_a_bar_for_every_week() -> None:
    assert trend_bars([], date(2026, 5, 4)) == []
    now = utcnow()
    case = EvalCase(ClaimKind.CELL, CaseOutcome.APPROVE, True, now, uuid4())
    bars = trend_bars([case], now.date() - timedelta(days=28))
    assert [bar.height for bar in bars][:4] == [0, 0, 0, 0] and bars[4].height == 100


@pytest.mark.parametrize(
    ("decided", "precision", "surplus", "word"),
    [
        (3, 1, 0, "17 more"),
        (50, 0.5, 0, "Often"),
        (50, 0.8, 0.2, "Surer"),
        (50, 0.95, 0, "Reliable"),
    ],
)
def test_accuracy_says_what_to_do(decided, precision, surplus, word) -> None:
    assert word in advice_on(decided, precision, surplus)
