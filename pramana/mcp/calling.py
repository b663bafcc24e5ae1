"""A tool as the protocol sees it: the caller comes from their key, failures are sentences."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import DataError, InterfaceError, OperationalError
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from pramana.jobs.streams import NO_DATABASE, releasing
from pramana.kit.errors import AppError, Forbidden
from pramana.observability.context import bind_ids
from pramana.tenancy.contracts import KeyKind, Principal, Role

CANNOT_BE_STORED = "A text holds a character that cannot be stored, such as NUL. Leave it out."
Who = Callable[[Context[Any, Any]], Awaitable[Principal]]
"""Whose call this is, from what the transport knows."""


READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
ADDS_AND_LOOKS_OUTSIDE = ADDS.model_copy(update={"open_world_hint": True})


@dataclass(frozen=True)
class Offer:
    """A tool, what it does to what there is, and what its caller must be."""

    function: Callable[..., Any]
    hints: ToolAnnotations
    role: Role = Role.VIEWER

    def tool(self, who: Who) -> Callable[..., Awaitable[Any]]:
        """The function without its first argument, which is found by `who` at each call."""

        async def call(context: Context[Any, Any], **given: Any) -> Any:
            try:
                return await self._called(await who(context), given)
            except AppError as error:
                raise ToolError(_sentence(error)) from error
            except (OperationalError, InterfaceError) as error:
                raise ToolError(NO_DATABASE) from error
            except DataError as error:
                raise ToolError(CANNOT_BE_STORED) from error

        return _shown(call, self.function)

    async def _called(self, caller: Principal, given: dict[str, Any]) -> Any:
        check(caller, self.role)
        bind_ids(tenant_id=caller.scope.tenant_id, key_id=caller.key_id)
        if asyncio.iscoroutinefunction(self.function):
            return await self.function(caller, **given)
        return await in_thread(self.function, caller, **given)


def check(caller: Principal, role: Role) -> None:
    """The same rule as at every operation of the APIs."""
    if caller.key_kind is KeyKind.PUBLISHABLE:
        raise Forbidden("A publishable key can only be used for chat.")
    if not caller.role.includes(role):
        raise Forbidden(f"This needs the role {role}; yours is {caller.role}.")


async def in_thread(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call it where blocking is allowed, and leave no database connection behind."""
    async with ThreadSensitiveContext():
        return await sync_to_async(releasing(function))(*args, **kwargs)


def _shown(call: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """The name, words and arguments from which the protocol's schema is made."""
    signature = inspect.signature(function, eval_str=True)
    _, *given = signature.parameters.values()
    context = inspect.Parameter(
        "context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Context
    )
    call.__name__, call.__doc__ = function.__name__, inspect.getdoc(function)
    call.__annotations__ = {each.name: each.annotation for each in (context, *given)}
    call.__annotations__["return"] = signature.return_annotation
    call.__signature__ = signature.replace(parameters=[context, *given])  # type: ignore[attr-defined]  # read by inspect
    return call


def _sentence(error: AppError) -> str:
    wait = f" Try again in {error.retry_after} seconds." if error.retry_after else ""
    return f"{error.code}: {error.message}{wait}"
