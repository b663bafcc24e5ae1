"""A process that is killed between the statements of a change leaves all of it, or nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

SEVERAL = 3
"""Statements that every change has at least."""
CHANGES = {
    *("correct", "join", "split", "confirm", "refuse", "undo", "undo join", "import"),
    *("message", "claim", "reread", "erase"),
}
SCRIPT = """
import json, os, signal
import django

django.setup()
from django.db import connection, connections, transaction

from pramana.llm.errors import ModelUnavailable
from pramana.memory.contracts.extraction import MessageExtraction
from pramana.memory.contracts.graph import FactCorrection, FactEnd, NewFact
from pramana.memory.models import EntityRow, FactRow, GraphEdit
from pramana.memory.services.deletion import erase_entity
from pramana.memory.services.entity_edits import join_entities
from pramana.memory.services.fact_edits import add_fact, confirm_fact, correct_fact, refuse_fact
from pramana.memory.services.transfer import export_lines, import_group
from pramana.memory.services.undo import split_entity, undo_edit
from pramana.tenancy.testing import make_tenant
from tests.memory.scripted_model import add_message, extraction_of, scripted

scope = make_tenant("ours")


def fact(subject, relation, target):
    new = NewFact(FactEnd(name=subject), relation, FactEnd(name=target))
    return add_fact(scope, "g", new, "why").id


def claiming(words):
    read = extraction_of("(user): " + words)
    read["facts"] = [{**each, "claimed_by": "Otto"} for each in read["facts"]]
    read["entities"].append({"name": "Otto", "confidence": 0.9})
    return scripted(extract=MessageExtraction.model_validate(read))


fact("Ram", "LIKES", "Tea")
work = fact("Ramesh", "WORKS_AT", "Acme")
refused = fact("Ramesh", "LIKES", "Rain")
undone = fact("Ramesh", "OWNS", "Goats")
correct_fact(scope, undone, FactCorrection(relation="KEEPS"), "why")
correction = GraphEdit.objects.in_scope(scope).get(fact_id=undone, kind="fact_corrected").pk
add_message(scope, "Sita WORKS_AT Acme")
claim = add_message(scope, "Otto: Sita WORKS_AT Himal", model=claiming("Sita WORKS_AT Himal"))
away = add_message(
    scope, "Hari LIKES Tea", model=scripted(extract=ModelUnavailable("away"))
)
export = "\\n".join(export_lines(scope, "g")).encode()
ids = dict(EntityRow.objects.in_scope(scope).values_list("name", "pk"))
TABLES = (
    "SELECT table_name FROM information_schema.columns WHERE column_name = 'tenant_id'"
    " AND table_schema = 'public' AND table_name LIKE 'memory%'"
    " AND table_name <> 'memory_unindexed'"  # indexing follows a change, and is resumed
)
ROWS = "SELECT count(*), md5(string_agg(row::text, ',' ORDER BY row::text)) FROM {} row"


def memory():
    # Everything that memory holds: how many rows of each table, and what is in them.
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        rows = {}
        for (name,) in sorted(cursor.fetchall()):
            cursor.execute(ROWS.format(name))
            rows[name] = cursor.fetchone()
    return rows


def counts(rows):
    return {name: count for name, (count, _) in rows.items()}


def counts_after(change):
    with transaction.atomic():
        change()
        after = counts(memory())
        transaction.set_rollback(True)
    return after


def last_join():
    return GraphEdit.objects.in_scope(scope).get(kind="entities_merged").pk


def reread():
    add_message(scope, "", uuid=str(away.episode.id))


CHANGES = {
    "correct": lambda: correct_fact(scope, work, FactCorrection(relation="LEADS"), "why"),
    "confirm": lambda: confirm_fact(scope, claim.facts[0].id, "why"),
    "refuse": lambda: refuse_fact(scope, refused, "why"),
    "undo": lambda: undo_edit(scope, correction),
    "split": lambda: split_entity(scope, ids["Sita"], "Sita Rai", "why"),
    "join": lambda: join_entities(scope, ids["Ramesh"], ids["Ram"], "why"),
    "undo join": lambda: undo_edit(scope, last_join()),
    "message": lambda: add_message(scope, "Maya WORKS_AT Acme"),
    "claim": lambda: add_message(scope, "Otto: Maya LIKES Tea", model=claiming("Maya LIKES Tea")),
    "reread": reread,
    "import": lambda: import_group(scope, "copy", export),
    "erase": lambda: erase_entity(scope, ids["Otto"]),
}


def run_until(change, statement):
    # In a child: run the change, and be killed before a statement of it.
    count = [0]

    def kill(execute, *args):
        count[0] += 1
        if count[0] == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*args)

    with connection.execute_wrapper(kill):
        change()
    os._exit(0)


EVERY_ONE, FURTHER = 12, 9  # a long change is killed at some of its later statements
outcomes = {}
for name, change in CHANGES.items():
    before, whole, after = memory(), counts_after(change), None
    kills = statement = 0
    while after in (None, before):
        statement += 1 if statement < EVERY_ONE else FURTHER
        connections.close_all()
        child = os.fork()
        if child == 0:
            run_until(change, statement)
        _, status = os.waitpid(child, 0)
        after = memory()
        if after != before and counts(after) != whole:
            raise SystemExit(f"{name}: half a change before statement {statement}: {counts(after)}")
        if not os.WIFSIGNALED(status) and (status or after == before):
            raise SystemExit(f"{name}: it ended with {status}, and changed nothing")
        kills += os.WIFSIGNALED(status)
    outcomes[name] = kills
print(json.dumps(outcomes))
"""


def test_a_killed_change_is_whole_or_not_at_all(own_database: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "DATABASE_URL": own_database, "PRAMANA_EMBEDDINGS": "none"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    kills = json.loads(ran.stdout.splitlines()[-1])
    assert kills.keys() == CHANGES
    assert all(count > SEVERAL for count in kills.values()), kills
