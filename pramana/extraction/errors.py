"""What can go wrong with an extraction or a stack. A tool answers these messages to the model."""

from uuid import UUID

from pramana.kit.errors import AppError, Conflict, Forbidden, InvalidRequest, NotFound


class BadPath(InvalidRequest):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"The path {path[:100]!r} cannot be used: {why}.")


class PathNotThere(InvalidRequest):
    """There is no value at a path that should be read or removed."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"There is nothing at {path!r}. See get_current_extraction for what is there."
        )


class BadValues(InvalidRequest):
    """Values that cannot be saved; each reason says what to change."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("Validation failed:\n- " + "\n- ".join(reasons))
        self.reasons = reasons


class BadConfidence(InvalidRequest):
    """A confidence outside 0.0-1.0."""


class DocumentUnknown(NotFound):
    def __init__(self) -> None:
        super().__init__("Document not found")


class DocumentUnread(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("The document has not been read yet. Try again when its text is there.")


class NoCustomFields(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("custom_fields required for custom mode")


class ExtractionNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("No extraction found")


class TemplateNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such template.")


class LessonNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such lesson.")


class TemplateExists(Conflict):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a template called {name!r}.")


class ValueChangeNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such change.")


class ChangeOvertaken(Conflict):
    def __init__(self, path: str) -> None:
        super().__init__(f"{path} was changed again since. Undo the later change first.")


class NothingToUndo(Conflict):
    def __init__(self) -> None:
        super().__init__("There is no correction in words to undo.")


class ChangeUndone(Conflict):
    def __init__(self, path: str) -> None:
        super().__init__(f"This change of {path} was undone already; nothing is left to undo.")


class ExtractionLocked(Conflict):
    def __init__(self) -> None:
        super().__init__("This extraction is locked. Unlock it before changing it.")


class RunUnderWay(Conflict):
    def __init__(self) -> None:
        super().__init__("An agent is at work on this extraction. Wait until it has ended.")


class WrittenByHand(InvalidRequest):
    def __init__(self, path: str) -> None:
        super().__init__(
            f"A person wrote {path!r}, and this run may not overwrite it. Leave it as it is, and "
            "say in your summary that it was kept; the person can run again with overwrite."
        )


class NothingExtracted(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("Cannot complete: no fields extracted")


class NoText(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("No OCR data found for this document")


class NoSuchPage(InvalidRequest):
    def __init__(self, page: int, count: int) -> None:
        super().__init__(f"There is no page {page}; the document has pages 1 to {count}.")


class AgentStopped(InvalidRequest):
    """The agent ended without completing the extraction. What it saved stays."""

    def __init__(self) -> None:
        super().__init__(
            "The agent stopped without completing the extraction. What it saved is kept; "
            "run it again, or correct it."
        )


class RunLimitReached(InvalidRequest):
    def __init__(self, limit: str) -> None:
        super().__init__(f"The run was ended at its limit of {limit}. What it saved is kept.")


class RepeatedCalls(InvalidRequest):
    def __init__(self, tool: str) -> None:
        super().__init__(
            f"The model kept making the same call of {tool}, and the run was ended. What it saved "
            "is kept; run it again, with another model if it happens often."
        )


class NotComplete(Conflict):
    def __init__(self) -> None:
        super().__init__("Only a complete extraction can be approved.")


class NothingToStop(Conflict):
    def __init__(self) -> None:
        super().__init__("No agent is at work on this extraction.")


class StackNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such stack.")


class TableNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such table in this stack.")


class NotInStack(NotFound):
    """The document is not in the stack, or does not exist; the answer is the same on purpose."""

    def __init__(self, document_id: UUID | str) -> None:
        super().__init__(
            f"There is no document {str(document_id)[:60]} in this stack. "
            "See list_documents for those there are."
        )


class StackOfAnother(Forbidden):
    def __init__(self) -> None:
        super().__init__("Only the person a stack belongs to may share or delete it.")


class StackTooLarge(Conflict):
    def __init__(self, most: int) -> None:
        super().__init__(f"A stack may hold {most} documents.")


class ColumnNotFound(NotFound):
    def __init__(self, named: str, known: str) -> None:
        super().__init__(f"There is no column {named!r}. The columns are: {known}.")


class ColumnsClash(Conflict):
    """The columns conflict with each other or with existing ones."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))


class ColumnsOfNothing(InvalidRequest):
    def __init__(self) -> None:
        super().__init__(
            "`columns` says what is read again, so it goes with `again`. Without either, "
            "whatever is missing or stale is read."
        )


class NothingToRead(Conflict):
    def __init__(self) -> None:
        super().__init__("This stack has no documents yet. Add some, then extract.")


class TableBusy(Conflict):
    def __init__(self) -> None:
        super().__init__(
            "This table is being extracted. Wait until it has ended, or stop it first."
        )


class TableNotBusy(Conflict):
    def __init__(self) -> None:
        super().__init__("This table is not being extracted; there is nothing to stop.")


class TableIncomplete(InvalidRequest):
    def __init__(self, missing: int, total: int) -> None:
        super().__init__(
            f"Cannot complete: {missing} of {total} documents have no finished row. "
            "Use extract_row for them first, or leave the table as it is."
        )


class CellDecided(Conflict):
    """The cell is protected because a person reviewed or locked it."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__(f"{column!r} cannot be changed: {reason}.")


class ReadingTakenOver(Conflict):
    def __init__(self) -> None:
        super().__init__("Another run has taken this row over; nothing was saved.")


class RowNotSaved(AppError):
    """The agent ended without saving its row."""

    code = "row_not_saved"
    status = 502

    def __init__(self) -> None:
        super().__init__("The model ended without saving the row. Extract again to retry it.")


class UnreadableDocument(InvalidRequest):
    def __init__(self, error: str) -> None:
        super().__init__(f"The document could not be read: {error or 'no reason is known'}")


class NoColumnsFound(AppError):
    code = "no_columns"
    status = 422

    def __init__(self) -> None:
        super().__init__(
            "No columns could be inferred from these documents. Name the columns, then extract."
        )
