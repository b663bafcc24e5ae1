"""JSON Patch (RFC 6902) on what a record says: applied whole or not at all."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from pramana.registry.contracts import RecordData
from pramana.registry.errors import PatchDoesNotFit

FIELDS = frozenset(RecordData.model_fields)
"""What a patch may touch: never the id, the slug, the type or how the record came to be."""

LONGEST = 1000
_ABSENT = object()


def apply_patch(data: Mapping[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The data after every operation, in order.

    >>> apply_patch({"tags": ["a"]}, [{"op": "add", "path": "/tags/-", "value": "b"}])
    {'tags': ['a', 'b']}
    """
    if len(patch) > LONGEST:
        raise PatchDoesNotFit(f"it has more than {LONGEST} operations")
    changed: dict[str, Any] = deepcopy(dict(data))
    for operation in patch:
        _apply(changed, operation)
    return changed


def _apply(data: dict[str, Any], operation: Mapping[str, Any]) -> None:
    op, path = operation.get("op"), _steps(operation.get("path"))
    if op in ("move", "copy"):
        start = _steps(operation.get("from"))
        value = deepcopy(_get(data, start))
        if op == "move":
            _remove(data, start)
        _add(data, path, value)
    elif op == "remove":
        _remove(data, path)
    elif op in ("add", "replace", "test"):
        _with_value(data, op, path, operation)
    else:
        raise PatchDoesNotFit(f"{op!r} is no operation of JSON Patch")


def _with_value(
    data: dict[str, Any], op: str, path: list[str], operation: Mapping[str, Any]
) -> None:
    if "value" not in operation:
        raise PatchDoesNotFit(f"{op} needs a value")
    value = deepcopy(operation["value"])
    if op == "add":
        _add(data, path, value)
    elif op == "replace":
        _replace(data, path, value)
    elif _get(data, path) != value:
        raise PatchDoesNotFit(f"{_shown(path)} does not hold what the patch expects")


def _steps(pointer: Any) -> list[str]:
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        raise PatchDoesNotFit(f"{pointer!r} is no path like /names/0")
    steps = [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]
    if steps[0] not in FIELDS:
        raise PatchDoesNotFit(
            f"{steps[0]!r} may not be changed; id, slug, type and creation stay as they are"
        )
    return steps


def _get(data: Any, steps: list[str]) -> Any:
    for step in steps:
        data = _child(data, step, steps)
    return data


def _child(parent: Any, step: str, steps: list[str]) -> Any:
    found: Any = _ABSENT
    if isinstance(parent, dict):
        found = parent.get(step, _ABSENT)
    elif isinstance(parent, list):
        found = parent[_index(step, len(parent) - 1, steps)]
    if found is _ABSENT:
        raise PatchDoesNotFit(f"there is nothing at {_shown(steps)}")
    return found


def _add(data: Any, steps: list[str], value: Any) -> None:
    parent, last = _get(data, steps[:-1]), steps[-1]
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        at = len(parent) if last == "-" else _index(last, len(parent), steps)
        parent.insert(at, value)
    else:
        raise PatchDoesNotFit(f"nothing can be put at {_shown(steps)}")


def _replace(data: Any, steps: list[str], value: Any) -> None:
    _get(data, steps)
    parent, last = _get(data, steps[:-1]), steps[-1]
    parent[int(last) if isinstance(parent, list) else last] = value


def _remove(data: Any, steps: list[str]) -> None:
    _get(data, steps)
    parent, last = _get(data, steps[:-1]), steps[-1]
    del parent[int(last) if isinstance(parent, list) else last]


def _index(step: str, most: int, steps: list[str]) -> int:
    is_number = step.isascii() and step.isdigit() and len(step) < 7
    if not is_number or (step != "0" and step.startswith("0")) or int(step) > most:
        raise PatchDoesNotFit(f"there is nothing at {_shown(steps)}")
    return int(step)


def _shown(steps: list[str]) -> str:
    return "/" + "/".join(steps)[:200]
