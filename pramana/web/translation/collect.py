"""Finds every sentence the pages can show, in templates and in Python."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.template import Template, engines
from django.template.base import Node, NodeList
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from pramana.web.translation.catalogue import Message

WEB = Path(__file__).resolve().parent.parent
MARKS = {"_", "gettext", "later", "noted", "ngettext"}
"""Names under which our modules import Django's functions."""


def messages_of_pages() -> list[Message]:
    """Each once, in the order of the files."""
    found = {
        (message.singular, message.plural): message
        for source in (_of_templates(), _of_modules())
        for message in source
    }
    return list(found.values())


def templates() -> dict[Path, Template]:
    django = engines["django"]
    return {
        path: django.from_string(path.read_text("utf-8")).template  # type: ignore[attr-defined]
        for path in sorted((WEB / "templates").rglob("*.html"))
    }


def nodes(branch: NodeList) -> Iterator[Node]:
    """Every node of a template. Django's own walk leaves out what stands inside block tags."""
    for node in branch:
        yield node
        for name in {"nodelist", *node.child_nodelists}:
            yield from nodes(getattr(node, name, None) or NodeList())


def _of_templates() -> Iterator[Message]:
    for template in templates().values():
        for node in nodes(template.nodelist):
            if isinstance(node, TranslateNode):
                yield Message(node.filter_expression.var.literal or str(node.filter_expression.var))
            elif isinstance(node, BlockTranslateNode):
                yield _block(node)


def _block(node: BlockTranslateNode) -> Message:
    singular, _names = node.render_token_list(node.singular)
    if not node.plural:
        return Message(singular)
    plural, _names = node.render_token_list(node.plural)
    return Message(singular, plural)


def _of_modules() -> Iterator[Message]:
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in MARKS:
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                said = [text for text in texts if isinstance(text, str)]
                if said:
                    yield Message(said[0], said[1] if len(said) > 1 else None)


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""
