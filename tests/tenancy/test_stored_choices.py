"""What a tenant sets for itself: encrypted, its own only, and never against the operator."""

import json
from collections.abc import Iterator
from decimal import Decimal

import pytest

from config.environment import Environment
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt
from pramana.llm.embeddings.encoder import configured_encoder
from pramana.llm.gateway import gateway, try_model
from pramana.llm.testing import ModelServer, model_server, says
from pramana.tenancy.choices import AlarmChoice, EmbeddingChoice, ModelChoice, Origin, SearchChoice
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import SecretUnreadable, SettingInvalid, SettingLocked
from pramana.tenancy.models import AuditEntry, DefaultSetting, TenantSetting
from pramana.tenancy.services.stored_choices import (
    choice_of,
    choice_views,
    default_views,
    read_choice,
    read_default,
    reset_choice,
    reset_default,
    save_choice,
    save_default,
    tenants_with_own,
)
from tests.settings import change

pytestmark = pytest.mark.django_db

KEY = "sk-their-own-key"
HELLO = Prompt("chat.compose", 1, system="Answer.", user="Hello?", output=str)


@pytest.fixture
def server(settings) -> Iterator[ModelServer]:
    """A model on loopback, which the operator has opened."""
    from pramana.llm.gateway import _remote_engine

    _remote_engine.cache_clear()
    with model_server() as running:
        change(settings, fetch_allow=(running.url.removeprefix("http://"),))
        yield running
    _remote_engine.cache_clear()


def own_model(scope: Scope, server: ModelServer, **more: str) -> ModelChoice:
    values = {"model": "openai:small", "model_url": server.openai_url, "model_key": KEY, **more}
    choice = read_choice(scope, ModelChoice, values)
    save_choice(scope, choice)
    return choice


