"""What people say to correct a record, and the changes they mean, from `sentences.jsonl`.

A change is [action, path, value], or [action, path, other path] for a move, a swap or a rename.
"""

import json
from pathlib import Path
from typing import Any

Expected = list[tuple[object, ...]]
_CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("sentences.jsonl").read_text("utf-8").splitlines()
]
CLEAR: list[tuple[str, str, Expected]] = [
    (case["record"], case["say"], [tuple(change) for change in case["changes"]])
    for case in _CASES
    if "changes" in case
]
DOUBTFUL: list[tuple[str, str, str]] = [
    (case["record"], case["say"], case["doubtful"]) for case in _CASES if "doubtful" in case
]
REFUSED: list[tuple[str, str]] = [
    (case["record"], case["say"]) for case in _CASES if "refused" in case
]
