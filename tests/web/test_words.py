"""Codes that a page shows have words: found by walking the code, so that none is forgotten."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation

from pramana.web.registry.wording import match_reason
from pramana.web.settings.audit import DETAILS
from pramana.web.wording import ACTIONS

PRAMANA = Path(__file__).resolve().parents[2] / "pramana"
ANY = "[a-z_]+"


@cache
def audited() -> list[ast.Call]:
    """Every call of `audit` there is."""
    texts = (path.read_text("utf-8") for path in PRAMANA.rglob("*.py"))
    trees = (ast.parse(text) for text in texts if "audit(" in text)
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "audit"]


def written(action: ast.expr) -> Iterator[str]:
    """What an action is called, as a pattern: some put a word of theirs into it."""
    match action:
        case ast.Constant(str(said)):
            yield re.escape(said)
        case ast.JoinedStr(parts):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ANY
                for part in parts
            )
        case ast.IfExp():
            yield from written(action.body)
            yield from written(action.orelse)
        case _:
            raise AssertionError(f"This action cannot be read here: {ast.unparse(action)}")


def test_every_audited_action_has_words_and_every_word_an_action() -> None:
    said = {pattern for call in audited() for pattern in written(call.args[1])}
    worded = {each: [a for a in ACTIONS if re.fullmatch(each, a)] for each in said}

    assert len(said) > 40
    assert [pattern for pattern, found in worded.items() if not found] == []
    assert ACTIONS.keys() - {action for found in worded.values() for action in found} == set()


def test_every_detail_of_the_audit_trail_has_words() -> None:
    named = {each.arg for call in audited() for each in call.keywords if each.arg}

    assert len(named) > 10 and named - DETAILS.keys() == set()


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("family name sounds the same: Rai / राई", "थर उस्तै सुनिन्छ: Rai / राई"),
        ("father's name agrees: Dev Rai", "बाबुको नाम मिल्छ: Dev Rai"),
        ("the parts stand in another order", "नामका भाग अर्को क्रममा छन्"),
        (
            "position may have changed: Mayor, – 2022-05-19",
            "पद बदलिएको हुन सक्छ: Mayor, – २०७९-०२-०५",
        ),
        ("something else: Rai", "something else: Rai"),
    ],
)
def test_reasons_for_a_match_are_in_the_readers_language(reason: str, said: str) -> None:
    with translation.override("ne"):
        assert match_reason(reason) == said
