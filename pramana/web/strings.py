"""Sentences that scripts show. Scripts know them by name, so one catalogue serves both."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pramana.web.figures import STEPS, distance


def script_strings() -> dict[str, str]:
    """By name, in the reader's language; `text("copied")` in JavaScript finds one."""
    return {
        **_distances(),
        "working_one": ngettext("%(count)s job at work", "%(count)s jobs at work", 1),
        "working_many": ngettext("%(count)s job at work", "%(count)s jobs at work", 2),
        "chosen_one": ngettext("%(count)s chosen", "%(count)s chosen", 1),
        "chosen_many": ngettext("%(count)s chosen", "%(count)s chosen", 2),
        "ask_network": _("The connection was lost. Your question is kept; try again."),
        "ask_writing": _("Each sentence is checked against its source before it is shown…"),
        "citation": _("“%(quote)s” — %(title)s, page %(page)s. %(address)s"),
        "copied": _("Copied."),
        "copy_failed": _("Could not copy. Select the text and copy it yourself."),
        "delete_loss": _(
            "Their files, their text and %(passages)s passages go. This cannot be undone."
        ),
        "delete_one": ngettext("Delete %(count)s document?", "Delete %(count)s documents?", 1),
        "delete_many": ngettext("Delete %(count)s document?", "Delete %(count)s documents?", 2),
        "dismiss": _("Dismiss"),
        "drop_here": _("Drop to add to the library"),
        "hit_of": _("%(current)s of %(total)s"),
        "lost": _("Connection lost. What you see may be old; trying again."),
        "back": _("Connected again."),
        "load_failed": _("Could not load more. Nothing was lost; try again."),
        "page_of": _("Page %(page)s of %(total)s"),
        "picture_of": _("Picture of page %(page)s"),
        "results_ready": _("Other passages fit what you typed now."),
        "search_failed": _("The search did not answer. Press Enter to try again."),
        "upload_added": _("%(count)s added"),
        "upload_failed": _("Could not be added: %(reason)s"),
        "upload_known": _("%(count)s were here already"),
        "upload_left": _("%(count)s waiting"),
        "upload_network": _("the connection was lost before the file arrived"),
        "upload_refused": _("the server refused it (%(status)s)"),
        "upload_sending": _("Sending"),
        "upload_skipped": _("%(count)s left out: not a kind that is read"),
        "upload_too_large": _("it is larger than %(limit)s MB"),
        "upload_waiting": _("Waiting"),
        "idle": _("No work under way"),
    }


def _distances() -> dict[str, str]:
    """How long ago, for one and for many; the number is filled in later."""
    units = [unit for _size, unit in STEPS]
    one = {f"{unit}_ago": distance(unit, 1) for unit in units}
    return one | {f"{unit}s_ago": distance(unit, 2) for unit in units}
