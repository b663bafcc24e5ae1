"""Tables of one tenant each. A query that does not name its scope raises an error."""

from __future__ import annotations

from typing import Any, Self, TypeVar
from uuid import UUID, uuid4

from django.db import models

from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope

Row = TypeVar("Row", bound=models.Model, covariant=True)


class ScopedQuerySet(models.QuerySet[Row]):
    """Raises `ContextError` unless `in_scope` or `unscoped` was called first."""

    _scoped = False

    def in_scope(self, scope: Scope) -> Self:
        """The rows of this tenant."""
        return self._opened().filter(tenant_id=scope.tenant_id)

    def unscoped(self, reason: str) -> Self:
        """The rows of every tenant, for sweeps, start-up and operators. State the reason."""
        if not reason:
            raise ContextError("Reading across tenants needs a reason.")
        return self._opened()

    def _opened(self) -> Self:
        opened = self.all()
        opened._scoped = True
        return opened

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]  # Django's own hook, not in the stubs
        clone._scoped = self._scoped
        return clone

    def _require_scope(self) -> None:
        if not self._scoped:
            raise ContextError(f"{self.model.__name__} was queried without in_scope(scope).")

    def _fetch_all(self) -> None:
        if self._result_cache is None:
            self._require_scope()
        super()._fetch_all()

    def iterator(self, *args: Any, **kwargs: Any) -> Any:
        self._require_scope()
        return super().iterator(*args, **kwargs)

    def explain(self, *args: Any, **kwargs: Any) -> str:
        self._require_scope()
        return super().explain(*args, **kwargs)

    def count(self) -> int:
        self._require_scope()
        return super().count()

    def exists(self) -> bool:
        self._require_scope()
        return super().exists()

    def aggregate(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        self._require_scope()
        return super().aggregate(*args, **kwargs)

    def update(self, **kwargs: Any) -> int:
        self._require_scope()
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        self._require_scope()
        return super().delete()


class ScopedManager(models.Manager[Row]):
    """The manager of scoped tables. Django follows foreign keys with `_base_manager` instead."""

    def get_queryset(self) -> ScopedQuerySet[Row]:
        return ScopedQuerySet(self.model, using=self._db)

    def in_scope(self, scope: Scope) -> ScopedQuerySet[Row]:
        return self.get_queryset().in_scope(scope)

    def unscoped(self, reason: str) -> ScopedQuerySet[Row]:
        return self.get_queryset().unscoped(reason)


class ScopedModel(models.Model):
    """A row of one tenant. Unique constraints include the tenant."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    tenant = models.ForeignKey("tenancy.Tenant", on_delete=models.CASCADE, related_name="+")

    objects = ScopedManager[Self]()

    class Meta:
        abstract = True

    tenant_id: UUID
