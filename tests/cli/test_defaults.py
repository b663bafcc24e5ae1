"""What tenants begin with, from the command line: the same table as the operators' page."""

import pytest

from pramana.cli.commands.access import change_defaults, default_lines
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.choices import AlarmChoice, ModelChoice
from pramana.tenancy.services.stored_choices import choice_of
from tests.settings import change

pytestmark = pytest.mark.django_db


def lines() -> dict[str, str]:
    return {line.split()[0]: line for line in default_lines()}


def test_defaults_are_shown_without_secrets_and_with_what_the_environment_sets(
    scope: Scope, settings
) -> None:
    change(settings, model="anthropic:x", defaults={"ocr": {"ocr": "local"}})
    change_defaults(scope, ["search.search=tavily", "search.search_key=sesame"])

    shown = lines()
    assert "set in the environment" in shown["model"] and "anthropic:x" in shown["model"]
    assert "set in the environment" in shown["ocr"] and "ocr: local" in shown["ocr"]
    assert "set by an operator" in shown["search"] and "search_key: set" in shown["search"]
    assert "sesame" not in shown["search"] and "as delivered" in shown["alarms"]


def test_fields_are_set_and_taken_back_and_tenants_have_them_at_once(scope: Scope) -> None:
    change_defaults(
        scope, ["model.model=openai:big", "model.model_key=k", "alarms.alarm_per_day=5"]
    )
    change_defaults(scope, ["model.model=openai:bigger", "alarms.alarm_per_day="])
    chosen = choice_of(scope, ModelChoice)
    assert (chosen.model, chosen.model_key) == ("openai:bigger", "k")  # the same provider's key
    assert choice_of(scope, AlarmChoice).alarm_per_day == 0
    assert "as delivered" in lines()["alarms"]

    change_defaults(scope, ["model="])
    assert choice_of(scope, ModelChoice).model == "offline"


@pytest.mark.parametrize(
    "wrong",
    ["model.model=nobody:x", "nowhere.field=1", "search.search=tavily", "model", "model=openai:x"],
)
def test_what_cannot_work_changes_nothing(scope: Scope, wrong: str) -> None:
    with pytest.raises(InvalidRequest):
        change_defaults(scope, ["alarms.alarm_per_day=5", wrong])
    assert not any("set by an operator" in line for line in default_lines())
