"""What people put into a case: things, notes and reports."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from pramana.cases.contracts import ItemKind, SectionState
from pramana.tenancy.scoped import ScopedModel

KINDS = [(kind.value, kind.value) for kind in ItemKind]
STATES = [(state.value, state.value) for state in SectionState]


class CaseItem(ScopedModel):
    """A document, memory group, record or person that someone added to a case."""

    case = models.ForeignKey("tenancy.Case", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16, choices=KINDS)
    subject = models.CharField(max_length=200)
    """An id; of a memory group, its name."""
    added_by_id = models.UUIDField(null=True)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-added_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "case", "kind", "subject"), name="one_item_per_case"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class CaseNote(ScopedModel):
    case = models.ForeignKey("tenancy.Case", on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    written_by_id = models.UUIDField(null=True)
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-written_at", "-id")

    def __str__(self) -> str:
        return str(self.pk)


class CaseReport(ScopedModel):
    case = models.ForeignKey("tenancy.Case", on_delete=models.CASCADE, related_name="+")
    title = models.CharField(max_length=200)
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.title


class CaseReportSection(ScopedModel):
    """A section: its question, and the text that answers it.

    `[n]` in the text names a source by its place in `sources`. `sentences` says where the sentences
    of an answer are; a text that a person edited has none. `edition` grows with every change, so
    that an answer that was asked for before an edit cannot replace it. `earlier` keeps the texts
    that were replaced.
    """

    report = models.ForeignKey(CaseReport, on_delete=models.CASCADE, related_name="sections")
    position = models.PositiveIntegerField()
    question = models.CharField(max_length=500)
    text = models.TextField(default="")
    sources = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    sentences = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    state = models.CharField(max_length=16, choices=STATES, default=SectionState.EMPTY.value)
    error = models.TextField(default="")
    engine = models.CharField(max_length=200, default="")
    answered_at = models.DateTimeField(null=True)
    edited_by_id = models.UUIDField(null=True)
    edited_at = models.DateTimeField(null=True)
    edition = models.PositiveIntegerField(default=0)
    earlier = models.JSONField(default=list, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ("position", "id")

    def __str__(self) -> str:
        return self.question
