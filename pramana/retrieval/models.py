"""The tables of the index. The SQL that writes and reads them is in `postgres`."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from pgvector.django import HalfVectorField, SparseVectorField

from pramana.tenancy.scoped import ScopedModel

HIGHEST_TERM = 1_000_000_000
"""The number of dimensions a sparse vector can have."""

NOT_BLANK = models.Q(url__gt="")


class IndexedEntry(ScopedModel):
    """An entry with its terms and the weight of each."""

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
            # Without a pending list, which would slow down searches after a large ingest.
            GinIndex(fields=("terms",), name="entry_terms", fastupdate=False),
            models.Index(fields=("tenant", "parent_id"), name="entry_parent"),
            # With the space, so that the entries that pass can be counted in the index alone.
            models.Index(fields=("tenant", "collection_id", "space"), name="entry_of_collection"),
            models.Index(fields=("tenant", "space", "date"), name="entry_date"),
            models.Index(fields=("tenant", "space", "kind"), name="entry_kind"),
            models.Index(fields=("tenant", "space", "language"), name="entry_language"),
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
    """A word of one tenant's space. Its number is unique to that word in that space.

    The empty word counts every entry, so that the number of entries is kept like any other count.
    """

    number = models.BigIntegerField()
    space = models.CharField(max_length=60)
    term = models.TextField()
    entries = models.IntegerField(default=0)
    """How many entries contain it, without the open rows of `TermChange`."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "space", "term"), name="one_term_per_word"),
            models.UniqueConstraint(fields=("number",), name="one_number_per_term"),
        )
        indexes = (
            # Few rows at any time; finds words that no entry contains.
            models.Index(
                fields=("tenant",), name="term_nowhere", condition=models.Q(entries__lte=0)
            ),
        )


class TermChange(ScopedModel):
    """A change in how many entries contain a term. Only appended, so writers never conflict."""

    number = models.BigIntegerField(db_index=True)
    by = models.IntegerField()


class SpaceModel(ScopedModel):
    """The model whose vectors answer in a space."""

    space = models.CharField(max_length=60)
    model = models.CharField(max_length=200)
    dimension = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "space"), name="one_model_per_space"),
        )


class EntryVector(ScopedModel):
    """The vector of an entry by one model; NULL if the model cannot read the entry's script.

    An entry may have vectors of several models: while a space changes models, the old vectors
    answer. The database deletes vectors with their entry.
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
    """An entry whose latest state a cluster does not have yet. Triggers write it, if there is one.

    The database numbers the rows, because ids have no order.
    """

    number = models.BigIntegerField()
    entry_id = models.UUIDField()

    class Meta:
        db_table = "retrieval_mirrorchange"
        indexes = (models.Index(fields=("tenant", "number"), name="mirror_next"),)
