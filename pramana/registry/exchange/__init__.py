"""Records in and out of files, a few at a time whatever the size of the file."""

from pramana.registry.exchange.exporting import export_records
from pramana.registry.exchange.formats import Format, format_of
from pramana.registry.exchange.importing import import_records
from pramana.registry.exchange.seeding import seed_nepal

__all__ = ["Format", "export_records", "format_of", "import_records", "seed_nepal"]
