"""The variable `here`, with which templates ask about the current page."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from pramana.jobs.selectors import active_job_count
from pramana.tenancy.contracts import Principal, Role, TenantView
from pramana.tenancy.selectors import CaseName, case_names, tenants_of
from pramana.web.access import current_case
from pramana.web.navigation import (
    GLOBAL_SHORTCUTS,
    PHONE_ENTRIES,
    Command,
    RailEntry,
    Shortcut,
    commands,
    rail_entries,
)
from pramana.web.wording import script_strings

THEMES = ("system", "light", "dark")
THEME_COOKIE = "pramana_theme"
RAIL_COOKIE = "pramana_rail"
MOST_CASES = 12
"""Cases in the top bar; the cases page has the rest."""


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Add a single variable, so that the admin's templates are not affected. All of it is lazy."""
    return {"here": PageInfo(request)}


class PageInfo:
    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def principal(self) -> Principal | None:
        return getattr(self._request, "principal", None)

    @property
    def theme(self) -> str:
        """From a cookie, so that the first paint has the right colours."""
        chosen = self._request.COOKIES.get(THEME_COOKIE, "")
        return chosen if chosen in THEMES else THEMES[0]

    @property
    def rail(self) -> str:
        return "narrow" if self._request.COOKIES.get(RAIL_COOKIE) == "narrow" else "wide"

    @property
    def languages(self) -> list[tuple[str, str]]:
        return list(settings.LANGUAGES)

    @property
    def strings(self) -> dict[str, str]:
        return script_strings()

    @property
    def can_change(self) -> bool:
        """Whether this person may add, correct and retry."""
        return self.principal is not None and self.principal.role.includes(Role.REVIEWER)

    @property
    def is_admin(self) -> bool:
        return self.principal is not None and self.principal.role is Role.ADMIN

    @property
    def is_signed_in(self) -> bool:
        """False in open mode, where nobody is signed in."""
        return bool(self._request.user.is_authenticated)

    @cached_property
    def entries(self) -> list[tuple[RailEntry, bool]]:
        """The entries of the rail, each with whether it is the current one."""
        match = self._request.resolver_match
        here = (match.url_name or "") if match else ""
        role = self.principal.role if self.principal else Role.VIEWER
        return [(entry, entry.covers(here)) for entry in rail_entries(role)]

    @property
    def commands(self) -> list[Command]:
        """The actions of the command palette."""
        return commands(self.principal.role) if self.principal else []

    @property
    def phone_entries(self) -> int:
        return PHONE_ENTRIES

    @property
    def more_entries(self) -> list[tuple[RailEntry, bool]]:
        """The entries behind "More" on a phone."""
        return self.entries[PHONE_ENTRIES:]

    @property
    def is_in_more(self) -> bool:
        return any(is_here for _entry, is_here in self.more_entries)

    @cached_property
    def tenants(self) -> list[TenantView]:
        principal = self.principal
        if principal is None or principal.scope.actor_id is None:
            return []
        return tenants_of(principal.scope.actor_id)

    @cached_property
    def case(self) -> CaseName | None:
        """The current case."""
        principal = self.principal
        return current_case(self._request, principal.scope) if principal else None

    @cached_property
    def cases(self) -> list[CaseName]:
        """Cases for the top bar: the newest, and always the current one."""
        if self.principal is None:
            return []
        newest = case_names(self.principal.scope, limit=MOST_CASES)
        chosen = self.case
        return [chosen, *newest] if chosen and chosen not in newest else newest

    @cached_property
    def running(self) -> int:
        """How many jobs run or wait, so that the first paint says what the page lists."""
        return active_job_count(self.principal.scope) if self.principal else 0

    @property
    def keys(self) -> tuple[Shortcut, ...]:
        return GLOBAL_SHORTCUTS

    @property
    def search(self) -> str:
        """The text in the search box. On other pages `q` has another meaning."""
        match = self._request.resolver_match
        is_here = match is not None and match.url_name == "search"
        return self._request.GET.get("q", "")[:500] if is_here else ""
