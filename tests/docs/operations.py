"""Generates the page of operations from the OpenAPI document.

Run `python -m tests.docs.operations` when an operation or its docstring has changed. A test
compares the page with the operations.
"""

import os
import re
import sys
import tempfile
from collections import defaultdict
from typing import Any

from tests.docs.pages import DOCS

PAGE = DOCS / "reference" / "operations.md"
TITLES = {
    "health": "Health",
    "chat": "Chat",
    "documents": "Documents and search",
    "memory": "Memory",
    "registry": "Registry",
    "agni": "Reviews of entities",
    "extraction": "Extraction",
    "stacks": "Stacks",
    "research": "Research",
    "cases": "Cases",
    "jobs": "Jobs and runs",
    "access": "Keys and members",
    "webhooks": "Webhooks",
    "openai": "OpenAI's wire",
}
HEAD = """# Every operation

[The HTTP API](api.md) describes what all operations have in common; types and errors are in
`/api/openapi.json` and on `/api/docs`. *Role* is the lowest role that may call an operation;
`*` marks operations that accept publishable keys. This page is generated, and a test compares it.
"""
SENTENCE = re.compile(r"(?<=[.:])\s+(?=[A-Z`])")


def rendered() -> str:
    from pramana.api.urls import APIS

    groups: dict[str, list[str]] = defaultdict(list)
    for _, api in APIS:
        for path, methods in api.get_openapi_schema()["paths"].items():
            for method, operation in methods.items():
                group = (operation.get("tags") or ["agni"])[0]
                groups[group].append(_row(method, path, operation))
    return HEAD + "".join(_section(TITLES[group], groups[group]) for group in TITLES)


def _section(title: str, rows: list[str]) -> str:
    table = "\n".join(sorted(rows, key=lambda row: row.split("`")[1].split()[1]))
    return f"\n## {title}\n\n| operation | role | does |\n|---|---|---|\n{table}\n"


def _row(method: str, path: str, operation: dict[str, Any]) -> str:
    role = operation.get("x-role", "")
    star = " *" if operation.get("x-publishable-keys") else ""
    said = " ".join(operation.get("description", "").split())
    first = SENTENCE.split(said, maxsplit=1)[0].rstrip(":.").replace("|", "\\|")
    return f"| `{method.upper()} {path}` | {role}{star} | {first} |"


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {
            "DATABASE_URL": "postgresql://127.0.0.1:1/none",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PRAMANA_DATA": data,
        }
        import django

        django.setup()
        PAGE.write_text(rendered(), "utf-8")
    print(f"{PAGE.name} is written.", file=sys.stderr)


if __name__ == "__main__":
    main()
