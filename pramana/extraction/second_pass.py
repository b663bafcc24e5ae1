"""The second pass: the model is asked once more, only about doubtful values, within the budget.

Its answer is typed field by field: a wrong shape is repaired by one further request, or refused.
Code then finds the words of each answer in the document. What is not better is not stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, create_model

from pramana.extraction.agent import BYTES_PER_TOKEN, RunLimits
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.stacks import CellState, ProposedValue, TableColumn
from pramana.extraction.domain.coercion import parse_value
from pramana.extraction.domain.doubtful_values import (
    MOST_DOUBTFUL,
    DoubtfulValue,
    SecondAnswer,
    agrees,
    doubtful_values,
    is_better,
)
from pramana.extraction.domain.field_tree import format_path, parse_path
from pramana.extraction.domain.stack_tables import extracted_cell
from pramana.extraction.prompts.extractions import EXTRACT_PROMPT, recheck_prompt
from pramana.extraction.prompts.stacks import PART_LENGTH, STACK_ROW_PROMPT
from pramana.extraction.selectors.extractions import get_extraction, second_reading_of
from pramana.extraction.selectors.stacks import get_row
from pramana.extraction.services.extraction_runs import TranscriptWriter, add_second_reading
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.extraction.tools.extractions import MOST_CHARACTERS, ToolBinding, update_field
from pramana.extraction.tools.stacks import StackToolBinding
from pramana.kit.errors import AppError
from pramana.llm.contracts import Completion, Usage
from pramana.llm.errors import ModelError
from pramana.llm.ports import Gateway

LONGEST_CONTEXT: Final = 12_000
"""How many characters of the document one second pass shows."""
AROUND: Final = 500
"""How much of the document is shown on each side of a value's place."""
LEAST_REQUESTS: Final = 2
"""A second pass may need one request to repair its answer."""
PYTHON_TYPES: Final[dict[FieldType, Any]] = {
    FieldType.NUMBER: float,
    FieldType.MONEY: float,
    FieldType.INTEGER: int,
    FieldType.BOOLEAN: bool,
    FieldType.LIST: list[str],
}


@dataclass(frozen=True)
class RunBudget:
    """What a run has left after its first pass."""

    requests: int
    tokens: int
    seconds: float

    @classmethod
    def after(cls, limits: RunLimits, usage: Usage, seconds: float) -> "RunBudget":
        used = usage.tokens_in + usage.tokens_out
        return cls(limits.turns - usage.requests, limits.tokens - used, limits.seconds - seconds)

    def allows(self, words: str) -> bool:
        """Whether a question of this length may be asked, and its answer repaired."""
        tokens = LEAST_REQUESTS * len(words.encode()) // BYTES_PER_TOKEN
        return self.requests >= LEAST_REQUESTS and tokens <= self.tokens and self.seconds > 0


def answer_model(specs: Sequence[FieldSpec]) -> type[BaseModel]:
    """Return the type of an answer: for each field a value of its type, a quote, a confidence."""
    parts: dict[str, Any] = {}
    for number, spec in enumerate(specs, 1):
        kind = PYTHON_TYPES.get(spec.type, str)
        parse = BeforeValidator(lambda value, kind=spec.type: parse_value(kind, value))
        described = Field(description=f"{spec.name} ({spec.type}); null if it is not said")
        parts[f"field_{number}"] = create_model(
            f"Field{number}",
            value=(Annotated[kind | None, parse, described], ...),
            quote=(str, Field(default="", description="The words it rests on, copied exactly.")),
            confidence=(float, Field(default=0.5, ge=0, le=1)),
        )
    every: dict[str, Any] = {key: (part, ...) for key, part in parts.items()}
    model: type[BaseModel] = create_model("SecondAnswers", **every)
    return model


def ask_again(
    models: Gateway, text: str, doubtful: Sequence[DoubtfulValue], budget: RunBudget, purpose: str
) -> tuple[list[SecondAnswer], Completion[BaseModel] | None]:
    """Ask about these values; nothing if the budget forbids it or the model gives no usable answer.

    A value is kept as the first pass left it then, so a failure here fails no run.
    """
    specs = [each.spec for each in doubtful]
    fields = [
        (f"field_{number}", format_path(each.path), each.spec)
        for number, each in enumerate(doubtful, 1)
    ]
    prompt = recheck_prompt(
        fields, context_of(text, doubtful), answer_model(specs), purpose=purpose
    )
    if not budget.allows(prompt.system + prompt.user):
        return [], None
    try:
        completion = models.ask(prompt, timeout=budget.seconds)
    except ModelError:
        return [], None
    answers = completion.output.model_dump()
    return [
        SecondAnswer(each.path, **answers[key])
        for each, (key, _, _) in zip(doubtful, fields, strict=True)
    ], completion


