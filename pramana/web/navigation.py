"""What people navigate by: rail entries, tabs, filters and keyboard shortcuts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from pramana.tenancy.contracts import Role
from pramana.web.wording import Label, StateLabel


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
class Command:
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
    Command(_("Ask a question"), "ask", "ask"),
    Command(_("Ask about this document"), "ask", "ask", "?in={document}"),
    Command(
        _("Extract fields from this document"),
        "extract",
        "extract-new",
        "?document={document}",
        Role.REVIEWER,
    ),
    Command(_("Add files"), "upload", "library", "?add=files", Role.REVIEWER),
    Command(_("Extract fields from a document"), "extract", "extract-new", "", Role.REVIEWER),
    Command(_("Compare documents in a new stack"), "stacks", "stacks-new", "", Role.REVIEWER),
    Command(_("Research a question on the web"), "research", "research", "", Role.REVIEWER),
    Command(_("Add a record to the registry"), "registry", "registry-new", "", Role.REVIEWER),
    Command(_("Add a web source"), "link", "library-sources", "", Role.REVIEWER),
    Command(_("Open the trash"), "trash", "library-trash"),
)


def commands(role: Role) -> list[Command]:
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
