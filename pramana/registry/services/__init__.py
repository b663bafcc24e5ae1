from pramana.registry.services.merges import keep_separate, merge_records, undo_merge
from pramana.registry.services.records import (
    create_record,
    delete_record,
    replace_record,
    restore_version,
    update_record,
)
from pramana.registry.services.relationships import add_relationship, remove_relationship

__all__ = [
    "add_relationship",
    "create_record",
    "delete_record",
    "keep_separate",
    "merge_records",
    "remove_relationship",
    "replace_record",
    "restore_version",
    "undo_merge",
    "update_record",
]
