"""Names say what they name: one class name for one thing, and no riddles."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.docs.pages import ROOT

FRAMEWORK = frozenset({"Meta", "Config", "Media", "Command"})
"""Class names that Django and pydantic look for."""
PARTICIPLES = (
    "told found written asked given kept said stood standing named made shown taken known held "
    "seen eased spared judged placed shaped drawn brought let counted chosen marked noted sent "
    "meant left done gone put"
)
RIDDLE = re.compile(rf"_?({'|'.join(PARTICIPLES.split())})")
"""A bare participle: it says that something happened, and neither what nor to what."""


Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def definitions() -> dict[Path, list[Named]]:
    """Every function and class of the product, by its module."""
    return {
        file.relative_to(ROOT): [
            node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, Named)
        ]
        for file in sorted((ROOT / "pramana").rglob("*.py"))
        if "migrations" not in file.parts
    }


def test_a_class_name_means_one_thing() -> None:
    places = defaultdict(list)
    for file, nodes in definitions().items():
        for node in nodes:
            if isinstance(node, ast.ClassDef) and node.name not in FRAMEWORK:
                places[node.name].append(str(file))

    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_no_function_or_module_is_named_by_a_bare_participle() -> None:
    riddles = []
    for file, nodes in definitions().items():
        if RIDDLE.fullmatch(file.stem):
            riddles.append(str(file))
        riddles += [
            f"{file}:{node.lineno} {node.name}"
            for node in nodes
            if RIDDLE.fullmatch(node.name.lower())
        ]

    assert riddles == []
