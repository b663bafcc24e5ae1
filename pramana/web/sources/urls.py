"""Addresses of the pages of followed sources."""

from django.urls import path

from pramana.web.sources.views import (
    add_followed,
    carry_deletions_over,
    change_followed,
    remove_followed,
    show_followed,
    show_followed_source,
    sync_followed,
)

urlpatterns = [
    path("library/followed", show_followed, name="library-followed"),
    path("library/followed/add", add_followed, name="library-followed-add"),
    path("library/followed/<uuid:source_id>", show_followed_source, name="library-followed-one"),
    path(
        "library/followed/<uuid:source_id>/change", change_followed, name="library-followed-change"
    ),
    path("library/followed/<uuid:source_id>/sync", sync_followed, name="library-followed-sync"),
    path(
        "library/followed/<uuid:source_id>/confirm",
        carry_deletions_over,
        name="library-followed-confirm",
    ),
    path(
        "library/followed/<uuid:source_id>/remove", remove_followed, name="library-followed-remove"
    ),
]
