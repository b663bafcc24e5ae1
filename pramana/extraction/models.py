"""Tables of extractions, templates, tool calls and stacks."""

from django.db import models
from django.db.models.functions import Now

from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionStatus
from pramana.extraction.contracts.stacks import RowStatus, TableStatus
from pramana.tenancy.scoped import ScopedModel

STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in ExtractionStatus]
MODES = [(mode.value, mode.value.title()) for mode in ExtractionMode]
TABLE_STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in TableStatus]
ROW_STATUSES = [(status.value, status.value.title()) for status in RowStatus]


class Extraction(ScopedModel):
    """The fields read from one document for one person. Tools and people change it in place.

    `confidence_scores`, `evidence` and `trust` have the shape of `extracted_fields`, with their
    entry at the path of each value. `second_reading` is what the offline reader found by itself; an
    agent's values are compared with it.
    """

    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )  # `erase_extractions_of_documents` deletes it with its calls and runs
    document_type = models.CharField(max_length=100, default="", db_default="")
    mode = models.CharField(max_length=16, choices=MODES, default=ExtractionMode.AUTO.value)
    custom_fields = models.JSONField(default=list)
    extracted_fields = models.JSONField(default=dict)
    confidence_scores = models.JSONField(default=dict)
    evidence = models.JSONField(default=dict)
    trust = models.JSONField(default=dict)
    second_reading = models.JSONField(default=list)
    status = models.CharField(
        max_length=16, choices=STATUSES, default=ExtractionStatus.IN_PROGRESS.value
    )
    error = models.TextField(default="", db_default="")
    summary = models.TextField(default="", db_default="")
    engine = models.CharField(max_length=200, default="", db_default="")
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    shared = models.BooleanField(default=False, db_default=False)
    overwrite = models.BooleanField(default=False, db_default=False)
    """Whether it was asked to begin without what people decided before."""
    approved_by_id = models.UUIDField(null=True)
    approved_at = models.DateTimeField(null=True)
    locked_by_id = models.UUIDField(null=True)
    locked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extractions"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(
                fields=("tenant", "user", "-created_at", "-id"), name="extraction_of_person"
            ),
            models.Index(
                fields=("tenant", "document", "-created_at"), name="extraction_of_document"
            ),
        )

    def __str__(self) -> str:
        return f"Extraction {self.id} ({self.status})"


class Template(ScopedModel):
    """The fields to look for in documents of one type, shared by the whole tenant."""

    name = models.CharField(max_length=200)
    document_type = models.CharField(max_length=100, default="", db_default="")
    description = models.TextField(default="", db_default="")
    fields = models.JSONField(default=list)
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_templates"
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_template_per_name"),
        )

    def __str__(self) -> str:
        return self.name


class Lesson(ScopedModel):
    """What one decided value of a document teaches: the label it stands at, and its line.

    A miss is a value that a person replaced: its label is the wrong one for the field.
    """

    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )  # `erase_extractions_of_documents` deletes it
    field = models.CharField(max_length=200)
    sender = models.CharField(max_length=200, default="", db_default="")
    label = models.CharField(max_length=200)
    position = models.CharField(max_length=8)
    is_hit = models.BooleanField()
    quote = models.TextField(default="", db_default="")
    value = models.TextField(default="", db_default="")
    taught_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_lessons"
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "document", "field", "is_hit"), name="one_lesson_per_value"
            ),
        )
        indexes = (models.Index(fields=("tenant", "field", "sender"), name="lesson_of_field"),)

    def __str__(self) -> str:
        return f"{self.field} at {self.label}"


class FieldChange(ScopedModel):
    """One change of one path: who made it, with which tool, and the state before and after.

    `before` and `after` each hold value, confidence and evidence, or are null if there was no
    value. A change that was undone stays and is marked.
    """

    extraction = models.ForeignKey(Extraction, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    run_id = models.UUIDField(null=True)
    actor_id = models.UUIDField(null=True)
    by_hand = models.BooleanField()
    tool = models.CharField(max_length=100)
    path = models.TextField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undone_by_id = models.UUIDField(null=True)
    undone_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_changes"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "extraction", "number"), name="one_change_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tool} {self.path}"


class ActivityLine(ScopedModel):
    """One frame of a run's transcript: text, a tool with its input, or the end.

    It is stored here and not as an event of the run, because an extraction is private to its owner
    until it is shared, while the whole tenant can see a run's events.
    """

    extraction = models.ForeignKey(Extraction, on_delete=models.CASCADE, related_name="activity")
    run_id = models.UUIDField()
    number = models.PositiveIntegerField()
    data = models.JSONField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_activity"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "run_id", "number"), name="one_activity_line_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.run_id} #{self.number}"


