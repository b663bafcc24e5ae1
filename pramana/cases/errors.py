"""What can go wrong with the things, notes and reports of a case."""

from pramana.kit.errors import Conflict, InvalidRequest, NotFound


class ReportNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such report.")


class SectionNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such section.")


class NoteNotFound(NotFound):
    """It does not exist, or someone else wrote it; the answer is the same on purpose."""

    def __init__(self) -> None:
        super().__init__("There is no such note of yours.")


class EmptyOutline(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("An outline needs at least one question.")


class SectionChanged(Conflict):
    """The text that a person saw is not the text that is stored."""

    code = "section_changed"

    def __init__(self) -> None:
        super().__init__("Someone else changed this section meanwhile. Read it and try again.")


class SectionEdited(Conflict):
    """A person wrote this text, so an answer does not replace it without being told to."""

    code = "section_edited"

    def __init__(self) -> None:
        super().__init__("This section was edited. Confirm that an answer may replace the text.")
