"""Confidences follow the fields, and what cannot be saved is said by its place."""

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec, FieldType
from pramana.extraction.domain.coercion import shape_confidences
from pramana.extraction.domain.field_tree import build_tree
from pramana.extraction.domain.validation import field_errors, path_errors, value_errors

FIELDS = {"vendor": {"name": "A", "fax": None}, "items": [{"price": 1}, {"price": 2}], "x.y": 3}
SPECS = (
    FieldSpec(name="when", type=FieldType.DATE),
    FieldSpec(name="paid", type=FieldType.BOOLEAN),
    FieldSpec(name="tags", type=FieldType.LIST, children=(FieldSpec(name="item"),)),
    FieldSpec(name="free", type=FieldType.OBJECT),
    FieldSpec(
        name="items",
        type=FieldType.TABLE,
        children=(FieldSpec(name="count", type=FieldType.INTEGER),),
    ),
)


def test_confidences_may_be_nested_by_path_or_one_for_all() -> None:
    whole = {"vendor": {"name": 0.9, "fax": 0}, "items": [{"price": 0.5}, {"price": 0.7}]}
    for given in (
        {"vendor": {"name": 0.9}, "items": [{"price": 0.5}, {"price": 0.7}], "x.y": 1},
        {"vendor.name": 0.9, "items": 0.5, "items[1].price": 0.7, "x.y": 1},
        {"vendor": 0.9, "items[0]": 0.5, "items[1]": {"price": 0.7}, '["x.y"]': 1},
    ):
        scores, errors = shape_confidences(FIELDS, given)
        assert errors == []
        assert scores == {**whole, "x.y": 1}


def test_a_value_without_a_number_has_none() -> None:
    scores, errors = shape_confidences({"a": 1}, {})

    assert (scores, errors) == ({"a": None}, [])


def test_wrong_confidences_are_named() -> None:
    _, errors = shape_confidences({"a": 1, "b": [2]}, {"a": 7, "b": [True], "c": 0.5})

    assert len(errors) == 3
    assert "a: Confidence must be 0.0-1.0, got 7" in errors
    assert any("'c', which is not in fields" in error for error in errors)


def test_values_that_no_column_holds_are_refused() -> None:
    deep: object = 1
    for _ in range(2000):
        deep = [deep]

    assert value_errors({"a": float("nan")})
    assert value_errors({"a": "x\x00y"})
    assert value_errors({"a": "\ud800"})
    assert value_errors({"": 1})
    assert value_errors({"a": deep})
    assert value_errors({"a": list(range(6000))})
    assert not value_errors({"a": {"b": [1, "two", None, True]}})


def test_types_are_held_to_what_was_asked_for() -> None:
    wrong = {"when": "31 May", "paid": "yes", "tags": [1], "items": [{"count": 1.5}, 7]}

    errors = "\n".join(field_errors(wrong, SPECS))

    for place in ("when", "paid", "tags[0]", "items[0].count", "items[1]"):
        assert f"{place}: should be" in errors
    right = {"when": "2024-05-31", "paid": True, "tags": ["a"], "items": [{"count": 2}]}
    assert field_errors({**right, "free": {"any": {"thing": 1}}}, SPECS) == []


def test_one_path_is_held_to_the_same() -> None:
    assert path_errors(2, SPECS, ("items", 0, "count")) == []
    assert path_errors("two", SPECS, ("items", 0, "count"))
    assert path_errors(1, SPECS, ("items", 0, "price"))
    assert path_errors(1, SPECS, ("free", "any", "thing")) == []
    assert "the fields are: when" in path_errors(1, SPECS, ("other",))[0]


def test_findings_grow_into_one_structure() -> None:
    found = [
        ExtractedValue(path, value, str(value), 0, 1, confidence=0.5)
        for path, value in (
            ("items[2].name", "B"), ("items[0].name", "A"), ("total", 5), ("total", 6),
            ("total.net", 1),
        )
    ]  # fmt: skip

    fields, places = build_tree(found)

    assert fields == {"items": [{"name": "A"}, {"name": "B"}], "total": 5}
    assert set(places) == {("items", 0, "name"), ("items", 1, "name"), ("total",)}
