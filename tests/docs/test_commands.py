"""Every command a page names can be typed: it exists, and so do its options."""

import re
import shlex
from pathlib import Path

import pytest

from bench.__main__ import names as benchmarks
from pramana.cli import COMMANDS, _parser
from setup.commands import COMMANDS as RUNS
from tests.docs.pages import PAGES, ROOT, blocks, code, name, spans

RUN = re.compile(r"\./run(?: ([a-z][\w-]*))?(?![\w/.])")
BENCH = re.compile(r"\./run bench ([a-z][\w-]*)([^`\n]*)")
PRAMANA = re.compile(r"(?<![\w/.-])(?:\./run )?pramana ([a-z]+)\b(?!\.)")
TYPED = re.compile(rf"(?:^|[=(\s])(?:\./run )?pramana ((?:{'|'.join(COMMANDS)})\b[^\n)]*)")
SHOWN = re.compile(r"…|\[|\.\.\.|\|")
"""Signs of a line that shows what may be typed rather than being typed."""


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_of_run_exists(page: Path) -> None:
    said = {found for found in RUN.findall(code(page)) if found}
    assert said <= set(RUNS)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_benchmark_exists_and_takes_these_options(page: Path) -> None:
    for bench, options in BENCH.findall(code(page)):
        assert bench in benchmarks()
        source = (ROOT / "bench" / f"{bench.replace('-', '_')}.py").read_text("utf-8")
        for option in set(re.findall(r"--[a-z][\w-]*", options)) - {"--help"}:
            assert f'"{option}"' in source, f"{bench} {option}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_of_pramana_exists(page: Path) -> None:
    said = {found for span in spans(page) for found in PRAMANA.findall(span)}
    assert said <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_is_to_be_typed_is_understood(page: Path) -> None:
    lines = "\n".join(blocks(page)).replace("\\\n", " ")
    for line in TYPED.findall(lines):
        if not SHOWN.search(line):
            words = shlex.split(re.sub(r"\$\(.*", "made", line), comments=True)
            try:
                _parser().parse_args(words)
            except SystemExit:
                pytest.fail(f"pramana {line}")
