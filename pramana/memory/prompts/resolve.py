"""The one question about all that code could not place in a message: which of the candidates a
name is, if any, and which known facts a new one contradicts."""

from importlib.resources import files

from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted
from pramana.memory.contracts.extraction import OpenFact, OpenPair, ResolveInput, Verdicts

NAME = "memory.resolve"
VERSION = 2
SYSTEM = files(__package__).joinpath("resolve.md").read_text("utf-8")

LONGEST_CONTEXT = 2_000


def resolve_prompt(asked: ResolveInput) -> Prompt[Verdicts]:
    labels = ("message", "names", "facts")
    system = "\n".join([SYSTEM, *(about_quoted(label) for label in labels)])
    names = "\n".join(_name(number, pair) for number, pair in enumerate(asked.pairs, start=1))
    facts = "\n".join(_fact(number, each) for number, each in enumerate(asked.facts, start=1))
    parts = [(asked.body[:LONGEST_CONTEXT], "message"), (names, "names"), (facts, "facts")]
    user = "\n\n".join(quoted(text, label) for text, label in parts if text)
    return Prompt(NAME, VERSION, system=system, user=user, output=Verdicts, input=asked)


def _name(number: int, pair: OpenPair) -> str:
    kinds = pair.kinds or ("",) * len(pair.candidates)
    known = "; ".join(
        f"{place}: {name}{f' ({kind})' if kind else ''}"
        for place, (name, kind) in enumerate(zip(pair.candidates, kinds, strict=True), start=1)
    )
    return f"{number}. {pair.name} ({pair.type}). Candidates: {known}"


def _fact(number: int, each: OpenFact) -> str:
    known = "; ".join(f"{place}: {text}" for place, text in enumerate(each.held, start=1))
    return f"{number}. {each.fact} Known: {known}"
