"""What people navigate by: rail entries, tabs, filters, shortcuts, and `here` in templates."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from pramana.jobs.selectors import active_job_count
from pramana.tenancy.contracts import Principal, Role, TenantView
from pramana.tenancy.selectors import CaseName, case_names, tenants_of
from pramana.web.access import current_case
from pramana.web.params import choice_param, parse_id
from pramana.web.wording import Label, StateLabel, script_strings


@dataclass(frozen=True)
class RailEntry:
    """An entry of the rail. Its pages' URL names begin with `name`; `g` then `key` opens it."""

    name: str
    label: Label
    icon: str
    key: str
    role: Role = Role.VIEWER

    @property
    def url_name(self) -> str:
        return f"web:{self.name}"

    def covers(self, url_name: str) -> bool:
        return url_name.split("-")[0] == self.name


RAIL = (
    RailEntry("home", _("Home"), "home", "h"),
    RailEntry("library", _("Library"), "library", "l"),
    RailEntry("ask", _("Ask"), "ask", "k"),
    RailEntry("review", _("Review"), "review", "r", Role.ADMIN),
    RailEntry("extract", _("Extract"), "extract", "x"),
    RailEntry("stacks", _("Stacks"), "stacks", "t"),
    RailEntry("memory", _("Memory"), "memory", "m"),
    RailEntry("research", _("Research"), "research", "w"),
    RailEntry("registry", _("Registry"), "registry", "n"),
    RailEntry("cases", _("Cases"), "cases", "c"),
    RailEntry("activity", _("Activity"), "activity", "a"),
    RailEntry("settings", _("Settings"), "settings", "s", Role.ADMIN),
)

PHONE_ENTRIES = 4
"""Entries in the bottom bar of a phone; the others are behind "More"."""


def rail_entries(role: Role) -> list[RailEntry]:
    return [entry for entry in RAIL if role.includes(entry.role)]


@dataclass(frozen=True)
class PaletteAction:
    """An action of the command palette. `{document}` in its address is the open document."""

    label: Label
    icon: str
    url_name: str
    query: str = ""
    role: Role = Role.VIEWER

    @property
    def address(self) -> str:
        return reverse(f"web:{self.url_name}") + self.query

    @property
    def needs_document(self) -> bool:
        return "{document}" in self.query


COMMANDS = (
    PaletteAction(_("Ask a question"), "ask", "ask"),
    PaletteAction(_("Ask about this document"), "ask", "ask", "?in={document}"),
    PaletteAction(
        _("Extract fields from this document"),
        "extract",
        "extract-new",
        "?document={document}",
        Role.REVIEWER,
    ),
    PaletteAction(_("Add files"), "upload", "library", "?add=files", Role.REVIEWER),
    PaletteAction(_("Extract fields from a document"), "extract", "extract-new", "", Role.REVIEWER),
    PaletteAction(_("Compare documents in a new stack"), "stacks", "stacks-new", "", Role.REVIEWER),
    PaletteAction(_("Research a question on the web"), "research", "research", "", Role.REVIEWER),
    PaletteAction(_("Add a record to the registry"), "registry", "registry-new", "", Role.REVIEWER),
    PaletteAction(_("Add a web source"), "link", "library-sources", "", Role.REVIEWER),
    PaletteAction(_("Open the trash"), "trash", "library-trash"),
)


def commands(role: Role) -> list[PaletteAction]:
    return [command for command in COMMANDS if role.includes(command.role)]


@dataclass(frozen=True)
class Tab:
    """A tab with its own URL. `value` goes into the query; the empty one is the page itself."""

    value: str
    label: Label
    is_here: bool
    count: int | None = None


State = TypeVar("State", bound=StrEnum)


def state_tabs(
    labels: Mapping[State, StateLabel], shown: Iterable[State], here: State | None
) -> list[Tab]:
    """A tab for everything, then one for each of these states."""
    tabs = [Tab(state.value, labels[state][1], state is here) for state in shown]
    return [Tab("", _("All"), here is None), *tabs]


def tabs_with_counts(
    labels: Mapping[State, StateLabel],
    counts: Mapping[State, int],
    here: State | None,
    always: Container[State],
) -> list[Tab]:
    """The same with counts. A state without items has a tab if it is chosen or in `always`."""
    tabs = [
        Tab(state, label, state is here, counts.get(state, 0))
        for state, (_tone, label) in labels.items()
        if counts.get(state) or state is here or state in always
    ]
    return [Tab("", _("All"), here is None, sum(counts.values())), *tabs]


@dataclass(frozen=True)
class LogQuery(Generic[State]):
    """The rows of a log that the address asks for: those of a state, from a place on."""

    state: State | None
    before: UUID | None

    def context(
        self, labels: Mapping[State, StateLabel], shown: Iterable[State], next_before: object
    ) -> dict[str, Any]:
        """What the page needs for the log's tabs and for "Show more"."""
        tabs = state_tabs(labels, shown, self.state)
        return {"state": self.state, "tabs": tabs, "next_before": next_before}


def log_query(request: HttpRequest, states: type[State]) -> LogQuery[State]:
    before = parse_id(request.GET.get("before", ""))
    return LogQuery(choice_param(request.GET, "state", states), before)


@dataclass(frozen=True)
class FilterChoice:
    """A value of a filter, and how many items have it."""

    value: str
    label: Label
    is_here: bool
    count: int | None = None


@dataclass(frozen=True)
class Filter:
    """A filter by its name in the URL; no value means all."""

    name: str
    label: str
    choices: list[FilterChoice]

    @property
    def selected(self) -> FilterChoice | None:
        return next((choice for choice in self.choices if choice.is_here and choice.value), None)


@dataclass(frozen=True)
class Shortcut:
    press: tuple[str, ...]
    does: Label


def shortcut(press: str, does: Label) -> Shortcut:
    """`shortcut("g h", …)` is g, then h."""
    return Shortcut(tuple(press.split()), does)


GLOBAL_SHORTCUTS = (
    shortcut("?", _("Show keyboard shortcuts")),
    shortcut("/", _("Search")),
    shortcut("Ctrl K", _("Commands, places and search (⌘K on a Mac)")),
    shortcut("Esc", _("Close, or leave the field")),
)

LIST_SHORTCUTS = (
    shortcut("j", _("Next row")),
    shortcut("k", _("Previous row")),
    shortcut("Enter", _("Open the row")),
)


THEMES = ("system", "light", "dark")
THEME_COOKIE = "pramana_theme"
RAIL_COOKIE = "pramana_rail"
MOST_CASES = 12
"""Cases in the top bar; the cases page has the rest."""


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Add a single variable, so that the admin's templates are not affected. All of it is lazy."""
    return {"here": PageInfo(request)}


class PageInfo:
    """The variable `here`, with which templates ask about the current page."""

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
    def commands(self) -> list[PaletteAction]:
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