def test_a_tenants_model_is_asked_at_once_and_only_for_that_tenant(
    scope: Scope, other_scope: Scope, server: ModelServer, monkeypatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the-operators-key")
    server.will(says("Namaste."))
    own_model(scope, server)

    assert gateway(scope).complete(HELLO) == "Namaste."
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert gateway(other_scope).engine_for(HELLO) == "offline"


def test_a_task_may_have_another_model(scope: Scope, server: ModelServer) -> None:
    own_model(scope, server, models="chat=openai:large")

    assert gateway(scope).engine_for(HELLO) == "openai:large"


def test_the_operators_key_is_never_sent_to_a_tenants_server(
    scope: Scope, server: ModelServer, monkeypatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the-operators-key")
    choice = read_choice(
        scope, ModelChoice, {"model": "openai:small", "model_url": server.openai_url}
    )
    save_choice(scope, choice)
    gateway(scope).complete(HELLO)

    assert "the-operators-key" not in str(server.asked[0].headers)


def test_a_failing_server_of_one_tenant_pauses_nobody_else() -> None:
    from pramana.llm.engines import Engine, ModelAccess

    engine = Engine("openai", "small")
    own = ModelAccess("https://a.example", "key", is_foreign=True)
    other = ModelAccess("https://b.example", "key", is_foreign=True)
    names = {each.breaker_name(engine) for each in (own, other, ModelAccess())}
    assert len(names) == 3


def test_what_is_stored_shows_neither_key_nor_model(scope: Scope, server: ModelServer) -> None:
    own_model(scope, server)
    [row] = TenantSetting.objects.in_scope(scope)
    entries = list(AuditEntry.objects.in_scope(scope).values_list("action", "details"))

    assert KEY not in row.value and "openai" not in row.value
    assert entries == [("setting.changed", {"after": "openai:small"})]
    view = choice_views(scope)["model"]
    assert view.has_secret and KEY not in repr(view) and KEY not in repr(view.choice)


def test_a_row_copied_to_another_tenant_cannot_be_read(
    scope: Scope, other_scope: Scope, server: ModelServer
) -> None:
    own_model(scope, server)
    [row] = TenantSetting.objects.in_scope(scope)
    TenantSetting(tenant_id=other_scope.tenant_id, name="model", value=row.value).save()

    with pytest.raises(SecretUnreadable):
        choice_of(other_scope, ModelChoice)
    assert choice_views(other_scope)["model"].is_unreadable


def test_the_environment_wins_and_locks(scope: Scope, server: ModelServer, settings) -> None:
    own_model(scope, server)
    change(settings, model="anthropic:opus")

    assert choice_of(scope, ModelChoice).model == "anthropic:opus"
    assert choice_views(scope)["model"].is_locked
    with pytest.raises(SettingLocked):
        read_choice(scope, ModelChoice, {"model": "offline"})
    with pytest.raises(SettingLocked):
        save_choice(scope, ModelChoice())


def test_operators_set_defaults_that_tenants_may_change(scope: Scope, settings) -> None:
    change(settings, defaults={"model": {"model": "openai:house", "model_key": "house-key"}})
    inherited = choice_of(scope, ModelChoice)
    save_choice(scope, ModelChoice(model="openai:mine"))
    mine = choice_of(scope, ModelChoice)
    reset_choice(scope, ModelChoice)

    assert (inherited.model, inherited.origin) == ("openai:house", Origin.DEFAULT)
    assert (mine.model, mine.model_key) == ("openai:mine", "")  # a choice comes as a whole
    assert choice_of(scope, ModelChoice).model == "openai:house"


def test_operators_defaults_are_stored_encrypted_and_used_without_a_restart(
    scope: Scope, other_scope: Scope
) -> None:
    save_choice(other_scope, ModelChoice(model="openai:theirs"))
    values = {"model": "openai:house", "model_url": "http://10.0.0.8/v1", "model_key": KEY}
    save_default(scope, read_default(ModelChoice, values))

    [row] = DefaultSetting.objects.all()
    assert KEY not in row.value and "openai" not in row.value
    inherited = choice_of(scope, ModelChoice)
    assert (inherited.model, inherited.origin) == ("openai:house", Origin.DEFAULT)
    assert choice_of(other_scope, ModelChoice).model == "openai:theirs"
    tenants_view, operators_view = choice_views(scope)["model"], default_views()["model"]
    assert not tenants_view.is_own and not tenants_view.has_secret
    assert operators_view.is_own and operators_view.has_secret
    assert KEY not in repr(operators_view)

    elsewhere = {**values, "model_url": "https://else.example/v1", "model_key": ""}
    assert read_default(ModelChoice, {**values, "model_key": ""}).model_key == KEY
    assert read_default(ModelChoice, elsewhere).model_key == ""
    reset_default(scope, ModelChoice)
    assert choice_of(scope, ModelChoice).origin is Origin.PRODUCT
    entries = AuditEntry.objects.in_scope(scope).order_by("at").values_list("action", "details")
    assert list(entries) == [("default.changed", {"after": "openai:house"}), ("default.reset", {})]


def test_defaults_of_the_environment_win_over_stored_ones(scope: Scope, settings) -> None:
    save_default(scope, SearchChoice(search="crossref"))
    change(settings, defaults={"search": {"search": "openalex"}})

    assert choice_of(scope, SearchChoice).search == "openalex"
    assert default_views()["search"].is_locked and not choice_views(scope)["search"].is_locked
    with pytest.raises(SettingLocked):
        save_default(scope, SearchChoice())
    with pytest.raises(SettingLocked):
        read_default(SearchChoice, {"search": "none"})


def test_a_default_under_another_secret_key_is_said_to_be_unreadable(
    scope: Scope, settings
) -> None:
    save_default(scope, ModelChoice(model="openai:house"))
    settings.SECRET_KEY = "another key of this installation, quite long"

    assert default_views()["model"].is_unreadable
    with pytest.raises(SecretUnreadable):
        choice_of(scope, ModelChoice)


def test_defaults_are_checked_when_the_product_starts(monkeypatch) -> None:
    monkeypatch.setenv("PRAMANA_DEFAULTS", json.dumps({"model": {"model": "nobody:x"}}))
    with pytest.raises(ValueError, match="defaults"):
        Environment()


@pytest.mark.parametrize(
    "address", ["http://169.254.169.254/v1", "https://127.0.0.1/v1", "https://10.0.0.8/v1"]
)
def test_an_address_of_an_inner_network_is_refused(scope: Scope, address: str) -> None:
    with pytest.raises(AppError):
        read_choice(scope, ModelChoice, {"model": "openai:x", "model_url": address})
    with pytest.raises(AppError):
        read_choice(scope, SearchChoice, {"search": "searxng", "search_url": address})


def test_the_address_is_checked_again_at_each_request(
    scope: Scope, server: ModelServer, settings
) -> None:
    choice = own_model(scope, server)
    change(settings, fetch_allow=())
    trial = try_model(scope, choice)

    assert not trial.is_good and server.asked == []


def test_an_empty_key_keeps_the_stored_one_unless_it_would_go_elsewhere(
    scope: Scope, server: ModelServer
) -> None:
    own_model(scope, server)
    same = read_choice(
        scope, ModelChoice, {"model": "openai:other", "model_url": server.openai_url}
    )
    elsewhere = read_choice(scope, ModelChoice, {"model": "anthropic:opus"})

    assert same.model_key == KEY and elsewhere.model_key == ""


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (ModelChoice, {"model": "unknown:x"}),
        (ModelChoice, {"model": "ollama:x"}),
        (ModelChoice, {"model": "openai:x", "models": "chat=nobody:x"}),
        (ModelChoice, {"model": "openai:x", "model_key": "two words"}),
        (SearchChoice, {"search": "brave"}),
        (SearchChoice, {"search": "searxng"}),
        (EmbeddingChoice, {"embeddings": "fastembed:x"}),
    ],
)
def test_what_cannot_work_is_refused_without_quoting_it(scope: Scope, kind, values) -> None:
    with pytest.raises(SettingInvalid) as refused:
        read_choice(scope, kind, values)
    assert "two words" not in refused.value.message


