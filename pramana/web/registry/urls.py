"""Addresses of the registry."""

from django.urls import path

from pramana.web.registry.edit import create_record, edit_record
from pramana.web.registry.merges import (
    merge_record,
    separate_records,
    show_duplicates,
    unmerge_record,
)
from pramana.web.registry.threads import link_memory_entity, remove_link, show_threads
from pramana.web.registry.views import (
    add_relation,
    remove_record,
    remove_relation,
    restore_record_version,
    show_record,
    show_registry,
    show_version,
)
from pramana.web.registry.working_sets import (
    bookmark_record,
    delete_registry_view,
    edit_selection,
    import_registry_file,
    save_registry_view,
)

urlpatterns = [
    path("registry/import", import_registry_file, name="registry-import"),
    path("registry/views", save_registry_view, name="registry-save-view"),
    path("registry/views/<uuid:view_id>/delete", delete_registry_view, name="registry-drop-view"),
    path("registry/edit", edit_selection, name="registry-edit-selection"),
    path("registry/<uuid:record_id>/bookmark", bookmark_record, name="registry-bookmark"),
    path("registry", show_registry, name="registry"),
    path("registry/new", create_record, name="registry-new"),
    path("registry/duplicates", show_duplicates, name="registry-duplicates"),
    path("registry/<uuid:record_id>/merge", merge_record, name="registry-merge"),
    path("registry/<uuid:record_id>/separate", separate_records, name="registry-separate"),
    path("registry/<uuid:record_id>/unmerge", unmerge_record, name="registry-unmerge"),
    path("registry/<uuid:record_id>", show_record, name="registry-record"),
    path("registry/<uuid:record_id>/threads", show_threads, name="registry-threads"),
    path("registry/<uuid:record_id>/link", link_memory_entity, name="registry-link"),
    path(
        "registry/<uuid:record_id>/links/<uuid:link_id>/part",
        remove_link,
        name="registry-unlink",
    ),
    path("registry/<uuid:record_id>/edit", edit_record, name="registry-edit"),
    path("registry/<uuid:record_id>/delete", remove_record, name="registry-delete"),
    path("registry/<uuid:record_id>/relate", add_relation, name="registry-relate"),
    path(
        "registry/<uuid:record_id>/relations/<uuid:relationship_id>/remove",
        remove_relation,
        name="registry-unrelate",
    ),
    path(
        "registry/<uuid:record_id>/versions/<int:number>",
        show_version,
        name="registry-version",
    ),
    path(
        "registry/<uuid:record_id>/versions/<int:number>/restore",
        restore_record_version,
        name="registry-restore",
    ),
]
