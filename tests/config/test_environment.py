import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from config.environment import ROOT, Environment, allowed_hosts
from pramana.cli.product import read_environment
from pramana.kit.errors import Misconfigured

SETTINGS_PAGE = ROOT / "docs" / "reference" / "settings.md"


def variables() -> list[str]:
    return [
        str(field.validation_alias or f"PRAMANA_{name.upper()}")
        for name, field in Environment.model_fields.items()
    ]


@pytest.mark.parametrize("variable", variables())
def test_every_setting_has_a_heading_in_the_docs(variable):
    assert f"## {variable}\n" in SETTINGS_PAGE.read_text("utf-8")


def test_the_docs_name_no_setting_that_is_gone():
    headings = re.findall(r"^## (\S+)$", SETTINGS_PAGE.read_text("utf-8"), re.M)
    assert set(headings) == set(variables())


WRONG = {
    "PRAMANA_TIME_ZONE": ("Mars/Base", "../etc/passwd"),
    "PRAMANA_MODEL_URL": ("localhost:8000", "ftp://host"),
    "PRAMANA_OTLP_ENDPOINT": ("http://", "http://host:many"),
    "QDRANT_URL": ("qdrant", "http://[::1"),
    "NES_API_BASE_URL": ("//host/api", "x"),
    "NES_API_TIMEOUT": ("inf", "0"),
    "PRAMANA_TRUSTED_ORIGINS": ("example.org", "https://a.org,b.org"),
    "PRAMANA_TRUSTED_PROXIES": ("proxy.example.org", "10.0.0.0/99"),
    "PRAMANA_ALLOWED_HOSTS": ("https://a.org", "a.org,b.org/app"),
    "PRAMANA_EXTRACTION_SECONDS": ("inf", "nan"),
    "PRAMANA_EMBEDDINGS": ("packed", "openai:"),
    "PRAMANA_SECRET_KEY": ("", "short", "a" * 60, "abcabc" * 10),
    "DATABASE_URL": ("mysql://h/n", "postgresql://u:p@h:port/n", "just words"),
    "PRAMANA_RERANK": ("yes", "fastembed"),
}


@pytest.mark.parametrize("variable", sorted(WRONG))
def test_what_cannot_be_used_is_refused_at_the_start(monkeypatch, variable):
    for written in WRONG[variable]:
        monkeypatch.setenv(variable, written)
        with pytest.raises(ValidationError):
            Environment()


@pytest.mark.parametrize("name", ["keep_chats_days", "keep_ledger_days", "keep_audit_days"])
def test_nothing_is_kept_since_before_there_were_years(name):
    with pytest.raises(ValidationError, match="36500"):
        Environment(**{name: 800_000})


def test_open_mode_is_refused_on_any_address_but_loopback():
    with pytest.raises(ValidationError, match="loopback"):
        Environment(open=True, host="0.0.0.0")
    assert Environment(open=True, host="::1").open


def test_debug_mode_is_refused_on_any_address_but_loopback():
    with pytest.raises(ValidationError, match="loopback"):
        Environment(debug=True, host="0.0.0.0")
    assert Environment(debug=True, host="127.0.0.1").debug


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "postgresql://u:hidden@h:port/n"),
        ("PRAMANA_SECRET_KEY", "hidden"),
        ("PRAMANA_MAIL_URL", "smtp://u:hidden@h:port"),
        ("PRAMANA_OIDC", '[{"id": "a", "client_secret": "hidden"}]'),
        ("PRAMANA_DEFAULTS", '{"model": {"key": "hidden", "other": 1}}'),
        ("PRAMANA_OTLP_ENDPOINT", "ftp://u:hidden@h"),
        ("QDRANT_URL", "u:hidden@h"),
    ],
)
def test_a_secret_that_cannot_be_used_is_not_shown(monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    with pytest.raises(Misconfigured) as refused:
        read_environment()
    assert variable in refused.value.message
    assert "hidden" not in refused.value.message
    with pytest.raises(ValidationError) as raw:  # as a server shows it that loads the settings
        Environment()
    assert "hidden" not in str(raw.value)


def test_a_setting_that_is_no_json_is_one_sentence_without_its_value(monkeypatch):
    monkeypatch.setenv("PRAMANA_OIDC", '[{"id": "a", "client_secret": "hidden"')
    with pytest.raises(Misconfigured) as refused:
        read_environment()
    assert "oidc" in refused.value.message
    assert "hidden" not in refused.value.message


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("PORT", "x"),
        ("FILES", "ftp"),
        ("CPU_PROCESSES", "0"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(monkeypatch, name, value):
    monkeypatch.setenv(f"PRAMANA_{name}", value)
    with pytest.raises(ValidationError):
        Environment()


def test_on_loopback_only_loopbacks_names_are_answered():
    assert "*" not in allowed_hosts(Environment(host="127.0.0.1"))
    assert allowed_hosts(Environment(host="0.0.0.0")) == ["*"]


def test_lists_are_written_with_commas(monkeypatch):
    monkeypatch.setenv("PRAMANA_ALLOWED_HOSTS", "a.example, b.example")
    assert Environment().allowed_hosts == ("a.example", "b.example")


def test_the_data_directory_has_a_default():
    assert isinstance(Environment().data, Path)
