"""Addresses of the library and the reader."""

from django.urls import path

from pramana.web.library.derived import show_correction
from pramana.web.library.reader import show_document, show_panel, show_window
from pramana.web.library.sources import (
    add_web_source,
    fetch_source_again,
    remove_source,
    show_sources,
)
from pramana.web.library.views import (
    add_collection,
    edit_collection_name,
    move_selected,
    remove_collection,
    remove_document,
    remove_selected,
    retry_reading,
    show_library,
)

urlpatterns = [
    path("library", show_library, name="library"),
    path("library/move", move_selected, name="library-move"),
    path("library/delete", remove_selected, name="library-delete-many"),
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
    path(
        "documents/<uuid:document_id>/panel/<slug:panel>",
        show_panel,
        name="library-panel",
    ),
    path("documents/<uuid:document_id>/correct", show_correction, name="library-correct"),
    path("documents/<uuid:document_id>/retry", retry_reading, name="library-retry"),
    path("documents/<uuid:document_id>/delete", remove_document, name="library-delete"),
]
