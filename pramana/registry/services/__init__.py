from pramana.registry.services.records import (
    create_record,
    delete_record,
    replace_record,
    restore_version,
    update_record,
)
from pramana.registry.services.relationships import link, unlink

__all__ = [
    "create_record",
    "delete_record",
    "link",
    "replace_record",
    "restore_version",
    "unlink",
    "update_record",
]
