"""JSON Patch (RFC 6902) on a record's data: applied as a whole, and made from two versions."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from pramana.registry.contracts import RecordData, VersionDifference
from pramana.registry.errors import PatchDoesNotFit

FIELDS = frozenset(RecordData.model_fields)
"""What a patch may change: never the id, the slug, the type or the creation fields."""

MAX_OPERATIONS = 1000
_ABSENT = object()


def apply_patch(data: Mapping[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Apply every operation in order; raises PatchDoesNotFit.

    >>> apply_patch({"tags": ["a"]}, [{"op": "add", "path": "/tags/-", "value": "b"}])
    {'tags': ['a', 'b']}
    """
    if len(patch) > MAX_OPERATIONS:
        raise PatchDoesNotFit(f"it has more than {MAX_OPERATIONS} operations")
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
        _apply_value(data, op, path, operation)
    else:
        raise PatchDoesNotFit(f"{op!r} is not an operation of JSON Patch")


def _apply_value(
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
        raise PatchDoesNotFit(f"{_path_text(path)} does not hold what the patch expects")


def _steps(pointer: Any) -> list[str]:
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        raise PatchDoesNotFit(f"{pointer!r} is not a path like /names/0")
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
    child: Any = _ABSENT
    if isinstance(parent, dict):
        child = parent.get(step, _ABSENT)
    elif isinstance(parent, list):
        child = parent[_index(step, len(parent) - 1, steps)]
    if child is _ABSENT:
        raise PatchDoesNotFit(f"there is nothing at {_path_text(steps)}")
    return child


def _add(data: Any, steps: list[str], value: Any) -> None:
    parent, last = _get(data, steps[:-1]), steps[-1]
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        at = len(parent) if last == "-" else _index(last, len(parent), steps)
        parent.insert(at, value)
    else:
        raise PatchDoesNotFit(f"nothing can be put at {_path_text(steps)}")


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
        raise PatchDoesNotFit(f"there is nothing at {_path_text(steps)}")
    return int(step)


def _path_text(steps: list[str]) -> str:
    return "/" + "/".join(steps)[:200]


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[VersionDifference]:
    """The changes that lead from one state to the other, in the order a patch needs.

    Lists are compared index by index and shortened or extended at their end, so that every path is
    valid at the moment it is applied.

    >>> changes_between({"tags": ["a", "b"]}, {"tags": ["a", "c"]})
    [VersionDifference(op='replace', path='/tags/1', before='b', after='c')]
    """
    return list(_walk("", dict(before), dict(after)))


def to_json_patch(changes: list[VersionDifference]) -> list[dict[str, Any]]:
    """JSON Patch (RFC 6902)."""
    return [
        {"op": each.op, "path": each.path} | ({} if each.op == "remove" else {"value": each.after})
        for each in changes
    ]


def to_lines(changes: list[VersionDifference]) -> list[str]:
    """A line for people about each change.

    >>> change = VersionDifference("replace", "/attributes/district", "Kaski", "Gorkha")
    >>> to_lines([change])
    ['attributes › district: Kaski → Gorkha']
    """
    return [_line(each) for each in changes]


def display_text(value: Any) -> str:
    """A value as a short text for people.

    >>> display_text({"kind": "ALIAS", "en": {"full": "Ram"}})
    'ALIAS, Ram'
    """
    if isinstance(value, Mapping):
        return ", ".join(filter(None, (display_text(part) for part in value.values())))
    if isinstance(value, list | tuple):
        return "; ".join(display_text(part) for part in value)
    return "" if value is None else str(value)


def display_path(path: str) -> str:
    """A path for people, counting from one.

    >>> display_path("/names/0/en/full")
    'names › 1 › en › full'
    """
    steps = [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]
    return " › ".join(str(int(step) + 1) if step.isdigit() else step for step in steps)


def _line(change: VersionDifference) -> str:
    where = display_path(change.path)
    if change.op == "add":
        return f"{where}: added {display_text(change.after)}"
    if change.op == "remove":
        return f"{where}: removed {display_text(change.before)}"
    return f"{where}: {display_text(change.before)} → {display_text(change.after)}"


def _walk(path: str, before: Any, after: Any) -> Iterator[VersionDifference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _mappings(path, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(path, before, after)
    elif before != after or type(before) is not type(after):
        yield VersionDifference("replace", path, before, after)


def _mappings(
    path: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[VersionDifference]:
    for key in sorted(before.keys() | after.keys()):
        inner = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            yield VersionDifference("remove", inner, before[key])
        elif key not in before:
            yield VersionDifference("add", inner, None, after[key])
        else:
            yield from _walk(inner, before[key], after[key])


def _lists(path: str, before: list[Any], after: list[Any]) -> Iterator[VersionDifference]:
    shared = min(len(before), len(after))
    for index, (old, new) in enumerate(zip(before[:shared], after[:shared], strict=True)):
        yield from _walk(f"{path}/{index}", old, new)
    for index in range(len(before) - 1, shared - 1, -1):
        yield VersionDifference("remove", f"{path}/{index}", before[index])
    for index in range(shared, len(after)):
        yield VersionDifference("add", f"{path}/{index}", None, after[index])
