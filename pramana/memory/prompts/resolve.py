"""The question about names that code could not place: which of the candidates is it, if any?"""

from importlib.resources import files

from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted
from pramana.memory.contracts.extraction import OpenPair, ResolveInput, Verdicts

NAME = "memory.resolve"
VERSION = 1
SYSTEM = files(__package__).joinpath("resolve.md").read_text("utf-8")

LONGEST_CONTEXT = 2_000


def resolve_prompt(asked: ResolveInput) -> Prompt[Verdicts]:
    system = f"{SYSTEM}\n{about_quoted('names')}\n{about_quoted('message')}"
    names = "\n".join(_line(number, pair) for number, pair in enumerate(asked.pairs, start=1))
    context = asked.pairs[0].context[:LONGEST_CONTEXT] if asked.pairs else ""
    user = f"{quoted(context, 'message')}\n\n{quoted(names, 'names')}"
    return Prompt(NAME, VERSION, system=system, user=user, output=Verdicts, input=asked)


def _line(number: int, pair: OpenPair) -> str:
    known = "; ".join(f"{place}: {name}" for place, name in enumerate(pair.candidates, start=1))
    return f"{number}. {pair.name} ({pair.type}). Candidates: {known}"
