"""A process that is killed between the statements of a hand edit leaves all of it, or nothing."""

import json
import os
import subprocess
import sys

SEVERAL = 3
"""Statements that every edit has at least."""
SCRIPT = """
import json, os, signal
import django

django.setup()
from django.db import connection, connections

from pramana.memory.contracts.graph import FactCorrection, FactEnd, NewFact
from pramana.memory.models import EntityRow, FactRow, GraphEdit
from pramana.memory.services.entity_edits import join_entities
from pramana.memory.services.fact_edits import add_fact, correct_fact
from pramana.tenancy.testing import make_tenant

scope = make_tenant("ours")


def fact(subject, relation, target):
    new = NewFact(FactEnd(name=subject), relation, FactEnd(name=target))
    return add_fact(scope, "g", new, "why").id


fact("Ram", "LIKES", "Tea")
work = fact("Ramesh", "WORKS_AT", "Acme")
ids = dict(EntityRow.objects.in_scope(scope).values_list("name", "pk"))


def graph():
    facts = FactRow.objects.in_scope(scope).values_list(
        "pk", "text", "subject_id", "object_id", "invalid_at", "relation"
    )
    entities = EntityRow.objects.in_scope(scope).values_list("pk", "name")
    return sorted(map(str, facts)) + sorted(map(str, entities))


def edit_count():
    return GraphEdit.objects.in_scope(scope).count()


EDITS = {
    "correct": lambda: correct_fact(scope, work, FactCorrection(relation="LEADS"), "why"),
    "join": lambda: join_entities(scope, ids["Ramesh"], ids["Ram"], "why"),
}


def run_until(edit, statement):
    # In a child: run the edit, and be killed before a statement of it.
    count = [0]

    def kill(execute, *args):
        count[0] += 1
        if count[0] == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*args)

    with connection.execute_wrapper(kill):
        edit()
    os._exit(0)


outcomes = {}
for name, edit in EDITS.items():
    before, edits, kills = graph(), edit_count(), 0
    while edit_count() == edits:
        connections.close_all()
        child = os.fork()
        if child == 0:
            run_until(edit, kills + 1)
        _, status = os.waitpid(child, 0)
        kills += os.WIFSIGNALED(status)
        is_recorded, is_changed = edit_count() > edits, graph() != before
        if is_recorded != is_changed:
            raise SystemExit(f"{name}: half an edit after statement {kills}")
        if not os.WIFSIGNALED(status) and not is_recorded:
            raise SystemExit(f"{name}: the edit ended, and changed nothing")
    outcomes[name] = kills
print(json.dumps(outcomes))
"""


def test_a_killed_edit_is_whole_or_not_at_all(own_database: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "DATABASE_URL": own_database, "PRAMANA_EMBEDDINGS": "none"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    kills = json.loads(ran.stdout.splitlines()[-1])
    assert kills.keys() == {"correct", "join"}
    assert all(count > SEVERAL for count in kills.values())
