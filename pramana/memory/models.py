"""Memory's tables: inbox, episodes, entities, facts, duplicates, edits, communities, index."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F
from pgvector.django import HalfVectorField

from pramana.memory.contracts.graph import CalendarSystem, EditKind, Grain
from pramana.memory.contracts.messages import MessageState
from pramana.tenancy.scoped import ScopedModel

STATES = [(state.value, state.value.replace("_", " ").capitalize()) for state in MessageState]
GRAINS = [(grain.value, grain.value.capitalize()) for grain in Grain]
EDIT_KINDS = [(kind.value, kind.value.replace("_", " ").capitalize()) for kind in EditKind]
CALENDARS = [(each.value, each.name.replace("_", " ").capitalize()) for each in CalendarSystem]


class GroupRow(ScopedModel):
    """The settings of a group. A group without a row has the defaults."""

    group_id = models.CharField(max_length=255)
    settings = models.JSONField(default=dict)
    families = models.JSONField(default=list)
    """Relation families that extend the defaults, or replace the default of the same name."""

    class Meta:
        db_table = "memory_group"
        constraints = (
            models.UniqueConstraint(fields=("tenant", "group_id"), name="one_row_per_group"),
        )

    def __str__(self) -> str:
        return self.group_id


class Delivery(ScopedModel):
    """An `Idempotency-Key` that was used: repeating the request queues nothing."""

    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64, blank=True, default="")
    """A digest of the request, to tell a repetition from another request with the same key."""
    group_id = models.TextField(blank=True, default="")
    """The group of the request: what is deleted there may be sent again."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "key"), name="one_delivery_per_key"),
        )


class InboxMessage(ScopedModel):
    """An accepted message and its state. Its job decides when it is read."""

    group_id = models.TextField()
    content = models.TextField()
    role_type = models.CharField(max_length=16)
    role = models.TextField(blank=True, default="")
    name = models.TextField(blank=True, default="")
    episode_uuid = models.TextField(blank=True, default="")
    """As sent. The job fails if it is not a uuid, or names no episode of the group."""
    source_description = models.TextField(blank=True, default="")
    valid_at = models.DateTimeField()
    offset_minutes = models.SmallIntegerField(default=0)
    """The sender's offset from UTC: "yesterday" at 02:00 in Kathmandu is another day in UTC."""
    state = models.CharField(max_length=16, choices=STATES, default=MessageState.QUEUED.value)
    attempts = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    job_id = models.UUIDField(null=True)
    position = models.BigIntegerField(default=0)
    """Its position in the request that delivered it."""
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=("tenant",), name="inbox_waiting", condition=models.Q(state="queued")
            ),
            models.Index(fields=("tenant", "group_id", "created_at"), name="inbox_of_group"),
            models.Index(fields=("tenant", "created_at"), name="inbox_of_day"),
        )


class EntityRow(ScopedModel):
    """A node of a group's graph."""

    group_id = models.CharField(max_length=255)
    name = models.TextField()
    type = models.CharField(max_length=100)
    summary = models.TextField(blank=True)
    attributes = models.JSONField()
    by_hand = models.BooleanField()
    """A person added it, so it stays when the episodes that mention it are deleted."""
    is_placeholder = models.BooleanField(default=False)
    """Known by a description alone, such as "Nisha's husband", until a message gives the name."""
    is_name_by_hand = models.BooleanField(default=False)
    """A person chose the name, so no message changes it."""
    created_at = models.DateTimeField()

    class Meta:
        db_table = "memory_entity"
        indexes = (models.Index(fields=("tenant", "group_id", "created_at"), name="entity_newest"),)


