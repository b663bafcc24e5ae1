"""The prompt of the second pass over doubtful values: one question with a typed answer."""

from collections.abc import Sequence
from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel

from pramana.extraction.contracts.fields import FieldSpec
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

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
