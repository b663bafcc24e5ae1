"""Plans a correction: the changes that a person's words ask for, in a record or a table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.extraction.contracts.corrections import (
    CorrectionAction,
    CorrectionChange,
    CorrectionPlan,
    UnclearRequest,
)
from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.domain.corrections.changes import NOT_UNDERSTOOD, ChangeBuilder
from pramana.extraction.domain.corrections.clauses import clauses, sentences, split_name
from pramana.extraction.domain.corrections.requests import (
    Request,
    complaint_target,
    is_command,
    is_undo,
    readings,
    refusal_of,
    without_fillers,
    without_hedge,
    without_politeness,
)
from pramana.extraction.domain.corrections.targets import (
    Target,
    TargetFinder,
)
from pramana.extraction.domain.field_tree import (
    Path,
    format_path,
    parse_path,
)

Action = CorrectionAction
HOW_TO_SAY = (
    'Write for example "the vendor is Himal Traders", "line 2 quantity is 5" or "remove the tax".'
)
_UNDONE_FIELD = re.compile(
    r"(?:undo|revert|restore|reset|cancel|reverse|put\s+back)\s+(?:the\s+)?(?:(?:last\s+)?(?:change|correction|edit)\s+(?:to|of|on|in)\s+)?"
    r"(?:the\s+)?(?:(?:old|original|previous|earlier|former)\s+)?(?P<target>.+?)(?:\s+(?:change|correction|edit))?",
    re.IGNORECASE,
)
_PLACE_FIRST = re.compile(
    r"(?:in|on|for|at|of|under)\s+(.+?),\s*(.+)|(?:in|on|for|at)\s+(.+?)\s+((?:the|its)\s.+)"
    r"|(.+?)\s?(?:मा|को),\s*(.+)|([^:,]{1,60})[:,]\s*(.+)",
    re.IGNORECASE,
)


def plan_correction(
    instruction: str, fields: Mapping[str, Json], specs: Sequence[FieldSpec] = ()
) -> CorrectionPlan:
    """Return the changes that an instruction asks for in a record.

    >>> [change] = plan_correction("total should be 33.90", {"totals": {"total": 33.92}}).changes
    >>> change.action.value, change.path, change.value
    ('set', 'totals.total', 33.9)
    """
    return Planner(TargetFinder(fields, specs)).plan(instruction)


def describe_unclear(requests: Sequence[UnclearRequest]) -> str:
    """Say what was not understood, and how it could be said."""
    said = " ".join(f"I did not understand {each.wording!r}: {each.reason}." for each in requests)
    return f"{said} {HOW_TO_SAY}"


class Planner:
    """Reads one instruction clause by clause, and remembers what was spoken of last."""

    def __init__(self, finder: TargetFinder, near: Path | None = None) -> None:
        self._finder = finder
        self._builder = ChangeBuilder(finder, near)
        self._last_action = Action.SET

    def plan(self, instruction: str) -> CorrectionPlan:
        changes: list[CorrectionChange] = []
        unclear: list[UnclearRequest] = []
        for sentence in sentences(instruction):
            for change in self._read_sentence(sentence):
                if isinstance(change, CorrectionChange):
                    unclear = [each for each in unclear if not self._answers(change, each)]
                    changes.append(change)
                else:
                    unclear.append(change)
        return CorrectionPlan(tuple(_in_safe_order(changes)), tuple(unclear))

    def _read_sentence(self, sentence: str) -> Iterator[CorrectionChange | UnclearRequest]:
        text = without_politeness(sentence)
        if is_undo(text) or is_undo(sentence):
            path = self._undone_path(text)
            yield CorrectionChange(Action.UNDO, path, wording=sentence)
            return
        if reason := refusal_of(text):
            yield UnclearRequest(sentence, reason)
            return
        if swap := self._swap(without_fillers(text)):
            yield from (replace(change, wording=sentence) for change in swap)
            return
        text = self._place_first(text) or text
        for clause in clauses(text, self._finder):
            yield from self._read_clause(clause)

    def _read_clause(self, clause: str) -> Iterator[CorrectionChange | UnclearRequest]:
        text, is_unsure = without_hedge(without_fillers(without_politeness(clause).rstrip("?")))
        if reason := refusal_of(text):
            yield UnclearRequest(clause, reason)
            return
        outcome = self._best_reading(text)
        if isinstance(outcome, str):
            yield UnclearRequest(clause, outcome)
            return
        for change in outcome:
            doubt = change.doubt or ("you are not sure" if is_unsure else "")
            yield replace(change, wording=clause, doubt=doubt)
            self._last_action = change.action
            self._builder.near = parse_path(change.path) if change.path else self._builder.near

    def _best_reading(self, text: str) -> list[CorrectionChange] | str:
        """Return the changes of the first clear reading, else of a doubtful one, else why none."""
        doubtful: list[CorrectionChange] = []
        reason = ""
        for request in (*readings(text), *self._elided(text)):
            outcome = self._builder.changes(request)
            if isinstance(outcome, str):
                reason = reason or (outcome if _says_more(outcome) else "")
            elif (
                request.action is Action.MOVE
                or all(change.is_clear for change in outcome)
                or (request.target and self._builder.find_exactly(request.target))
            ):
                return outcome
            else:
                doubtful = doubtful or outcome
        if doubtful and not reason.startswith("there are only"):
            return doubtful
        if target := complaint_target(text):
            found = self._finder.find(target)
            self._builder.near = found.path if isinstance(found, Target) else self._builder.near
            reason = reason or "say what it should be"
        return reason or NOT_UNDERSTOOD

    def _undone_path(self, text: str) -> str:
        """Return the field whose change is to be undone; empty for the last correction."""
        match = _UNDONE_FIELD.fullmatch(without_fillers(text).strip(" ."))
        target = self._finder.find_exactly(match["target"]) if match else None
        return format_path(target.path) if target else ""

    def _swap(self, text: str) -> list[CorrectionChange]:
        """Read a sentence that exchanges two fields, before its "and" could split it."""
        swaps = (
            self._builder.changes(each) for each in readings(text) if each.action is Action.SWAP
        )
        return next((changes for changes in swaps if not isinstance(changes, str)), [])

    def _place_first(self, text: str) -> str:
        """Read "in line 2, the price is 40": the row is remembered, and the rest is returned."""
        match = _PLACE_FIRST.fullmatch(text)
        if not match:
            return ""
        place, rest = (part for part in match.groups() if part)
        row = self._finder.rows.find_row(place)
        if row is None:
            return ""
        is_part = split_name(rest, lambda name: self._finder.find_exactly(name, row) is not None)
        if is_part is None and not is_command(rest):
            return ""
        self._builder.near = row
        return rest

    def _elided(self, text: str) -> Iterator[Request]:
        """A field alone after a removal: "remove the discount and the rounding"."""
        if self._last_action in (Action.REMOVE, Action.CLEAR) and self._finder.find_exactly(
            text.strip(" .।")
        ):
            yield Request(self._last_action, target=text.strip(" .।"))

    def _answers(self, change: CorrectionChange, unclear: UnclearRequest) -> bool:
        """Whether a change says what a complaint before it left open."""
        target = complaint_target(unclear.wording)
        found = self._finder.find(target) if target else ""
        return isinstance(found, Target) and change.path.startswith(format_path(found.path))


def _says_more(reason: str) -> bool:
    return reason != NOT_UNDERSTOOD


def _in_safe_order(changes: Sequence[CorrectionChange]) -> Iterator[CorrectionChange]:
    """Yield removals of rows last and from the end, so that no number shifts under another."""
    removals = {
        number: change for change in changes if (number := _removed_row(change)) is not None
    }
    yield from (change for change in changes if _removed_row(change) is None)
    yield from (removals[number] for number in sorted(removals, reverse=True))


def _removed_row(change: CorrectionChange) -> tuple[Path, int] | None:
    path = parse_path(change.path) if change.path else ()
    last = path[-1] if path else None
    is_row = change.action is Action.REMOVE and isinstance(last, int)
    return (path[:-1], last) if is_row and isinstance(last, int) else None
