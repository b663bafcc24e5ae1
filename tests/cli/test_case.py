"""Cases from the command line, and work that is begun for one."""

from uuid import UUID

import pytest

from pramana.cli import parse
from pramana.cli.commands import access, research
from pramana.external.selectors import get_research
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.errors import CaseNotFound

pytestmark = pytest.mark.django_db


def opened(scope: Scope, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    access._open_case(scope, parse(["case", "open", name]))
    return capsys.readouterr().out.strip()


def started(scope: Scope, *words: str) -> None:
    research._start(scope, parse(["research", "start", "Who signed?", *words]))


def test_a_run_is_begun_for_the_case_that_was_opened(scope, capsys) -> None:
    made = opened(scope, "The footbridge", capsys)
    started(scope, "--case", made, "--workflow", "intake")
    run = UUID(capsys.readouterr().out.strip())
    access._list_cases(scope, parse(["case", "list"]))
    [line] = capsys.readouterr().out.splitlines()

    assert get_research(scope, run).case_id == UUID(made)
    assert line.startswith(made) and "1 runs" in line and line.endswith("The footbridge")


def test_another_tenants_case_is_neither_listed_nor_worked_in(scope, other_scope, capsys) -> None:
    made = opened(scope, "The footbridge", capsys)
    access._list_cases(other_scope, parse(["case", "list"]))

    assert capsys.readouterr().out == ""
    with pytest.raises(CaseNotFound):
        started(other_scope, "--case", made)


def test_what_is_no_id_of_a_case_says_where_they_are(scope) -> None:
    with pytest.raises(InvalidRequest, match="`pramana case list`"):
        started(scope, "--case", "footbridge")
