"""The question about one community: what it is called, and what joins its members."""

from importlib.resources import files

from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted
from pramana.memory.contracts.communities import TellInput, Told

NAME = "memory.tell"
VERSION = 1
SYSTEM = files(__package__).joinpath("tell.md").read_text("utf-8")


def tell_prompt(asked: TellInput) -> Prompt[Told]:
    system = f"{SYSTEM}\n{about_quoted('members')}\n{about_quoted('facts')}"
    user = f"{quoted(', '.join(asked.members), 'members')}\n\n{quoted(_listed(asked), 'facts')}"
    return Prompt(NAME, VERSION, system=system, user=user, output=Told, input=asked)


def _listed(asked: TellInput) -> str:
    return "\n".join(f"- {fact}" for fact in asked.facts)
