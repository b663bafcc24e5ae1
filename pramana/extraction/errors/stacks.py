"""What can go wrong with a stack, by name. What a tool refuses is told to the model."""

from uuid import UUID

from pramana.kit.errors import AppError, Conflict, Forbidden, InvalidRequest, NotFound


class StackNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such stack.")


class TableNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such table in this stack.")


class NotInStack(NotFound):
    """A document that is elsewhere, or nowhere: the answer is the same on purpose."""

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
    """Columns that cannot stand beside each other, or beside those there are."""

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


class NotBusy(Conflict):
    def __init__(self) -> None:
        super().__init__("This table is not being extracted; there is nothing to stop.")


class Incomplete(InvalidRequest):
    def __init__(self, missing: int, total: int) -> None:
        super().__init__(
            f"Cannot complete: {missing} of {total} documents have no finished row. "
            "Use extract_row for them first, or leave the table as it is."
        )


class CellDecided(Conflict):
    """An engine, or a person who did not unlock it first, would overwrite a decision."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__(f"{column!r} cannot be changed: {reason}.")


class ReadingTakenOver(Conflict):
    def __init__(self) -> None:
        super().__init__("Another run has taken this row over; nothing was saved.")


class RowNotSaved(AppError):
    """The agent ended, and said nothing of the row it was to write."""

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
