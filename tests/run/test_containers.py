"""The container files name only what there is. `setup/check_image` builds and starts the image."""

import re
from typing import Any

import pytest
import yaml

from config.environment import Environment
from pramana.cli import COMMANDS
from setup.places import ROOT
from tests.config.test_environment import variables

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
OURS = {name: each for name, each in COMPOSE["services"].items() if "build" in each}
DEMANDED = {
    "POSTGRES_PASSWORD": "of-the-database",
    "PRAMANA_SECRET_KEY": "correct horse battery staple 0123456789",
    "PRAMANA_HOSTNAME": "pramana.example",
    "S3_ENDPOINT": "https://s3.example",
    "AWS_ACCESS_KEY_ID": "ours",
    "AWS_SECRET_ACCESS_KEY": "ours too",
}
"""What a person has to give before compose starts anything."""
OF_AMAZONS_LIBRARY = {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}


def test_every_variable_is_a_setting() -> None:
    named = set(re.findall(r"PRAMANA_\w+(?==)", DOCKERFILE))
    for service in OURS.values():
        named |= set(service["environment"])

    assert named - OF_AMAZONS_LIBRARY <= set(variables())


def test_the_settings_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the variables that compose demands, and the others empty."""
    for service in OURS.values():
        for name, value in service["environment"].items():
            monkeypatch.setenv(name, re.sub(r"\$\{(\w+):(\?|-)\}", filled, value))
        environment = Environment()

        assert environment.allowed_hosts == ("pramana.example",)
        assert environment.trusted_origins == ("https://pramana.example",)
        assert environment.trusted_proxies == ()


def filled(variable: re.Match[str]) -> str:
    name, demanded = variable.groups()
    return DEMANDED[name] if demanded == "?" else ""


def test_every_command_is_one_of_the_products() -> None:
    asked = [service["command"] for service in OURS.values()]
    [default] = re.findall(r'^CMD \["pramana", "(\w+)"\]$', DOCKERFILE, re.M)

    assert {"migrate", "web", "worker"} == {name for _, name in asked}
    assert {program for program, _ in asked} == {"pramana"}
    assert {default, *(name for _, name in asked)} <= set(COMMANDS)


def test_services_wait_for_services_that_there_are() -> None:
    waited_for = {each for service in OURS.values() for each in service["depends_on"]}

    assert waited_for <= set(COMPOSE["services"])
    assert {"restart"} <= set(OURS["migrate"]), "it ends by itself"
    assert OURS["migrate"]["restart"] == "no"


def test_the_image_runs_as_an_ordinary_user_who_owns_the_data() -> None:
    lines = DOCKERFILE.splitlines()
    user, setup = lines.index("USER pramana"), lines.index("RUN ./run setup")

    assert user < setup
    assert "PRAMANA_DATA=/srv/pramana" in DOCKERFILE and "VOLUME /srv/pramana" in DOCKERFILE
