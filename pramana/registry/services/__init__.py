from pramana.registry.services.curation import (
    delete_view,
    edit_records,
    keep_separate,
    merge_records,
    save_view,
    set_bookmark,
    undo_merge,
)
from pramana.registry.services.records import (
    add_relationship,
    create_record,
    delete_record,
    remove_relationship,
    replace_record,
    restore_version,
    update_record,
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
