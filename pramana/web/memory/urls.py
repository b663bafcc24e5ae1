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
from pramana.web.memory.edits import (
    add_one_fact,
    confirm_one_fact,
    correct_one_fact,
    merge_one_entity,
    refuse_chosen_facts,
    refuse_one_fact,
    rename_one_entity,
    split_one_entity,
    undo_one_edit,
)
from pramana.web.memory.settings import save_settings
from pramana.web.memory.transfer import export_group, import_file
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
    path("memory/<slug:group_id>/export", export_group, name="memory-export"),
    path("memory/<slug:group_id>/import", import_file, name="memory-import"),
    path("memory/<slug:group_id>/communities", build_communities, name="memory-communities"),
    path(
        "memory/messages/<uuid:message_id>/retry", retry_failed_message, name="memory-message-retry"
    ),
    path("memory/facts/<uuid:fact_id>/reopen", reopen_fact, name="memory-fact-reopen"),
    path("memory/facts/<uuid:fact_id>/delete", remove_fact, name="memory-fact-delete"),
    path("memory/<slug:group_id>/facts/add", add_one_fact, name="memory-fact-add"),
    path("memory/<slug:group_id>/facts/refuse", refuse_chosen_facts, name="memory-facts-refuse"),
    path("memory/facts/<uuid:fact_id>/correct", correct_one_fact, name="memory-fact-correct"),
    path("memory/facts/<uuid:fact_id>/confirm", confirm_one_fact, name="memory-fact-confirm"),
    path("memory/facts/<uuid:fact_id>/refuse", refuse_one_fact, name="memory-fact-refuse"),
    path("memory/edits/<uuid:edit_id>/undo", undo_one_edit, name="memory-edit-undo"),
    path("memory/entities/<uuid:entity_id>/rename", rename_one_entity, name="memory-entity-rename"),
    path("memory/entities/<uuid:entity_id>/merge", merge_one_entity, name="memory-entity-merge"),
    path("memory/entities/<uuid:entity_id>/split", split_one_entity, name="memory-entity-split"),
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
