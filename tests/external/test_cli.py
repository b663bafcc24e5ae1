"""The run from the command line, by whoever may reach the database."""

import pytest

from pramana.cli import parse
from pramana.cli.commands import research
from pramana.external.selectors import get_research
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import InvalidRequest
from tests.external.conftest import QUESTION

pytestmark = pytest.mark.django_db(transaction=True)


def typed(scope, *words: str) -> None:
    asked = parse(["research", *words])
    actions = {
        "start": research._start, "list": research._list, "show": research._show,
        "decide": research._decide,
    }  # fmt: skip
    actions[asked.action](scope, asked)


def test_a_run_is_started_shown_and_decided_by_hand(scope, found, site, capsys):
    typed(scope, "start", QUESTION)
    run = capsys.readouterr().out.strip()
    drain_jobs()
    typed(scope, "list")
    assert "awaiting_approval" in capsys.readouterr().out
    typed(scope, "show", run)
    first = capsys.readouterr().out.splitlines()[1].split()[0]
    typed(scope, "decide", "partial", run, "--candidate", first, "--because", "It is official.")
    drain_jobs()
    capsys.readouterr()
    typed(scope, "show", run)
    said = capsys.readouterr().out
    assert said.startswith("done") and "Sita Rai" in said
    decision = get_research(scope, __import__("uuid").UUID(run)).decision
    assert decision is not None and decision.rationale == "It is official."


def test_what_is_no_id_is_said_plainly(scope):
    with pytest.raises(InvalidRequest, match="is not an id"):
        typed(scope, "show", "x")
