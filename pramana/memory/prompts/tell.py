"""The prompt that names and summarises a community."""

from importlib.resources import files

from pramana.llm.contracts import Prompt, about_quoted, quoted
from pramana.memory.contracts.extraction import CommunitySummary, SummaryRequest

NAME = "memory.tell"
VERSION = 1
SYSTEM = files(__package__).joinpath("tell.md").read_text("utf-8")


def summary_prompt(request: SummaryRequest) -> Prompt[CommunitySummary]:
    system = f"{SYSTEM}\n{about_quoted('members')}\n{about_quoted('facts')}"
    user = (
        f"{quoted(', '.join(request.members), 'members')}\n\n{quoted(_fact_list(request), 'facts')}"
    )
    return Prompt(NAME, VERSION, system=system, user=user, output=CommunitySummary, input=request)


def _fact_list(request: SummaryRequest) -> str:
    return "\n".join(f"- {fact}" for fact in request.facts)
