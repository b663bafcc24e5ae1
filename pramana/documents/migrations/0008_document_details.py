"""Names, tags, properties and notes of documents, their trash, and saved views of the library.

The lists leave out what is in the trash, so their indexes do too.
"""

import uuid

import django.db.models.deletion
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models

KEPT = models.Q(trashed_at__isnull=True)
LISTS = {
    "document_newest": ("document_newest_kept", ("tenant", "-created_at", "-id")),
    "document_by_title": ("document_by_title_kept", ("tenant", "title", "id")),
    "document_in_collection": (
        "document_collection_kept",
        ("tenant", "collection", "-created_at", "-id"),
    ),
    "document_in_state": ("document_state_kept", ("tenant", "status", "-created_at", "-id")),
    "document_facets": ("document_facets_kept", ("tenant", "status", "kind", "language")),
}


def scoped_table(name, unique, *fields):
    key = models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)
    tenant = models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tenancy.tenant"
    )
    constraint = models.UniqueConstraint(fields=("tenant", "name"), name=unique)
    return migrations.CreateModel(
        name=name,
        fields=[
            ("id", key),
            *fields,
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("tenant", tenant),
        ],
        options={"ordering": ("name",), "constraints": [constraint]},
    )


class Migration(migrations.Migration):
    dependencies = [("documents", "0007_container"), ("tenancy", "0001_initial")]
    operations = [
        migrations.AddField("document", "is_renamed", models.BooleanField(default=False)),
        migrations.AddField(
            "document", "tags", ArrayField(models.CharField(max_length=60), default=list)
        ),
        migrations.AddField("document", "properties", models.JSONField(default=dict)),
        migrations.AddField("document", "notes", models.TextField(default="")),
        migrations.AddField("document", "trashed_at", models.DateTimeField(null=True)),
        migrations.AddField("document", "trashed_by_id", models.UUIDField(null=True)),
        *[migrations.RemoveIndex("document", before) for before in LISTS],
        *[
            migrations.AddIndex("document", models.Index(fields=fields, name=name, condition=KEPT))
            for name, fields in LISTS.values()
        ],
        migrations.AddIndex(
            "document",
            models.Index(
                fields=("tenant", "-trashed_at", "-id"),
                name="document_in_trash",
                condition=models.Q(trashed_at__isnull=False),
            ),
        ),
        migrations.AddIndex(
            "document", GinIndex(fields=("tags",), name="document_tags", condition=KEPT)
        ),
        migrations.AddIndex(
            "document",
            GinIndex(
                fields=("properties",),
                name="document_properties",
                opclasses=("jsonb_path_ops",),
                condition=KEPT,
            ),
        ),
        migrations.AddIndex(
            "document",
            models.Index(
                fields=("tenant", "id"),
                name="document_with_tags",
                condition=KEPT & ~models.Q(tags=[]),
            ),
        ),
        scoped_table(
            "PropertyDefinition",
            "one_property_per_name",
            ("name", models.CharField(max_length=60)),
            (
                "kind",
                models.CharField(
                    choices=[(kind, kind) for kind in ("text", "number", "date", "boolean")],
                    max_length=16,
                ),
            ),
        ),
        scoped_table(
            "SavedView",
            "one_saved_view_per_name",
            ("name", models.CharField(max_length=100)),
            ("query", models.CharField(max_length=2000)),
            ("created_by_id", models.UUIDField(null=True)),
        ),
    ]
