"""A model that errs, and the second pass over what it got wrong: asked once, typed, checked."""

import json
from typing import Any

import pytest

from pramana.extraction.agent import RunLimits
from pramana.extraction.contracts.extractions import ExtractionMode
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.domain.doubtful_values import DoubtfulValue
from pramana.extraction.second_pass import RunBudget, answer_model, context_of
from pramana.kit.scope import Scope
from pramana.llm.contracts import Usage
from pramana.llm.testing import ModelServer, answers, calls, fails, says
from tests.extraction.conftest import run
from tests.extraction.samples import add_document
from tests.settings import change

LEASE = """Lease of a shop
Landlord: Gauri Maharjan
Tenant: Bluebell Bakery
Monthly rent: Rs. 42,500
Deposit: Rs. 85,000
The lease begins on 1 March 2025.
"""
WANTED = (
    FieldSpec(name="landlord"),
    FieldSpec(name="monthly_rent", type=FieldType.MONEY),
    FieldSpec(name="deposit", type=FieldType.MONEY),
)
RIGHT = {"landlord": "Gauri Maharjan", "monthly_rent": 42500, "deposit": 85000}


def first_pass(**values: Any) -> tuple[Any, ...]:
    confidences = {name: 0.9 for name, value in values.items() if value is not None}
    return (
        calls("get_document_text"),
        calls("extract_fields", fields=values, confidences=confidences),
        calls("complete_extraction"),
        says("Done."),
    )


def answer(value: Any, quote: str = "", confidence: float = 0.9) -> dict[str, Any]:
    return {"value": value, "quote": quote, "confidence": confidence}


def reply(**values: Any) -> Any:
    return answers(values)


def read(scope: Scope, text: str = LEASE, **asked: Any) -> Any:
    return run(
        scope,
        add_document(scope, text),
        mode=ExtractionMode.CUSTOM,
        custom_fields=asked.get("specs", WANTED),
    )


def test_values_that_pass_their_checks_are_not_asked_again(
    scope: Scope, models: ModelServer
) -> None:
    models.will(*first_pass(**RIGHT))

    ran = read(scope)

    assert ran.view.extracted_fields == RIGHT
    assert len(models.asked) == 4


def test_only_the_doubtful_value_is_asked_again_and_put_right(
    scope: Scope, models: ModelServer
) -> None:
    models.will(
        *first_pass(**{**RIGHT, "monthly_rent": 45200}),
        reply(field_1=answer(42500, "Monthly rent: Rs. 42,500")),
    )

    ran = read(scope)

    assert ran.view.extracted_fields == RIGHT
    question = json.dumps(models.asked[4].body["messages"])
    assert "monthly_rent (money)" in question
    assert "deposit (money)" not in question
    assert ran.outcomes[-1] == ("update_field", False)
    assert ran.view.evidence["monthly_rent"]["quote"] == "42,500"
    tokens = ran.frames[-1]["tokens_in"] + ran.frames[-1]["tokens_out"]
    assert ran.frames[-1]["tokens"] == tokens


def test_the_answer_has_the_type_of_each_field(scope: Scope, models: ModelServer) -> None:
    models.will(
        *first_pass(**{**RIGHT, "monthly_rent": 45200}),
        reply(field_1=answer("Rs. 42,500", "Monthly rent: Rs. 42,500")),
    )

    assert read(scope).view.extracted_fields["monthly_rent"] == 42500
    schema = models.asked[4].body["response_format"]["json_schema"]["schema"]
    assert '"number"' in json.dumps(schema["$defs"]["Field1"]["properties"]["value"])


def test_a_wrong_shape_is_repaired_by_one_more_request(scope: Scope, models: ModelServer) -> None:
    models.will(
        *first_pass(**{**RIGHT, "monthly_rent": 45200}),
        reply(field_1=answer({"about": "forty thousand"})),
        reply(field_1=answer(42500, "Monthly rent: Rs. 42,500")),
    )

    assert read(scope).view.extracted_fields == RIGHT
    assert "should be one number" in json.dumps(models.asked[5].body["messages"])


@pytest.mark.parametrize(
    "replies",
    [
        (says("I am not sure."), says("I am still not sure.")),
        (reply(field_1=answer(["a"])), reply(field_1=answer(["b"]))),
        (reply(other=1), reply()),
        (fails(400),),
    ],
)
def test_an_unusable_second_answer_changes_nothing(
    scope: Scope, models: ModelServer, replies: tuple[Any, ...]
) -> None:
    first = {**RIGHT, "monthly_rent": 45200}
    models.will(*first_pass(**first), *replies)

    ran = read(scope)

    assert ran.view.extracted_fields == first
    assert ran.view.status == "completed"


def test_a_second_answer_without_words_in_the_document_is_not_stored(
    scope: Scope, models: ModelServer
) -> None:
    first = {**RIGHT, "monthly_rent": 45200}
    models.will(*first_pass(**first), reply(field_1=answer(46000, "The rent is Rs. 46,000")))

    assert read(scope).view.extracted_fields == first


