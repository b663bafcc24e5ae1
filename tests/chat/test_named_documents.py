"""A question names what a document is about; the clause that answers does not repeat the name."""

import pytest
from django.core.files.base import ContentFile

from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.retrieval.services import settle_counts
from pramana.tenancy.testing import make_tenant
from tests.chat.conftest import answer, in_db

LEASE = """# Lease

of the Heron Mill, Weir Lane, Aldham

Between Aldham Estates Ltd (Owner) and the Corn Players (Tenant).

## 1 What is let

The Heron Mill with its yard and the boat shed.

## 2 Length

Six years from 1 April 2025, ending on 31 March 2031.

## 3 Money

3.1 The rent is £9,600 a year.

3.2 The Tenant has paid a security of £1,450, which is given back after the end.

## 4 What is allowed

4.1 The building may be used for rehearsals and for storing scenery.

4.2 It must not be sublet, whole or in part.
"""
NOTES = [
    "The Heron Mill is open to visitors on Sundays. The players meet at the Heron Mill at six.",
    "Keys of the Heron Mill hang in the office. Whoever leaves the Heron Mill last locks it.",
    "A photographer came to the Heron Mill in May. The Heron Mill looked well in the sun.",
    "The Heron Mill has a new sign. The players painted the sign of the Heron Mill themselves.",
    "The cat of the Heron Mill is called Barley. It sleeps in the yard of the Heron Mill.",
    "Bicycles stand behind the Heron Mill. Cars do not fit behind the Heron Mill.",
    "The bus stops at the Heron Mill every hour; the last one leaves the Heron Mill at ten.",
]


@pytest.fixture
def mill(transactional_db: None) -> Scope:
    scope = make_tenant("mill")
    papers = {"lease.md": LEASE} | {f"note-{n}.txt": note for n, note in enumerate(NOTES)}
    for name, text in papers.items():
        add_file(scope, name, ContentFile(text.encode()))
    while drain_jobs():
        pass
    settle_counts(scope)
    return scope


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What security was paid for the Heron Mill?", "£1,450"),
        ("For what may the Heron Mill be used?", "rehearsals"),
        ("When does the lease of the Heron Mill end?", "31 March 2031"),
        ("May the Heron Mill be sublet?", "not be sublet"),
    ],
)
async def test_a_clause_answers_though_it_does_not_repeat_the_name(
    mill: Scope, question: str, words: str
) -> None:
    assert words in ((await answer(mill, None, question)).answer or "")


async def test_what_no_clause_says_is_refused(mill: Scope) -> None:
    response = await answer(mill, None, "Which bank lent the money for the Heron Mill?")
    assert not response.sources, response.answer


async def test_another_tenant_finds_none_of_it(mill: Scope) -> None:
    other = await in_db(make_tenant)("another")
    response = await answer(other, None, "What security was paid for the Heron Mill?")
    assert "1,450" not in (response.answer or "") and not response.sources
