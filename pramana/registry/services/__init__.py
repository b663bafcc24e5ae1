from pramana.registry.services.merges import keep_separate, merge_records, undo_merge
from pramana.registry.services.records import (
    create_record,
    delete_record,
    replace_record,
    restore_version,
    update_record,
)
from pramana.registry.services.relationships import add_relationship, remove_relationship
from pramana.registry.services.working_sets import (
    delete_view,
    edit_records,
    save_view,
    set_bookmark,
)

__all__ = [
    "add_relationship",
    "create_record",
    "delete_record",
    "delete_view",
    "edit_records",
    "keep_separate",
    "merge_records",
    "remove_relationship",
    "replace_record",
    "restore_version",
    "save_view",
    "set_bookmark",
    "undo_merge",
    "update_record",
]
