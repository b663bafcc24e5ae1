"""`pramana evals`: a table for people, JSON for programs."""

import json

import pytest

from pramana.agni.contracts import EntityDecision
from pramana.agni.services import resolve_entity
from pramana.cli import parse
from pramana.cli.commands import evals
from pramana.evals.selectors import cases_of
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from tests.evals.decisions import sure, under_review
from tests.extraction.samples import add_document
from tests.settings import change


@pytest.fixture
def decided(scope: Scope, settings) -> Scope:
    """Of version 1 half was kept, of version 2 all."""
    change(settings, embeddings="none")
    keep = EntityDecision(action="create", confirmed=True)
    document = add_document(scope)
    for version in (1, 2):
        session = under_review(
            scope, document, [sure(f"P{n}", 0.75) for n in range(2)], version=version
        )
        resolve_entity(scope, session, 0, keep)
        resolve_entity(scope, session, 1, keep if version == 2 else EntityDecision(action="skip"))
    return scope


def said(scope: Scope, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    asked = parse(["evals", *words])
    (evals._compare if asked.compare else evals._report)(cases_of(scope), asked)
    return capsys.readouterr().out


def test_a_line_per_version_and_engine(decided: Scope, capsys) -> None:
    header, first, second = said(decided, capsys).splitlines()

    assert header.split()[:3] == ["claim", "prompt", "engine"]
    assert "agni.entities v1" in first and "50.0 %" in first and "0.250" in first
    assert "agni.entities v2" in second and "100.0 %" in second


def test_two_versions_are_compared_and_chance_is_named(decided: Scope, capsys) -> None:
    told = said(decided, capsys, "--compare", "agni.entities", "1", "2")
    assert "+50.0 points; too few decisions" in told

    [found] = json.loads(said(decided, capsys, "--json", "--compare", "agni.entities", "1", "2"))[
        "comparisons"
    ]
    assert (found["before"]["precision"], found["gained"], found["is_clear"]) == (0.5, 0.5, False)


def test_json_holds_the_bins(decided: Scope, capsys) -> None:
    first, _second = json.loads(said(decided, capsys, "--json"))["reports"]

    [only] = first["confidence"]["bins"]
    assert (only["cases"], only["mean"], only["right"]) == (2, 0.75, 0.5)


def test_a_version_that_is_no_number_is_refused(decided: Scope, capsys) -> None:
    with pytest.raises(InvalidRequest, match="version numbers"):
        said(decided, capsys, "--compare", "agni.entities", "one", "2")
    with pytest.raises(InvalidRequest, match="days"):
        evals._since(0)


def test_nothing_decided_is_said(scope: Scope, capsys) -> None:
    asked = parse(["evals"])
    evals._report([], asked)
    assert "nothing to measure" in capsys.readouterr().err
