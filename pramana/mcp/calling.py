"""Adapt a tool to the protocol: find the caller by their key, and turn errors into messages."""

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

from pramana.jobs.streams import NO_DATABASE
from pramana.kit.errors import AppError, Forbidden
from pramana.observability.context import bind_ids
from pramana.postgres.loans import releases_connections
from pramana.tenancy.contracts import KeyKind, Principal, Role

CANNOT_BE_STORED = "A text contains a character that cannot be stored, such as NUL. Remove it."
CallerLookup = Callable[[Context[Any, Any]], Awaitable[Principal]]
"""Finds the caller from what the transport knows."""


READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDITIVE = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
ADDITIVE_OPEN_WORLD = ADDITIVE.model_copy(update={"open_world_hint": True})


@dataclass(frozen=True)
class OfferedTool:
    """A tool with its title for people, its hints for the agent, and the role its caller needs."""

    function: Callable[..., Any]
    title: str
    hints: ToolAnnotations
    role: Role = Role.VIEWER

    def tool(self, find_caller: CallerLookup) -> Callable[..., Awaitable[Any]]:
        """The function without its first argument, the caller, whom `find_caller` finds."""

        async def call(context: Context[Any, Any], **arguments: Any) -> Any:
            try:
                return await self._call(await find_caller(context), arguments)
            except AppError as error:
                raise ToolError(error_text(error)) from error
            except (OperationalError, InterfaceError) as error:
                raise ToolError(NO_DATABASE) from error
            except DataError as error:
                raise ToolError(CANNOT_BE_STORED) from error

        return _with_signature(call, self.function)

    async def _call(self, caller: Principal, arguments: dict[str, Any]) -> Any:
        check_role(caller, self.role)
        bind_ids(tenant_id=caller.scope.tenant_id, key_id=caller.key_id)
        if asyncio.iscoroutinefunction(self.function):
            return await self.function(caller, **arguments)
        return await run_in_thread(self.function, caller, **arguments)


def check_role(caller: Principal, role: Role) -> None:
    """Apply the same rule as every operation of the APIs."""
    if caller.key_kind is KeyKind.PUBLISHABLE:
        raise Forbidden("A publishable key can only be used for chat.")
    if not caller.role.includes(role):
        raise Forbidden(f"This needs the role {role}; yours is {caller.role}.")


async def run_in_thread(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a blocking function in a thread and release its database connection."""
    async with ThreadSensitiveContext():
        return await sync_to_async(releases_connections(function))(*args, **kwargs)


def _with_signature(
    call: Callable[..., Any], function: Callable[..., Any]
) -> Callable[..., Awaitable[Any]]:
    """Give `call` the name, docstring and parameters that the protocol's schema shows."""
    signature = inspect.signature(function, eval_str=True)
    _, *parameters = signature.parameters.values()
    context = inspect.Parameter(
        "context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Context
    )
    call.__name__, call.__doc__ = function.__name__, inspect.getdoc(function)
    call.__annotations__ = {each.name: each.annotation for each in (context, *parameters)}
    call.__annotations__["return"] = signature.return_annotation
    call.__signature__ = signature.replace(parameters=[context, *parameters])  # type: ignore[attr-defined]  # read by inspect
    return call


def error_text(error: AppError) -> str:
    """An error in one line, with its code and when to try again."""
    wait = f" Try again in {error.retry_after} seconds." if error.retry_after else ""
    return f"{error.code}: {error.message}{wait}"
