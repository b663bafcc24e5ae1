"""Prompts for an extraction, its correction, and the second pass over doubtful values.

The agent reads the document through a tool.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel

from pramana.documents.structure import DocumentTable
from pramana.extraction.contracts.extractions import UnclearRequest
from pramana.extraction.contracts.fields import FieldSpec, Json, LearnedExample, LearnedLabel
from pramana.llm.contracts import Prompt, about_quoted, quoted

EXTRACT_PROMPT = "extraction.extract"
EXTRACT_VERSION = 2
EXTRACT_SYSTEM = files(__package__).joinpath("extract.md").read_text("utf-8")
DOCUMENT_FENCE = "document"
"""The fence around everything that comes from the document."""

INFER_STRUCTURE = (
    "Find the structure yourself: rich nested objects, lists of objects for tables. Field names "
    "are short English words in snake_case."
)
REQUESTED_FIELDS = (
    "Extract exactly the fields that are asked for, with the names and types given. What the "
    "document does not say is null with confidence 0. There are no other fields."
)
CORRECT_PROMPT = "extraction.correct"
CORRECT_VERSION = 2
PATHS_FENCE = "paths"
EXAMPLES_FENCE = "examples"
MOST_PATHS = 80
CORRECT_SYSTEM = files(__package__).joinpath("correct.md").read_text("utf-8")


@dataclass(frozen=True)
class ExtractionInput:
    """Input for the offline engine, which reads the text directly."""

    text: str = field(repr=False)
    page_starts: tuple[int, ...] = ()
    specs: tuple[FieldSpec, ...] = ()
    learned: tuple[LearnedLabel, ...] = ()
    """The labels that people taught for these fields."""
    examples: tuple[LearnedExample, ...] = ()
    """Decided values of the same sender's documents."""
    tables: tuple[DocumentTable, ...] = field(default=(), repr=False)
    """The document's tables, with their header cells."""


def extraction_prompt(request: ExtractionInput) -> Prompt[str]:
    system = EXTRACT_SYSTEM.format(structure=REQUESTED_FIELDS if request.specs else INFER_STRUCTURE)
    user = "Extract data from this document."
    if request.specs:
        user += "\n\nThe fields asked for:\n\n" + quoted(describe_fields(request.specs), "fields")
    if request.examples:
        user += "\n\n" + describe_examples(request.examples)
    return Prompt(
        EXTRACT_PROMPT,
        EXTRACT_VERSION,
        system=f"{system}\n{about_quoted(DOCUMENT_FENCE)}",
        user=user,
        output=str,
        input=request,
    )


def describe_examples(examples: Sequence[LearnedExample]) -> str:
    """Show a model where people found values in earlier documents of the same sender."""
    lines = "\n".join(f"- {each.field} = {each.value} (from: {each.quote})" for each in examples)
    return (
        "In other documents of this sender, people found these values in these lines. They show "
        "where to look, not what this document says:\n\n" + quoted(lines, EXAMPLES_FENCE)
    )


def describe_fields(specs: Sequence[FieldSpec], indent: str = "") -> str:
    """Describe the fields for the model: name, type, meaning."""
    lines = []
    for spec in specs:
        needed = ", required" if spec.required else ""
        about = f": {spec.description}" if spec.description else ""
        about += f". {spec.instructions}" if spec.instructions else ""
        about += f". For example {'; '.join(spec.examples)}" if spec.examples else ""
        lines.append(f"{indent}- {spec.name} ({spec.type}{needed}){about}")
        if spec.children:
            lines.append(describe_fields(spec.children, indent + "  "))
    return "\n".join(lines)


@dataclass(frozen=True)
class CorrectionInput:
    requests: tuple[UnclearRequest, ...] = field(repr=False)
    """What the person said that code did not understand."""
    fields: Json = field(default=None, repr=False)
    paths: tuple[str, ...] = field(default=(), repr=False)
    """The paths of all values, so that the model need not guess one."""


def describe_paths(paths: tuple[str, ...]) -> str:
    """List the record's paths, or the first of very many."""
    more = f"\nand {len(paths) - MOST_PATHS} more" if len(paths) > MOST_PATHS else ""
    return "The record has these paths now:\n" + quoted(
        "\n".join(paths[:MOST_PATHS]) + more, PATHS_FENCE
    )


def correction_prompt(request: CorrectionInput) -> Prompt[str]:
    instruction = "\n".join(each.wording for each in request.requests)
    return Prompt(
        CORRECT_PROMPT,
        CORRECT_VERSION,
        system=f"{CORRECT_SYSTEM}\n{about_quoted(DOCUMENT_FENCE)}\n{about_quoted(PATHS_FENCE)}",
        user=f"{instruction}\n\n{describe_paths(request.paths)}",
        output=str,
        input=request,
    )


RECHECK_PROMPT = "extraction.recheck"
RECHECK_VERSION = 1
RECHECK_SYSTEM = files(__package__).joinpath("recheck.md").read_text("utf-8")
PASSAGES_FENCE = "passages"
FIELDS_FENCE = "fields"

A = TypeVar("A", bound=BaseModel)


def recheck_prompt(
    fields: Sequence[tuple[str, str, FieldSpec]],
    passages: Sequence[str],
    output: type[A],
    *,
    purpose: str,
) -> Prompt[A]:
    """Ask about fields, each with the key of its answer and its path. `purpose` is the prompt of
    the first pass, so that the same model answers.
    """
    lines = "\n".join(
        f"- {key}: {path} ({spec.type})"
        + (f": {spec.description}" if spec.description else "")
        + (f". {spec.instructions}" if spec.instructions else "")
        for key, path, spec in fields
    )
    numbered = "\n\n".join(f"[{number}] {text}" for number, text in enumerate(passages, 1))
    user = f"{quoted(lines, FIELDS_FENCE)}\n\n{quoted(numbered, PASSAGES_FENCE)}"
    return Prompt(
        RECHECK_PROMPT,
        RECHECK_VERSION,
        system=f"{RECHECK_SYSTEM}\n{about_quoted(FIELDS_FENCE)} {about_quoted(PASSAGES_FENCE)}",
        user=user,
        output=output,
        purpose=purpose,
    )
