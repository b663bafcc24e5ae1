"""What reaches the checks of what a person has set."""

from pathlib import Path

import pytest

from setup.environment import checks_environment


def test_a_soak_hears_how_long_and_with_what_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PRAMANA_SEED": "7", "PRAMANA_SOAK_SECONDS": "60"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PRAMANA_MODEL", "openai:gpt")
    found = checks_environment()

    assert (found["PRAMANA_SEED"], found["PRAMANA_SOAK_SECONDS"]) == ("7", "60")
    assert "PRAMANA_MODEL" not in found


def test_modules_are_compiled_once_whatever_the_shell_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    assert "PYTHONDONTWRITEBYTECODE" not in checks_environment()


def test_no_authority_outside_this_machine_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt")
    found = checks_environment()

    assert "SSL_CERT_FILE" not in found
    assert not Path(found["SSL_CERT_DIR"]).exists()
