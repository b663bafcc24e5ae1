"""The rail: one line per capability. A new one adds its line here and its icon in icons.py."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from pramana.tenancy.contracts import Role
from pramana.web.words import Words


@dataclass(frozen=True)
class Entry:
    """A place in the rail. Its pages' url names begin with `name`; `key` follows `g`."""

    name: str
    label: Words
    icon: str
    key: str
    role: Role = Role.VIEWER

    @property
    def url_name(self) -> str:
        return f"web:{self.name}"

    def covers(self, url_name: str) -> bool:
        return url_name.split("-")[0] == self.name


ENTRIES = (
    Entry("home", _("Home"), "home", "h"),
    Entry("library", _("Library"), "library", "l"),
    Entry("ask", _("Ask"), "ask", "k"),
    Entry("review", _("Review"), "review", "r", Role.ADMIN),
    Entry("extract", _("Extract"), "extract", "x"),
    Entry("stacks", _("Stacks"), "stacks", "t"),
    Entry("memory", _("Memory"), "memory", "m"),
    Entry("research", _("Research"), "research", "w"),
    Entry("registry", _("Registry"), "registry", "n"),
    Entry("cases", _("Cases"), "cases", "c"),
    Entry("activity", _("Activity"), "activity", "a"),
    Entry("settings", _("Settings"), "settings", "s", Role.ADMIN),
)

NEAR = 4
"""Places in the bar at the foot of a phone; the others are behind "More"."""


def entries_for(role: Role) -> list[Entry]:
    return [entry for entry in ENTRIES if role.includes(entry.role)]
