"""Make sure that pgvector is there, before any table that uses it."""

from django.core.management.base import CommandError
from django.db import DatabaseError, migrations

MISSING = (
    "This database has no pgvector, and Pramana may not add it ({reason}). "
    "Install pgvector on the database server, then run in this database, as a superuser: "
    "CREATE EXTENSION vector;"
)


def create_vector(apps, schema_editor):
    """An extension that is already there needs no rights, so an administrator may prepare it."""
    try:
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except DatabaseError as error:
        reason = str(error).strip().splitlines()[0].rstrip(".")
        raise CommandError(MISSING.format(reason=reason)) from error


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        # Undoing leaves the extension: others may use it, and columns rest on it.
        migrations.RunPython(create_vector, migrations.RunPython.noop),
    ]