def context_of(text: str, doubtful: Sequence[DoubtfulValue]) -> list[str]:
    """Return the passages to show: around the places of the values, and where each field fits."""
    from pramana.extraction.domain.reading.document_layout import DocumentLayout  # slow to import
    from pramana.extraction.domain.reading.field_questions import FieldQuestion
    from pramana.extraction.domain.reading.field_reader import best_passages

    document = DocumentLayout(text)
    spans: list[tuple[int, int]] = []
    for each in doubtful:
        if each.place is not None:
            spans.append((max(0, each.place - AROUND), min(len(text), each.place + AROUND)))
    for each in doubtful:
        parent = str(each.path[-2]) if len(each.path) > 1 else ""
        spans += best_passages(document, FieldQuestion(each.spec, parent))
    chosen: list[tuple[int, int]] = []
    for start, end in spans:
        length = sum(last - first for first, last in chosen)
        if length + end - start <= LONGEST_CONTEXT:
            chosen = _join([*chosen, (start, end)])
    return [text[start:end] for start, end in chosen]


def _join(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join spans that overlap, so that no line is shown twice."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def reconsider_extraction(
    models: Gateway, binding: ToolBinding, completion: Completion[str], budget: RunBudget
) -> Completion[str]:
    """Ask again about an extraction's doubtful values, and store what is better.

    What a person decided, approved or locked meanwhile stays.
    """
    view = get_extraction(binding.scope, binding.extraction_id)
    second = second_reading_of(binding.scope, binding.extraction_id)
    doubtful = doubtful_values(
        view.extracted_fields,
        view.trust,
        view.evidence,
        specs=view.custom_fields,
        second=second,
        decided=[parse_path(path) for path in view.by_hand],
        is_long=len(binding.source.text) > MOST_CHARACTERS,
    )
    if not doubtful:
        return completion
    answers, spent = ask_again(models, binding.source.text, doubtful, budget, EXTRACT_PROMPT)
    subject = (binding.scope, binding.extraction_id, binding.run_id)
    tool = ToolCallRecorder(*subject).wrap(update_field(binding))
    transcript = TranscriptWriter(*subject)
    for doubt, answer in zip(doubtful, answers, strict=False):
        view = get_extraction(binding.scope, binding.extraction_id)
        if view.approved_at or view.locked_at:
            break
        if agrees(answer, doubt):
            add_second_reading(binding.scope, binding.extraction_id, binding.source, answer)
        elif is_better(
            answer,
            doubt,
            view.extracted_fields,
            binding.source,
            specs=view.custom_fields,
            second=second,
        ):
            arguments = {
                "path": format_path(doubt.path),
                "value": answer.value,
                "confidence": 0.0 if answer.value is None else answer.confidence,
                "quote": answer.quote,
            }
            transcript.add_tool_use(update_field.__name__, arguments)
            tool(**arguments)
    return add_usage(completion, spent)


def reconsider_row(
    models: Gateway,
    binding: StackToolBinding,
    document_id: UUID,
    completion: Completion[str],
    budget: RunBudget,
) -> Completion[str]:
    """Ask again about the flagged cells of a row, and about empty ones of a long document."""
    source = binding.source(document_id)
    is_long = len(source.text) > PART_LENGTH
    if not (is_long or binding.flagged):
        return completion
    cells = get_row(binding.scope, binding.table(), document_id).cells
    asked = [
        column
        for column in binding.columns
        if cells[column.key]["state"] == CellState.FLAGGED
        or (is_long and cells[column.key]["state"] == CellState.EMPTY)
    ][:MOST_DOUBTFUL]
    if not asked:
        return completion
    doubtful = [_doubtful_cell(column, cells[column.key]) for column in asked]
    answers, spent = ask_again(models, source.text, doubtful, budget, STACK_ROW_PROMPT)
    for column, answer in zip(asked, answers, strict=False):
        if answer.value is None:
            continue
        proposed = ProposedValue(answer.value, answer.quote, answer.confidence)
        cell = extracted_cell(column, answer.value, proposed, source, binding.author())
        supported = cell["evidence"] is not None and cell["evidence"]["supports"]
        if supported and cell["trust"] > cells[column.key]["trust"]:
            try:
                binding.write(document_id, {column.key: proposed}, "extract_row", skip_decided=True)
            except AppError:
                break  # the row was taken over, or its value refused
    return add_usage(completion, spent)


def _doubtful_cell(column: TableColumn, cell: dict[str, Any]) -> DoubtfulValue:
    proof = cell["evidence"]
    place = proof["start"] if proof else None
    return DoubtfulValue((column.name,), column.spec, cell["value"], cell["trust"], place)


def add_usage(completion: Completion[str], other: Completion[BaseModel] | None) -> Completion[str]:
    """Return the first pass's completion with what the second used as well."""
    if other is None:
        return completion
    one, two = completion.usage, other.usage
    usage = Usage(
        one.requests + two.requests, one.tokens_in + two.tokens_in, one.tokens_out + two.tokens_out
    )
    costs = [each for each in (completion.cost, other.cost) if each is not None]
    return replace(completion, usage=usage, cost=sum(costs, Decimal()) if costs else None)
