"""What changed between two states of a record: as JSON Patch, and as lines people read."""

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.registry.contracts import Change


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """The changes that lead from one state to the other, in the order a patch needs.

    Lists are compared place by place and cut or grown at their end, so that every path holds at
    the moment it is applied.

    >>> changes_between({"tags": ["a", "b"]}, {"tags": ["a", "c"]})
    [Change(op='replace', path='/tags/1', before='b', after='c')]
    """
    return list(_walk("", dict(before), dict(after)))


def as_patch(changes: list[Change]) -> list[dict[str, Any]]:
    """JSON Patch (RFC 6902)."""
    return [
        {"op": each.op, "path": each.path} | ({} if each.op == "remove" else {"value": each.after})
        for each in changes
    ]


def as_lines(changes: list[Change]) -> list[str]:
    """A line for each change.

    >>> as_lines([Change("replace", "/attributes/district", "Kaski", "Gorkha")])
    ['attributes › district: Kaski → Gorkha']
    """
    return [_line(each) for each in changes]


def shown(value: Any) -> str:
    """A value in a few words.

    >>> shown({"kind": "ALIAS", "en": {"full": "Ram"}})
    'ALIAS, Ram'
    """
    if isinstance(value, Mapping):
        return ", ".join(filter(None, (shown(part) for part in value.values())))
    if isinstance(value, list | tuple):
        return "; ".join(shown(part) for part in value)
    return "" if value is None else str(value)


def place(path: str) -> str:
    """A path as people say it, counting from one.

    >>> place("/names/0/en/full")
    'names › 1 › en › full'
    """
    steps = [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]
    return " › ".join(str(int(step) + 1) if step.isdigit() else step for step in steps)


def _line(change: Change) -> str:
    where = place(change.path)
    if change.op == "add":
        return f"{where}: added {shown(change.after)}"
    if change.op == "remove":
        return f"{where}: removed {shown(change.before)}"
    return f"{where}: {shown(change.before)} → {shown(change.after)}"


def _walk(path: str, before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _mappings(path, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(path, before, after)
    elif before != after or type(before) is not type(after):
        yield Change("replace", path, before, after)


def _mappings(path: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    for key in sorted(before.keys() | after.keys()):
        inner = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            yield Change("remove", inner, before[key])
        elif key not in before:
            yield Change("add", inner, None, after[key])
        else:
            yield from _walk(inner, before[key], after[key])


def _lists(path: str, before: list[Any], after: list[Any]) -> Iterator[Change]:
    shared = min(len(before), len(after))
    for place_, (old, new) in enumerate(zip(before[:shared], after[:shared], strict=True)):
        yield from _walk(f"{path}/{place_}", old, new)
    for place_ in range(len(before) - 1, shared - 1, -1):
        yield Change("remove", f"{path}/{place_}", before[place_])
    for place_ in range(shared, len(after)):
        yield Change("add", f"{path}/{place_}", None, after[place_])
