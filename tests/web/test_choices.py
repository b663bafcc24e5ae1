"""The page on which a tenant sets its model and services: tried, saved, never shown again."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from pramana.jobs.selectors import active_jobs
from pramana.kit.scope import Scope
from pramana.llm.gateway import _remote_engine
from pramana.llm.testing import ModelServer, model_server, says
from pramana.tenancy.choices import ModelChoice, RetentionChoice, SearchChoice
from pramana.tenancy.contracts import Role
from pramana.tenancy.services.choices import choice_of
from pramana.tenancy.testing import make_member
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
    answer = client.post(reverse("web:settings-choice", args=[group]), values, follow=True)
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

    admin.post(reverse("web:settings-choice-reset", args=["search"]))
    assert choice_of(scope, SearchChoice).search == "none"


def test_a_wrong_value_is_refused_in_words(admin: Client, scope: Scope) -> None:
    said = save(admin, "retention", keep_chats_days="-3")
    assert "was not saved" in said and choice_of(scope, RetentionChoice).keep_chats_days == 0
    assert admin.post(reverse("web:settings-choice", args=["nothing"])).status_code == 404


def test_only_admins_come_here(scope: Scope) -> None:
    reviewer = signed_in(make_member(scope, Role.REVIEWER))
    for name in (PAGE, "web:settings-usage"):
        assert reviewer.get(reverse(name)).status_code == 403


def test_the_demonstration_is_loaded_from_a_button(admin: Client, scope: Scope) -> None:
    page = reverse("web:settings-demo")
    assert "Load the demonstration" in admin.get(page).content.decode()
    admin.post(reverse("web:settings-demo-load"))
    admin.post(reverse("web:settings-demo-load"))  # pressed twice

    [job] = active_jobs(scope)
    assert job.name == "demo.load"
    assert "is being loaded" in admin.get(page).content.decode()
