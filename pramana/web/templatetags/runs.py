"""Times within a run, as a trace prints them."""

from django import template
from django.utils.translation import gettext as _

from pramana.web.figures import figure

register = template.Library()

MINUTE_MS = 60_000
SECOND_MS = 1_000


@register.filter
def milliseconds(took: float) -> str:
    """How long something took, in the unit that says it best."""
    if took < SECOND_MS:
        return _("%(count)s ms") % {"count": figure(round(took))}
    if took < 2 * MINUTE_MS:
        return _("%(count)s s") % {"count": figure(f"{took / SECOND_MS:.1f}")}
    return _("%(count)s min") % {"count": figure(round(took / MINUTE_MS))}


@register.filter
def since_start(elapsed: float) -> str:
    """A moment of a run, counted from its beginning."""
    return f"+{milliseconds(max(elapsed, 0))}"
