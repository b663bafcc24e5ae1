"""The prompt about what code could not decide: which candidate a name is, if any, and which known
facts a new fact contradicts."""

from importlib.resources import files

from pramana.llm.contracts import Prompt, about_quoted, quoted
from pramana.memory.contracts.extraction import OpenFact, OpenPair, ResolutionRequest, Verdicts

NAME = "memory.resolve"
VERSION = 3
SYSTEM = files(__package__).joinpath("resolve.md").read_text("utf-8")

LONGEST_CONTEXT = 2_000


def resolve_prompt(request: ResolutionRequest) -> Prompt[Verdicts]:
    labels = ("message", "names", "facts")
    system = "\n".join([SYSTEM, *(about_quoted(label) for label in labels)])
    names = "\n".join(
        _name_line(number, pair) for number, pair in enumerate(request.pairs, start=1)
    )
    facts = "\n".join(
        _fact_line(number, each) for number, each in enumerate(request.facts, start=1)
    )
    parts = [(request.body[:LONGEST_CONTEXT], "message"), (names, "names"), (facts, "facts")]
    user = "\n\n".join(quoted(text, label) for text, label in parts if text)
    return Prompt(NAME, VERSION, system=system, user=user, output=Verdicts, input=request)


def _name_line(number: int, pair: OpenPair) -> str:
    kinds = pair.kinds or ("",) * len(pair.candidates)
    known = "; ".join(
        f"{place}: {name}{f' ({kind})' if kind else ''}"
        f"{', a relative of the speaker' if place in pair.relatives else ''}"
        for place, (name, kind) in enumerate(zip(pair.candidates, kinds, strict=True), start=1)
    )
    return f"{number}. {pair.name} ({pair.type}). Candidates: {known}"


def _fact_line(number: int, each: OpenFact) -> str:
    known = "; ".join(f"{place}: {text}" for place, text in enumerate(each.known, start=1))
    return f"{number}. {each.fact} Known: {known}"
