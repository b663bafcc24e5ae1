"""An answer in sentences, each with the words it rests on."""

from importlib.resources import files

from pramana.chat.contracts.composing import ComposeInput, Material
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

VERSION = 1
MOST_TOKENS = 1_500
SYSTEM = files(__package__).joinpath("compose.md").read_text("utf-8")
SOURCE = "source"


def compose_prompt(asked: ComposeInput) -> Prompt[str]:
    """The question and its sources; each source is fenced and called quoted material."""
    sources = "\n\n".join(_shown(material) for material in asked.materials)
    return Prompt(
        "chat.compose",
        VERSION,
        system=f"{SYSTEM}\n{about_quoted(SOURCE)} {about_quoted('question')}",
        user=f"{sources}\n\n{quoted(asked.question, 'question')}",
        output=str,
        input=asked,
        max_tokens=MOST_TOKENS,
    )


def _shown(material: Material) -> str:
    """A source under its number. Its title comes from outside too, so it is inside the fence."""
    titles = [part for part in (material.title, material.section) if part]
    head = f"({' / '.join(titles)})\n" if titles else ""
    return f"Source {material.number}:\n{quoted(head + material.text, SOURCE)}"
