"""The index. Rows are written by COPY and read in SQL, in `store`; here is their shape."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from pgvector.django import HalfVectorField, SparseVectorField

from pramana.tenancy.models import ScopedModel

HIGHEST_TERM = 1_000_000_000
"""The number of dimensions a sparse vector can have."""

NOT_BLANK = models.Q(url__gt="")


class IndexedEntry(ScopedModel):
    """An entry with the words it is found by and what each of them weighs."""

    space = models.CharField(max_length=60)
    item_id = models.UUIDField()
    parent_id = models.UUIDField()
    collection_id = models.UUIDField(null=True)
    url = models.TextField()
    path = models.TextField()
    section = models.TextField()
    kind = models.CharField(max_length=60)
    date = models.DateField(null=True)
    language = models.CharField(max_length=20)
    terms = ArrayField(models.IntegerField())
    weights = SparseVectorField(dimensions=HIGHEST_TERM)

    class Meta:
        db_table = "retrieval_entry"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "space", "item_id"), name="one_entry_per_item"
            ),
        )
        indexes = (
            # Without a pending list: a search after a large ingest must not pay for it.
            GinIndex(fields=("terms",), name="entry_terms", fastupdate=False),
            models.Index(fields=("tenant", "parent_id"), name="entry_parent"),
            models.Index(fields=("tenant", "collection_id"), name="entry_collection"),
            models.Index(
                fields=("tenant", "path"),
                name="entry_path",
                opclasses=("uuid_ops", "text_pattern_ops"),
                condition=NOT_BLANK,
            ),
            models.Index(
                fields=("tenant", "url"),
                name="entry_url",
                opclasses=("uuid_ops", "text_pattern_ops"),
                condition=NOT_BLANK,
            ),
        )


class Term(ScopedModel):
    """A word of one tenant's space. Its number means that word there and nothing anywhere else.

    The empty word stands for every entry, so that their number is counted like any other.
    """

    number = models.BigIntegerField()
    space = models.CharField(max_length=60)
    term = models.TextField()
    entries = models.IntegerField(default=0)
    """Entries that hold it, less what `TermChange` has still to add."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "space", "term"), name="one_term_per_word"),
            models.UniqueConstraint(fields=("number",), name="one_number_per_term"),
        )
        indexes = (
            # Few at any time; whatever was not forgotten is found by it, at once.
            models.Index(
                fields=("tenant",), name="term_nowhere", condition=models.Q(entries__lte=0)
            ),
        )


class TermChange(ScopedModel):
    """A change in how many entries hold a term. Appended, so that parallel writers never meet."""

    number = models.BigIntegerField(db_index=True)
    by = models.IntegerField()


class SpaceModel(ScopedModel):
    """Whose vectors answer in a space."""

    space = models.CharField(max_length=60)
    model = models.CharField(max_length=200)
    dimension = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "space"), name="one_model_per_space"),
        )


class EntryVector(ScopedModel):
    """An entry as one model sees it; without a vector where that model cannot read it.

    Several models may have seen an entry: while a space changes from one to the other, the old
    vectors answer. The database itself removes them with their entry.
    """

    entry = models.ForeignKey(
        IndexedEntry, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    space = models.CharField(max_length=60)
    model = models.CharField(max_length=200)
    vector = HalfVectorField(null=True)

    class Meta:
        db_table = "retrieval_vector"
        constraints = (
            models.UniqueConstraint(fields=("entry", "model"), name="one_vector_per_model"),
        )
        indexes = (models.Index(fields=("tenant", "space", "model"), name="vector_space"),)


class MirrorChange(ScopedModel):
    """An entry that a cluster has yet to see as it is now. Written by triggers, where there is one.

    Numbered by the database, because ids have no order.
    """

    number = models.BigIntegerField()
    entry_id = models.UUIDField()

    class Meta:
        db_table = "retrieval_mirrorchange"
        indexes = (models.Index(fields=("tenant", "number"), name="mirror_next"),)
