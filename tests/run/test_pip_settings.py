"""A machine that is configured for pip alone is configured for us."""

from pathlib import Path

import pytest

from setup.packages import pip_settings, uv_environment, uv_options

CONFIGURATION = """\
[global]
index-url = https://mirror.example/simple
extra-index-url =
    https://one.example/simple
    https://two.example/simple
trusted_host = mirror.example

[install]
find-links = /srv/wheels /srv/more
"""


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("HOME", str(tmp_path))
    named = tmp_path / "named.conf"
    named.write_text(CONFIGURATION)
    return {"PIP_CONFIG_FILE": str(named)}


def test_files_are_said_again_in_uvs_words(environ: dict[str, str]) -> None:
    spoken = uv_environment(environ)

    assert spoken["UV_DEFAULT_INDEX"] == "https://mirror.example/simple"
    assert spoken["UV_INDEX"] == "https://one.example/simple https://two.example/simple"
    assert spoken["UV_FIND_LINKS"] == "/srv/wheels,/srv/more"
    assert spoken["UV_INSECURE_HOST"] == "mirror.example"


def test_a_variable_wins_over_a_file(environ: dict[str, str]) -> None:
    environ["PIP_INDEX_URL"] = "https://variable.example/simple"

    assert pip_settings(environ)["index-url"] == "https://variable.example/simple"


def test_what_was_said_to_uv_itself_is_left_alone(environ: dict[str, str]) -> None:
    environ |= {"UV_DEFAULT_INDEX": "https://uv.example/simple", "PIP_CERT": "/srv/ca.pem"}
    spoken = uv_environment(environ)

    assert "UV_DEFAULT_INDEX" not in spoken
    assert spoken["SSL_CERT_FILE"] == "/srv/ca.pem"


def test_the_users_own_file_is_read_from_where_pip_reads_it(
    environ: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / ".config/pip"
    folder.mkdir(parents=True)
    (folder / "pip.conf").write_text("[global]\nproxy = http://proxy.example:3128\n")

    assert uv_environment({})["ALL_PROXY"] == "http://proxy.example:3128"
    assert "proxy" not in pip_settings({"PIP_CONFIG_FILE": "/dev/null"})


def test_a_file_that_cannot_be_parsed_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "broken.conf"
    broken.write_text("no section\n")

    assert "no section" not in pip_settings({"PIP_CONFIG_FILE": str(broken)})


@pytest.mark.parametrize(("value", "options"), [("1", ["--no-index"]), ("no", []), ("", [])])
def test_no_index_is_an_option(environ: dict[str, str], value: str, options: list[str]) -> None:
    assert uv_options({**environ, "PIP_NO_INDEX": value}) == options