class Stack(ScopedModel):
    """A set of documents that one person reviews together. It is private until it is shared."""

    name = models.CharField(max_length=200)
    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    shared = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stacks"
        ordering = ("-created_at", "-id")
        indexes = (models.Index(fields=("tenant", "-created_at", "-id"), name="stack_newest"),)

    def __str__(self) -> str:
        return self.name


class StackDocument(ScopedModel):
    """A document in a stack. `documents` calls an eraser when it is deleted; the database does not
    cascade.
    """

    stack = models.ForeignKey(Stack, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )
    position = models.PositiveIntegerField()
    added_by_id = models.UUIDField(null=True)
    added_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stack_documents"
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "stack", "document"), name="one_place_per_stacked_document"
            ),
        )
        indexes = (
            models.Index(fields=("tenant", "stack", "position"), name="stack_document_order"),
        )

    def __str__(self) -> str:
        return f"{self.document_id} in {self.stack_id}"


class StackTable(ScopedModel):
    """Columns over a stack's documents. The counts are those of the last run.

    The row is locked whenever a document has been read, so that the counts are right and exactly
    one job is the last.
    """

    stack = models.ForeignKey(Stack, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    instructions = models.TextField(default="", db_default="")
    columns = models.JSONField(default=list)
    status = models.CharField(max_length=16, choices=TABLE_STATUSES, default=TableStatus.NEW.value)
    error = models.TextField(default="", db_default="")
    total = models.PositiveIntegerField(default=0, db_default=0)
    done = models.PositiveIntegerField(default=0, db_default=0)
    failed = models.PositiveIntegerField(default=0, db_default=0)
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    engine = models.CharField(max_length=200, default="", db_default="")
    tokens_in = models.BigIntegerField(default=0, db_default=0)
    tokens_out = models.BigIntegerField(default=0, db_default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stack_tables"
        ordering = ("created_at", "id")
        indexes = (models.Index(fields=("tenant", "stack"), name="stack_table_of_stack"),)

    def __str__(self) -> str:
        return self.name


class StackTableRow(ScopedModel):
    """One document's row: its cells by column, and the state of its reading.

    `claim` names the attempt that may write. An attempt that was taken over finds another claim and
    must stop.
    """

    table = models.ForeignKey(StackTable, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )
    position = models.PositiveIntegerField()
    cells = models.JSONField(default=dict)
    status = models.CharField(max_length=16, choices=ROW_STATUSES, default=RowStatus.NEW.value)
    error = models.TextField(default="", db_default="")
    run_id = models.UUIDField(null=True)
    claim = models.UUIDField(null=True)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stack_table_rows"
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "table", "document"), name="one_stack_row_per_document"
            ),
        )
        indexes = (
            models.Index(fields=("tenant", "table", "position"), name="stack_row_order"),
            models.Index(
                fields=("tenant", "table", "status", "position"), name="stack_row_by_status"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} in {self.table_id}"


class CellChange(ScopedModel):
    """One change of one cell: who made it, with which tool, and the whole cell before and after.

    The first reading of a cell is not a change. A change that was undone stays and is marked.
    """

    table = models.ForeignKey(StackTable, on_delete=models.CASCADE, related_name="+")
    row = models.ForeignKey(StackTableRow, on_delete=models.CASCADE, related_name="+")
    document_id = models.UUIDField()
    column = models.CharField(max_length=100)
    tool = models.CharField(max_length=100)
    by_hand = models.BooleanField()
    actor_id = models.UUIDField(null=True)
    run_id = models.UUIDField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    created_at = models.DateTimeField()
    undone_by_id = models.UUIDField(null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "stack_cell_changes"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "table", "-created_at"), name="stack_change_newest"),
            models.Index(fields=("tenant", "row", "column"), name="stack_change_of_cell"),
        )

    def __str__(self) -> str:
        return f"{self.tool} {self.column}"


class StackCorrection(ScopedModel):
    """A correction that a person asked for in words, and its result."""

    table = models.ForeignKey(StackTable, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    instruction = models.TextField()
    overwrite = models.BooleanField(default=False)
    confirm = models.BooleanField(default=False, db_default=False)
    results = models.JSONField(default=dict, db_default={})
    """The changes that were made, those to confirm, and the words that were not understood."""
    status = models.CharField(
        max_length=16, choices=STATUSES, default=ExtractionStatus.IN_PROGRESS.value
    )
    answer = models.TextField(default="", db_default="")
    error = models.TextField(default="", db_default="")
    engine = models.CharField(max_length=200, default="", db_default="")
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "stack_corrections"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "table", "-created_at"), name="stack_correction_newest"),
        )

    def __str__(self) -> str:
        return f"Correction {self.id} ({self.status})"