class EntityKey(ScopedModel):
    """A short string that different spellings of an entity's name share, used to look names up.

    Only one index leads to a key, so a query plan based on old statistics cannot scan all keys.
    """

    tenant = models.ForeignKey(
        "tenancy.Tenant", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    group_id = models.CharField(max_length=255)
    key = models.CharField(max_length=120)
    entity = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+")

    class Meta:
        indexes = (
            models.Index(fields=("key", "tenant", "group_id", "entity"), name="entity_by_key"),
        )


class EpisodeRow(ScopedModel):
    """A stored message: the source of facts."""

    group_id = models.CharField(max_length=255)
    name = models.TextField(blank=True)
    content = models.TextField(blank=True)
    """Empty if the group does not store raw content."""
    source = models.CharField(max_length=16)
    source_description = models.TextField(blank=True)
    valid_at = models.DateTimeField()
    offset_minutes = models.SmallIntegerField()
    created_at = models.DateTimeField()
    follows_id = models.UUIDField(null=True)
    """The episode before it. Search also indexes the two together."""
    fact_ids = ArrayField(models.UUIDField())
    """The facts it states, new or already known."""
    engine = models.CharField(max_length=100, blank=True)
    """What read it: a model's name, `offline`, or empty if reading failed."""

    class Meta:
        db_table = "memory_episode"
        indexes = (
            models.Index(
                fields=("tenant", "group_id", "source", "-valid_at", "-created_at"),
                name="episode_newest",
            ),
        )


class MentionRow(ScopedModel):
    """An entity named in an episode, under the name used there."""

    episode = models.ForeignKey(EpisodeRow, on_delete=models.CASCADE, related_name="+")
    entity = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+")
    name = models.TextField()
    learnt = models.JSONField()
    """The attributes that the episode states of the entity."""
    created_at = models.DateTimeField()

    class Meta:
        db_table = "memory_mention"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "episode", "entity"), name="one_mention_per_episode"
            ),
        )


class FactRow(ScopedModel):
    """A bi-temporal fact: when it held in the world, and when we knew it."""

    tenant = models.ForeignKey(
        "tenancy.Tenant", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    group_id = models.CharField(max_length=255)
    subject = models.ForeignKey(
        EntityRow, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    relation = models.CharField(max_length=100)
    family = models.CharField(max_length=100)
    object = models.ForeignKey(
        EntityRow, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    text = models.TextField()
    confidence = models.FloatField()
    valid_at = models.DateTimeField(null=True)
    invalid_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    expired_at = models.DateTimeField(null=True)
    asserted_at = models.DateTimeField(null=True)
    """When it was said. A beginning that is unknown lies before this."""
    offset_minutes = models.SmallIntegerField(default=0)
    """The offset from UTC of whoever said it, in which its days are shown."""
    calendar = models.CharField(
        max_length=2, choices=CALENDARS, default=CalendarSystem.GREGORIAN.value
    )
    start_grain = models.CharField(max_length=8, choices=GRAINS, default=Grain.UNKNOWN.value)
    """How exactly `valid_at` is known; if unknown, it is only the latest possible beginning."""
    end_grain = models.CharField(max_length=8, choices=GRAINS, default=Grain.UNKNOWN.value)
    claimant = models.ForeignKey(
        EntityRow, on_delete=models.CASCADE, related_name="+", null=True, db_index=False
    )
    """Whose claim it is. None for a plain fact; deleting the claimant deletes the claim."""

    class Meta:
        db_table = "memory_fact"
        indexes = (
            models.Index(fields=("subject", "family", "invalid_at"), name="fact_by_subject"),
            models.Index(fields=("object", "family", "invalid_at"), name="fact_by_object"),
            models.Index("tenant", "group_id", F("created_at").desc(), name="fact_newest"),
            models.Index(
                fields=("tenant", "group_id", "family"),
                name="fact_open_family",
                condition=models.Q(invalid_at__isnull=True),
            ),
            models.Index(
                fields=("claimant",),
                name="fact_by_claimant",
                condition=models.Q(claimant__isnull=False),
            ),
        )


class FactSource(ScopedModel):
    """An episode that states a fact, with the words that state it."""

    fact = models.ForeignKey(FactRow, on_delete=models.CASCADE, related_name="+")
    episode = models.ForeignKey(EpisodeRow, on_delete=models.CASCADE, related_name="+")
    quote = models.TextField(blank=True)
    start = models.IntegerField(null=True)
    end = models.IntegerField(null=True)
    """Code point offsets in the episode's content; None if the words were not found there."""
    alignment = models.CharField(max_length=16)

    class Meta:
        db_table = "memory_fact_source"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "fact", "episode"), name="one_source_per_episode"
            ),
        )