def test_a_value_that_the_model_takes_back_becomes_empty(scope: Scope, models: ModelServer) -> None:
    models.will(
        *first_pass(**{**RIGHT, "landlord": "Sita Devi Karki"}), reply(field_1=answer(None))
    )

    assert read(scope).view.extracted_fields == {**RIGHT, "landlord": None}


def test_a_field_left_empty_is_asked_again_where_the_reader_found_it(
    scope: Scope, models: ModelServer
) -> None:
    models.will(
        *first_pass(**{**RIGHT, "deposit": None}),
        reply(field_1=answer(85000, "Deposit: Rs. 85,000")),
    )

    assert read(scope).view.extracted_fields == RIGHT


def test_a_long_document_is_asked_where_its_model_did_not_read(
    scope: Scope, models: ModelServer
) -> None:
    """The agent read the first part only; the field stands in a sentence far behind it."""
    filler = "".join(f"Clause {n}. The parties keep the yard clean and dry.\n" for n in range(900))
    text = LEASE + filler + "Whoever ends it gives ninety days of warning: notice period 90 days.\n"
    specs = (*WANTED, FieldSpec(name="notice_period"))
    models.will(
        *first_pass(**RIGHT, notice_period=None),
        reply(field_1=answer("90 days", "notice period 90 days")),
    )

    assert read(scope, text, specs=specs).view.extracted_fields["notice_period"] == "90 days"
    question = json.dumps(models.asked[4].body["messages"])
    assert "notice period 90 days" in question
    assert len(question) < 30_000


def test_a_value_given_twice_is_trusted_more(scope: Scope, models: ModelServer) -> None:
    text = LEASE.replace("Monthly rent: Rs. 42,500", "Rent due in advance, 42,500 rupees")
    specs = (FieldSpec(name="begin", type=FieldType.DATE),)
    models.will(
        calls("get_document_text"),
        calls("extract_fields", fields={"begin": "2025-03-02"}, confidences={"begin": 0.9}),
        calls("complete_extraction"),
        says("Done."),
        reply(field_1=answer("2025-03-01", "The lease begins on 1 March 2025.")),
    )

    ran = read(scope, text, specs=specs)

    assert ran.view.extracted_fields == {"begin": "2025-03-01"}
    assert ran.view.trust["begin"]["score"] > 0.5


def test_a_run_without_requests_left_has_no_second_pass(
    scope: Scope, models: ModelServer, settings: Any
) -> None:
    change(settings, extraction_turns=5)
    first = {**RIGHT, "monthly_rent": 45200}
    models.will(*first_pass(**first))

    assert read(scope).view.extracted_fields == first
    assert len(models.asked) == 4


@pytest.mark.parametrize(
    ("usage", "seconds", "allowed"),
    [
        (Usage(4, 1_000, 100), 5.0, True),
        (Usage(9, 1_000, 100), 5.0, False),
        (Usage(4, 9_000, 900), 5.0, False),
        (Usage(4, 1_000, 100), 61.0, False),
    ],
)
def test_a_second_pass_uses_only_what_the_run_has_left(
    usage: Usage, seconds: float, allowed: bool
) -> None:
    limits = RunLimits(turns=10, tokens=10_000, seconds=60)

    assert RunBudget.after(limits, usage, seconds).allows("words " * 100) is allowed


def test_the_model_is_given_the_exact_schema_and_its_wrong_shape_is_repaired_or_refused(
    scope: Scope, models: ModelServer
) -> None:
    models.will(
        calls("get_document_text"),
        calls("extract_fields", fields={**RIGHT, "deposit": ["85,000"]}, confidences={}),
        calls("extract_fields", fields={**RIGHT, "fax": "none"}, confidences={}),
        calls("extract_fields", fields={**RIGHT, "deposit": "Rs. 85,000"}, confidences={}),
        calls("complete_extraction"),
        says("Done."),
    )

    ran = read(scope)

    tools = {each["function"]["name"]: each["function"] for each in models.asked[0].body["tools"]}
    fields = tools["extract_fields"]["parameters"]["properties"]["fields"]
    assert fields["properties"]["deposit"]["type"] == ["number", "null"]
    assert fields["required"] == ["landlord", "monthly_rent", "deposit"]
    assert ran.view.extracted_fields == RIGHT
    assert [call.is_error for call in ran.calls] == [False, True, True, False, False]


def test_an_answer_model_has_a_part_for_each_field() -> None:
    model = answer_model([FieldSpec(name="count", type=FieldType.INTEGER), FieldSpec(name="x")])

    parsed = model.model_validate(
        {"field_1": {"value": "12"}, "field_2": {"value": None}}
    ).model_dump()

    assert parsed["field_1"]["value"] == 12
    assert parsed["field_2"]["value"] is None


def test_the_context_is_short_and_shows_no_line_twice() -> None:
    text = "".join(f"Line {number} about the rent of house {number}.\n" for number in range(3000))
    doubtful = [
        DoubtfulValue(("rent",), FieldSpec(name="rent"), "x", 0.2, place) for place in (900, 1000)
    ]

    passages = context_of(text, doubtful)

    assert sum(map(len, passages)) <= 12_000
    assert sum(each.count("Line 25 about") for each in passages) == 1
