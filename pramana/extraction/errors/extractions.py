"""What can go wrong with an extraction, by name. What a tool refuses is told to the model."""

from pramana.kit.errors import Conflict, InvalidRequest, NotFound


class BadPath(InvalidRequest):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"The path {path[:100]!r} cannot be used: {why}.")


class PathNotThere(InvalidRequest):
    """Nothing stands at a path that was to be removed or read."""

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
    """A confidence that is none, in the document's own words."""


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


class TemplateExists(Conflict):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a template called {name!r}.")


class ChangeNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such change.")


class ChangeOvertaken(Conflict):
    def __init__(self, path: str) -> None:
        super().__init__(f"{path} was changed again since. Undo the later change first.")


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
    """The agent ended without completing the extraction; what it saved stays."""

    def __init__(self) -> None:
        super().__init__(
            "The agent stopped without completing the extraction. What it saved is kept; "
            "run it again, or correct it."
        )


class BudgetSpent(InvalidRequest):
    def __init__(self, limit: str) -> None:
        super().__init__(f"The run was ended at its limit of {limit}. What it saved is kept.")


class GoesInCircles(InvalidRequest):
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