class FactClosing(ScopedModel):
    """Why a fact was closed, with its previous times, so that the closing can be undone."""

    fact = models.ForeignKey(FactRow, on_delete=models.CASCADE, related_name="+")
    by_id = models.UUIDField(null=True)
    """The fact that ended it; None if a message states the end itself."""
    episode_id = models.UUIDField(null=True)
    """The episode that ended it; None if the fact was stored already closed by a known fact."""
    at = models.DateTimeField()
    reason = models.CharField(max_length=30)
    was_valid_at = models.DateTimeField(null=True)
    """The latest possible beginning, if the end moved it; None if the beginning stayed."""
    was_invalid_at = models.DateTimeField(null=True)
    was_expired_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "memory_fact_closing"
        indexes = (
            models.Index(fields=("tenant", "by_id"), name="closing_by_fact"),
            models.Index(fields=("tenant", "episode_id"), name="closing_by_episode"),
        )


class Duplicate(ScopedModel):
    """Another name that was merged into an entity, and why. The merge can be undone."""

    group_id = models.CharField(max_length=255)
    entity = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+")
    name = models.TextField()
    how = models.CharField(max_length=30)
    score = models.FloatField()
    episode_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by_id = models.UUIDField(null=True)
    """The person who confirmed it; None for an API key without a person."""
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("tenant", "group_id", "created_at"), name="duplicate_of"),)


class Distinction(ScopedModel):
    """Two entities that a message says are not the same, so that they are never merged."""

    group_id = models.CharField(max_length=255)
    entity = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+")
    episode_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "entity", "other"), name="one_distinction_per_pair"
            ),
        )


class GraphEdit(ScopedModel):
    """A change of the graph by a person: who, why, what it was before, and whether it was undone.

    It is erased with the fact or the entity that it changed.
    """

    group_id = models.CharField(max_length=255)
    kind = models.CharField(max_length=30, choices=EDIT_KINDS)
    actor_id = models.UUIDField(null=True)
    """The person; None for an API key without a person."""
    reason = models.TextField(blank=True)
    fact = models.ForeignKey(FactRow, on_delete=models.CASCADE, related_name="+", null=True)
    entity = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+", null=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    moved = models.JSONField(default=dict)
    """The ids of the rows that moved or closed with it, which undoing it moves back."""
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_by_id = models.UUIDField(null=True)

    class Meta:
        db_table = "memory_graph_edit"
        indexes = (
            models.Index(fields=("tenant", "group_id", "-created_at"), name="graph_edit_newest"),
        )


class Community(ScopedModel):
    """Entities of a group that belong together, with a name and a summary."""

    group_id = models.CharField(max_length=255)
    name = models.TextField(blank=True)
    summary = models.TextField(blank=True)
    engine = models.CharField(max_length=100, blank=True)
    """What summarised it: a model's name, `offline`, or empty before the first summary."""
    is_told = models.BooleanField(default=False)
    """False if its members or their facts changed since it was last summarised."""
    created_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "group_id", "created_at"), name="community_of_group"),
            models.Index(
                fields=("tenant", "group_id"),
                name="community_untold",
                condition=models.Q(is_told=False),
            ),
        )


class CommunityMember(ScopedModel):
    """The link from an entity to its only community."""

    group_id = models.CharField(max_length=255)
    community = models.ForeignKey(Community, on_delete=models.CASCADE, related_name="+")
    entity = models.ForeignKey(EntityRow, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "entity"), name="one_community_per_entity"),
        )
        indexes = (models.Index(fields=("tenant", "group_id"), name="member_of_group"),)


class CommunityDue(ScopedModel):
    """An entity that a message mentioned and whose community has not been updated since.

    The row is written in the transaction that saves the message and deleted in the one that
    updates the community, so a crash loses no update.
    """

    group_id = models.CharField(max_length=255)
    entity_id = models.UUIDField()

    class Meta:
        indexes = (models.Index(fields=("tenant", "group_id"), name="due_of_group"),)


class UnindexedItem(ScopedModel):
    """An item that is not in the search index yet, with its vector.

    The row is written in the transaction that saves the item and deleted in the one that indexes
    it. Many messages are indexed at once, and a crash loses none.
    """

    space = models.CharField(max_length=60)
    item_id = models.UUIDField()
    group_id = models.CharField(max_length=255)
    model = models.CharField(max_length=200, blank=True)
    vector = HalfVectorField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "memory_unindexed"
        indexes = (
            models.Index(fields=("tenant", "created_at"), name="unindexed_oldest"),
            models.Index(fields=("tenant", "item_id"), name="unindexed_item"),
        )
