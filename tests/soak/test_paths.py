"""Every path into extracted values: the rules in Python and the functions in PostgreSQL agree.

PRAMANA_SOAK_PATHS says how many are tried of each kind.
"""

import json
import os
from typing import Any

import hypothesis
from django.db import DatabaseError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    check_settable,
    format_path,
    map_leaves,
    parse_path,
    value_at,
    with_value,
    without_value,
)
from pramana.extraction.domain.validation import value_errors
from pramana.extraction.errors import BadPath, BadValues, PathNotThere
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.extraction_fields import edit_field, remove_field_by_hand
from pramana.extraction.services.extractions import start_extraction
from pramana.kit.scope import Scope
from tests.extraction.samples import add_document, save

COUNT = int(os.environ.get("PRAMANA_SOAK_PATHS", 5_000))
patient = hypothesis.settings(
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
    phases=(hypothesis.Phase.generate,),
)
KEYS = st.sampled_from(["a", "b", "0", "1", "x.y", "रकम", "a b", '"', "[0]"])
LEAVES = (
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(-1e9, 1e9)
) | st.text(max_size=8)
TREES = st.dictionaries(
    KEYS,
    st.recursive(
        LEAVES,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
        max_leaves=8,
    ),
    min_size=1,
    max_size=4,
)
VALUES = st.one_of(LEAVES, TREES, st.lists(LEAVES, max_size=3)).filter(
    lambda value: not value_errors(value, ("x",))
)


@st.composite
def paths(draw: st.DrawFn, tree: Any) -> Path:
    """Mostly along what is there, and sometimes off it."""
    path: list[str | int] = []
    while draw(st.integers(0, 3)) or not path:
        part = draw(_steps(tree, first=not path))
        path.append(part)
        tree = value_at(tree, (part,))
        if len(path) == 8:
            break
    return tuple(path)


def _steps(tree: Any, *, first: bool) -> st.SearchStrategy[str | int]:
    strange: st.SearchStrategy[str | int] = KEYS if first else KEYS | st.integers(0, 4)
    known = list(tree) if isinstance(tree, dict) else []
    known = list(range(len(tree))) if isinstance(tree, list) else known
    return st.sampled_from(known) | strange if known else strange


@given(st.data())
@hypothesis.settings(patient, max_examples=COUNT)
def test_putting_a_value_is_the_same_in_python_and_in_postgresql(db: None, data: Any) -> None:
    tree = data.draw(TREES.filter(lambda found: not value_errors(found)))
    path, value = data.draw(paths(tree)), data.draw(VALUES)
    assert parse_path(format_path(path)) == path
    try:
        check_settable(tree, path)
    except BadPath:
        return
    asked = "SELECT extraction_put(%s, %s, %s, false)"
    assert in_database(asked, tree, path, value) == with_value(tree, path, value)


@given(st.data())
@hypothesis.settings(patient, max_examples=COUNT)
def test_taking_a_value_away_is_the_same_in_python_and_in_postgresql(db: None, data: Any) -> None:
    tree = data.draw(TREES.filter(lambda found: not value_errors(found)))
    path = data.draw(paths(tree))
    if value_at(tree, path) is not MISSING:
        assert in_database("SELECT %s::jsonb #- %s", tree, path) == without_value(tree, path)


@given(st.text(max_size=30) | st.text(alphabet='ab.[]"\\0 ', max_size=12))
@hypothesis.settings(patient, max_examples=COUNT)
def test_whatever_is_written_is_a_path_or_refused(written: str) -> None:
    try:
        path = parse_path(written)
    except BadPath:
        return
    assert parse_path(format_path(path)) == path


@given(st.data())
@hypothesis.settings(patient, max_examples=max(COUNT // 25, 1))
def test_edits_by_hand_leave_what_the_rules_say(scope: Scope, data: Any) -> None:
    """Through the services, a few edits in a row: values as in a plain tree, and a confidence
    beside each of them."""
    with transaction.atomic():
        extraction = start_extraction(scope, add_document(scope)).id
        save(scope, extraction)
        tree = get_extraction(scope, extraction).extracted_fields
        for _ in range(data.draw(st.integers(1, 6))):
            tree = edited(scope, extraction, tree, data)
            found = get_extraction(scope, extraction)
            assert found.extracted_fields == tree
            assert shape(found.confidence_scores) == shape(tree)
        transaction.set_rollback(True)


def edited(scope: Scope, extraction: Any, tree: Any, data: Any) -> Any:
    """The tree after one more edit; the same where the edit is refused."""
    path, value = data.draw(paths(tree)), data.draw(VALUES)
    drop = data.draw(st.integers(0, 3)) == 0
    try:
        with transaction.atomic():
            if drop:
                remove_field_by_hand(scope, extraction, format_path(path))
            else:
                edit_field(scope, extraction, format_path(path), value)
    except (BadPath, BadValues, PathNotThere):
        return tree
    return without_value(tree, path) if drop else with_value(tree, path, value)


def shape(tree: Any) -> Any:
    return map_leaves(tree, lambda path, leaf: 0)


def in_database(statement: str, tree: Any, path: Path, *rest: Any) -> Any:
    words = [json.dumps(tree), [str(part) for part in path], *(json.dumps(each) for each in rest)]
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SELECT ({statement})::text", words)
            return json.loads(cursor.fetchone()[0])
    except DatabaseError as error:
        raise AssertionError(f"{format_path(path)} in {tree}: {error}") from error
