"""Addresses of the memory explorer."""

from django.urls import path

from pramana.web.memory.changes import (
    build_communities,
    merge_duplicate,
    post_message,
    remove_fact,
    remove_group,
    reopen_fact,
    retry_failed_message,
    separate_duplicate,
)
from pramana.web.memory.settings import save_settings
from pramana.web.memory.views import show_graph, show_group, show_groups, suggest_entities
from pramana.web.registry.threads import link_entity_record

urlpatterns = [
    path("memory", show_groups, name="memory"),
    path("memory/messages/post", post_message, name="memory-post"),
    path("memory/groups/delete", remove_group, name="memory-delete"),
    path("memory/<slug:group_id>", show_group, name="memory-group"),
    path("memory/<slug:group_id>/graph", show_graph, name="memory-graph"),
    path("memory/<slug:group_id>/find", suggest_entities, name="memory-find"),
    path("memory/<slug:group_id>/settings", save_settings, name="memory-settings"),
    path("memory/<slug:group_id>/communities", build_communities, name="memory-communities"),
    path(
        "memory/messages/<uuid:message_id>/retry", retry_failed_message, name="memory-message-retry"
    ),
    path("memory/facts/<uuid:fact_id>/reopen", reopen_fact, name="memory-fact-reopen"),
    path("memory/facts/<uuid:fact_id>/delete", remove_fact, name="memory-fact-delete"),
    path("memory/entities/<uuid:entity_id>/link", link_entity_record, name="memory-entity-link"),
    path(
        "memory/duplicates/<uuid:duplicate_id>/confirm",
        merge_duplicate,
        name="memory-duplicate-confirm",
    ),
    path(
        "memory/duplicates/<uuid:duplicate_id>/part",
        separate_duplicate,
        name="memory-duplicate-part",
    ),
]