def test_a_trial_says_what_came_back(scope: Scope, server: ModelServer) -> None:
    server.will(says("I am small."))
    choice = own_model(scope, server)
    good = try_model(scope, choice)
    bad = try_model(scope, choice.model_copy(update={"model_url": "http://127.0.0.1:9/v1"}))

    assert good.is_good and good.text == "I am small." and good.completion
    assert good.completion.usage.requests == 1
    assert not bad.is_good and KEY not in bad.text


def test_admins_are_told_once_when_their_alarm_is_reached(
    scope: Scope, other_scope: Scope, monkeypatch
) -> None:
    from pramana.tenancy.services import quotas

    told: list[str] = []
    monkeypatch.setattr(quotas, "publish_notice", lambda *about, **more: told.append(more["most"]))
    monkeypatch.setitem(quotas._meters, Quota.COST_PER_DAY, lambda _: Decimal("3.5"))
    quotas.raise_budget_alarms(scope)
    save_choice(scope, AlarmChoice(alarm_per_day=Decimal(3)))
    for each in (scope, scope, other_scope):
        quotas.raise_budget_alarms(each)

    assert told == ["3"]
    entries = AuditEntry.objects.in_scope(scope).filter(action="budget.alarm")
    assert [entry.details for entry in entries] == [{"used": "3.5", "most": "3"}]


def test_a_tenant_may_have_its_own_encoder(scope: Scope, other_scope: Scope, settings) -> None:
    without = settings.PRAMANA.model_fields_set - {"embeddings"}
    settings.PRAMANA = Environment.model_construct(_fields_set=without, **dict(settings.PRAMANA))
    save_choice(scope, EmbeddingChoice(embeddings="openai:small", embeddings_key=KEY))

    encoder, other = configured_encoder(scope), configured_encoder(other_scope)
    assert encoder and encoder.id == "openai:small"
    assert other is None or other.id != "openai:small"
    assert tenants_with_own(EmbeddingChoice) == [scope.tenant_id]
