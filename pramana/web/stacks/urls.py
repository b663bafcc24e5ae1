"""Addresses of stacks."""

from django.urls import path

from pramana.web.stacks.changes import (
    add_template_columns,
    edit_stack,
    remove_from_stack,
    remove_stack,
    show_stack_documents,
)
from pramana.web.stacks.new import show_choices, show_new_stack
from pramana.web.stacks.views import show_cell, show_grid, show_stack, show_stacks

urlpatterns = [
    path("stacks", show_stacks, name="stacks"),
    path("stacks/new", show_new_stack, name="stacks-new"),
    path("stacks/choose", show_choices, name="stacks-choose"),
    path("stacks/<uuid:stack_id>", show_stack, name="stacks-stack"),
    path("stacks/<uuid:stack_id>/documents", show_stack_documents, name="stacks-papers"),
    path(
        "stacks/<uuid:stack_id>/documents/<uuid:document_id>/remove",
        remove_from_stack,
        name="stacks-take-out",
    ),
    path("stacks/<uuid:stack_id>/change", edit_stack, name="stacks-change"),
    path("stacks/<uuid:stack_id>/delete", remove_stack, name="stacks-delete"),
    path(
        "stacks/<uuid:stack_id>/tables/<uuid:table_id>/columns",
        add_template_columns,
        name="stacks-template-columns",
    ),
    path(
        "stacks/<uuid:stack_id>/tables/<uuid:table_id>/grid",
        show_grid,
        name="stacks-grid",
    ),
    path(
        "stacks/<uuid:stack_id>/tables/<uuid:table_id>/rows/<uuid:document_id>",
        show_cell,
        name="stacks-cell",
    ),
]
