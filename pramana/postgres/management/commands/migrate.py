"""Django's `migrate`, without making a hundred model classes again after each step.

Every table of ours belongs to a tenant, so Django takes all models for neighbours of the one that a
step changes and builds all their classes anew: 11 of the 12 CPU seconds of a first migration. Yet a
step needs the class of its own model only. Django knows such half-built states: it marks them as
delayed, and builds every class anew before the Python code of a migration sees them.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands.migrate import Command as DjangoCommand
from django.db.migrations.state import ProjectState


@contextmanager
def changed_models_only() -> Iterator[None]:
    """Let a step of a migration build the classes of the models it changes, and no others."""

    def reload_model(state: Any, app_label: str, model_name: str, delay: bool = False) -> None:
        reload_models(state, [(app_label, model_name)])

    def reload_models(state: Any, models: Iterable[tuple[str, str]], delay: bool = True) -> None:
        if "apps" in state.__dict__:  # no class has been built before the first step needs one
            state.is_delayed = True
            state._reload(set(models))

    states: Any = ProjectState
    own = states.reload_model, states.reload_models
    states.reload_model, states.reload_models = reload_model, reload_models
    try:
        yield
    finally:
        states.reload_model, states.reload_models = own


class Command(DjangoCommand):
    def handle(self, *args: Any, **options: Any) -> None:
        with changed_models_only():
            super().handle(*args, **options)
