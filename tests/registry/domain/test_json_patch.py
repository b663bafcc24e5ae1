import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.registry.domain.json_patch import apply_patch, changes_between, to_json_patch, to_lines
from pramana.registry.errors import PatchDoesNotFit

DATA = {"tags": ["a", "b"], "attributes": {"district": "Kaski", "a/b": 1}}


@pytest.mark.parametrize(
    ("operation", "after"),
    [
        ({"op": "add", "path": "/tags/-", "value": "c"}, ["a", "b", "c"]),
        ({"op": "add", "path": "/tags/0", "value": "c"}, ["c", "a", "b"]),
        ({"op": "replace", "path": "/tags/1", "value": "c"}, ["a", "c"]),
        ({"op": "remove", "path": "/tags/0"}, ["b"]),
        ({"op": "move", "from": "/tags/0", "path": "/tags/1"}, ["b", "a"]),
        ({"op": "copy", "from": "/tags/0", "path": "/tags/-"}, ["a", "b", "a"]),
        ({"op": "test", "path": "/tags/0", "value": "a"}, ["a", "b"]),
    ],
)
def test_each_operation_does_what_the_standard_says(operation, after):
    assert apply_patch(DATA, [operation])["tags"] == after
    assert DATA["tags"] == ["a", "b"]


def test_a_key_with_a_slash_can_be_named():
    patch = [{"op": "replace", "path": "/attributes/a~1b", "value": 2}]
    assert apply_patch(DATA, patch)["attributes"]["a/b"] == 2


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "replace", "path": "/id", "value": "x"},
        {"op": "replace", "path": "/slug", "value": "x"},
        {"op": "add", "path": "/type", "value": "x"},
        {"op": "add", "path": "/sub_type", "value": "x"},
        {"op": "add", "path": "/created_at", "value": "x"},
        {"op": "add", "path": "/version_summary/author", "value": "x"},
        {"op": "add", "path": "/relationships/-", "value": "x"},
        {"op": "copy", "from": "/slug", "path": "/tags/0"},
        {"op": "replace", "path": "", "value": {}},
        {"op": "replace", "path": "tags", "value": []},
        {"op": "replace", "path": "/tags/2", "value": "x"},
        {"op": "replace", "path": "/tags/-", "value": "x"},
        {"op": "replace", "path": "/tags/01", "value": "x"},
        {"op": "replace", "path": "/tags/१", "value": "x"},
        {"op": "remove", "path": "/description"},
        {"op": "add", "path": "/tags/0/x", "value": "x"},
        {"op": "add", "path": "/tags/-"},
        {"op": "test", "path": "/tags/0", "value": "b"},
        {"op": "explode", "path": "/tags/0"},
        {"path": "/tags/0"},
        {},
    ],
)
def test_what_a_patch_may_not_or_cannot_do_is_said(operation):
    with pytest.raises(PatchDoesNotFit):
        apply_patch(DATA, [operation])


def test_one_operation_that_fails_takes_all_with_it():
    patch = [{"op": "add", "path": "/tags/-", "value": "c"}, {"op": "remove", "path": "/tags/9"}]
    with pytest.raises(PatchDoesNotFit):
        apply_patch(DATA, patch)
    assert DATA["tags"] == ["a", "b"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)
states = st.fixed_dictionaries({}, optional=dict.fromkeys(("names", "tags"), json_values))


@given(states, states)
def test_the_patch_between_two_states_leads_from_one_to_the_other(before, after):
    patch = to_json_patch(changes_between(before, after))
    assert apply_patch(before, patch) == after
    assert len(to_lines(changes_between(before, after))) == len(patch)


def test_a_state_does_not_differ_from_itself():
    assert changes_between(DATA, DATA) == []


def test_lines_say_what_changed_in_words():
    after = {"tags": ["a"], "attributes": {"district": "Gorkha", "a/b": 1}, "contacts": []}
    assert to_lines(changes_between(DATA, after)) == [
        "attributes › district: Kaski → Gorkha",
        "contacts: added ",
        "tags › 2: removed b",
    ]
