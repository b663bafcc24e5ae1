"""What tenants begin with, from the command line."""

import json

import pytest

from pramana.cli.arguments import parse
from pramana.cli.commands import access
from pramana.kit.errors import InvalidRequest


def test_defaults_are_shown_without_secrets_and_with_what_the_environment_locks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = {"search": {"search": "tavily", "search_key": "sesame"}}
    monkeypatch.setenv("PRAMANA_DEFAULTS", json.dumps(chosen))
    monkeypatch.setenv("PRAMANA_MODEL", "offline")

    access.run_tenant(parse(["tenant", "defaults"]))

    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "locked by the environment" in lines["model"]
    assert "search: tavily, search_key: set" in lines["search"]
    assert "sesame" not in lines["search"] and "as delivered" in lines["alarms"]


def test_changed_defaults_are_checked_and_printed_as_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRAMANA_DEFAULTS", '{"ocr": {"ocr": "local"}, "model": {"models": ""}}')

    changes = ["model.model=openai:big", "model.models=", "ocr.ocr=", "retention.keep_chats_days=9"]
    access.run_tenant(parse(["tenant", "defaults", *changes]))

    printed = json.loads(capsys.readouterr().out)
    assert printed == {"model": {"model": "openai:big"}, "retention": {"keep_chats_days": "9"}}
    for wrong in ("model.model=nobody:x", "nowhere.field=1", "search.search=tavily", "model"):
        with pytest.raises(InvalidRequest):
            access.run_tenant(parse(["tenant", "defaults", wrong]))
