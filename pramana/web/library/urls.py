"""Addresses of the library and the reader."""

from django.urls import path

from pramana.web.library.derived import show_correction
from pramana.web.library.details import (
    add_property,
    add_view,
    remove_property,
    remove_view,
    save_details,
)
from pramana.web.library.reader import show_document, show_marks, show_panel, show_window
from pramana.web.library.selected import (
    ask_selected,
    export_selected,
    move_selected,
    start_extractions,
    start_stack,
    tag_selected,
    trash_selected,
)
from pramana.web.library.sources import (
    add_web_source,
    fetch_source_again,
    remove_source,
    show_sources,
)
from pramana.web.library.trash import (
    erase_document,
    erase_trash,
    restore_document,
    show_trash,
    trash_document,
)
from pramana.web.library.views import (
    add_collection,
    edit_collection_name,
    remove_collection,
    retry_reading,
    show_library,
)

urlpatterns = [
    path("library", show_library, name="library"),
    path("library/move", move_selected, name="library-move"),
    path("library/tag", tag_selected, name="library-tag"),
    path("library/trash-selected", trash_selected, name="library-trash-many"),
    path("library/export", export_selected, name="library-export"),
    path("library/extract", start_extractions, name="library-extract"),
    path("library/ask", ask_selected, name="library-ask"),
    path("library/stack", start_stack, name="library-stack"),
    path("library/trash", show_trash, name="library-trash"),
    path("library/trash/empty", erase_trash, name="library-trash-empty"),
    path("library/properties", add_property, name="library-property-add"),
    path(
        "library/properties/<uuid:property_id>/delete",
        remove_property,
        name="library-property-delete",
    ),
    path("library/views", add_view, name="library-view-add"),
    path("library/views/<uuid:view_id>/delete", remove_view, name="library-view-delete"),
    path("library/collections", add_collection, name="library-collections"),
    path(
        "library/collections/<uuid:collection_id>/rename",
        edit_collection_name,
        name="library-collection-rename",
    ),
    path(
        "library/collections/<uuid:collection_id>/delete",
        remove_collection,
        name="library-collection-delete",
    ),
    path("library/sources", show_sources, name="library-sources"),
    path("library/sources/add", add_web_source, name="library-source-add"),
    path("library/sources/<uuid:source_id>/fetch", fetch_source_again, name="library-source-fetch"),
    path("library/sources/<uuid:source_id>/remove", remove_source, name="library-source-remove"),
    path("documents/<uuid:document_id>", show_document, name="library-document"),
    path("documents/<uuid:document_id>/window", show_window, name="library-window"),
    path("documents/<uuid:document_id>/marks", show_marks, name="library-marks"),
    path(
        "documents/<uuid:document_id>/panel/<slug:panel>",
        show_panel,
        name="library-panel",
    ),
    path("documents/<uuid:document_id>/correct", show_correction, name="library-correct"),
    path("documents/<uuid:document_id>/retry", retry_reading, name="library-retry"),
    path("documents/<uuid:document_id>/details", save_details, name="library-details"),
    path("documents/<uuid:document_id>/trash", trash_document, name="library-delete"),
    path("documents/<uuid:document_id>/restore", restore_document, name="library-restore"),
    path("documents/<uuid:document_id>/erase", erase_document, name="library-erase"),
]
