"""Tags and filters for all templates. /app/pieces shows each piece in all its states."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django import template
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pramana.documents.contracts import SourceStatus, Status
from pramana.jobs.contracts import JobState, JobView, Progress
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import QuotaUse
from pramana.web import errors, formatting, wording
from pramana.web.navigation import Tab

MINUTE = 60
MINUTE_MS = 60_000
SECOND_MS = 1_000
PAGING = ("before", "after", "from", "offset")
"""Parameters that say where the rows of a page begin."""

ICON_FILE = Path(__file__).parent.parent / "static" / "web" / "icons.svg"
"""A 20-unit grid and one stroke width."""

register = template.Library()

register.filter("number", formatting.format_number)
register.filter("file_size", formatting.format_file_size)
register.filter("percent", formatting.format_percent)
register.filter("decimals", formatting.format_decimal)
register.filter("day_field", formatting.format_day_field)
register.filter("task_name", wording.task_name)
register.filter("event_name", wording.event_name)
register.filter("stage_name", wording.stage_name)
register.filter("action_name", wording.action_name)
register.filter("role_name", wording.role_name)
register.filter("error_sentence", errors.error_sentence)
register.filter("file_kind", wording.file_kind)
register.filter("language_name", wording.language_name)


@register.simple_tag
def icon(name: str) -> SafeString:
    """An inline SVG, so that it is there at first paint; hidden from screen readers."""
    return format_html(
        '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">{}</svg>',
        drawings()[name],
    )


@cache
def drawings() -> dict[str, SafeString]:
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.parse(ICON_FILE).getroot()  # noqa: S314 -- our own file
    return {symbol.attrib["id"]: _markup(symbol) for symbol in root}


def _markup(symbol: ElementTree.Element) -> SafeString:
    shapes = "".join(ElementTree.tostring(shape, encoding="unicode") for shape in symbol)
    return mark_safe(shapes.replace(' xmlns="http://www.w3.org/2000/svg"', ""))  # noqa: S308 -- ours


@register.simple_tag
def styles(*names: str) -> SafeString:
    """Links to stylesheets, in the order in which one rule yields to the next."""
    links = ((static(f"web/css/{name}.css"),) for name in names)
    return format_html_join("\n    ", '<link rel="stylesheet" href="{}">', links)


@register.filter
def key_kind(kind: Any) -> str:
    return str(wording.KEY_KINDS[kind])


@register.filter
def lookup(mapping: Mapping[int, Any], key: int) -> Any:
    """The value at a key, or None."""
    return mapping.get(key)


@register.filter
def correction_url(address: str) -> str:
    """The page that corrects the value behind the words of a reader's address.

    >>> correction_url("/app/documents/7?start=3&end=9")
    '/app/documents/7/correct?start=3&end=9'
    """
    path, mark, query = address.partition("?")
    return f"{path}/correct{mark}{query}"


@register.simple_tag
def ago(moment: datetime) -> SafeString:
    """How long ago. A script keeps the text current and shows the exact time on hover."""
    return format_html(
        '<time datetime="{}" data-ago>{}</time>', moment.isoformat(), formatting.time_ago(moment)
    )


@register.simple_tag
def duration(start: datetime | None, end: datetime | None) -> str:
    return formatting.format_duration(start, end or utcnow()) if start else ""


@register.simple_tag
def time_left(job: JobView) -> SafeString:
    """How long a running job will still take, in a line of its own; nothing if nobody knows."""
    left = _seconds_left(job)
    if left is None:
        return SafeString("")
    seconds = max(1, round(left))
    count = seconds if seconds < MINUTE else round(seconds / MINUTE)
    about = (
        ngettext("about %(count)s second left", "about %(count)s seconds left", count)
        if seconds < MINUTE
        else ngettext("about %(count)s minute left", "about %(count)s minutes left", count)
    )
    words = about % {"count": formatting.format_number(count)}
    return format_html('<span class="muted small">{}</span>', words)


def _seconds_left(job: JobView) -> float | None:
    """What the rest takes if it goes on as it has."""
    done = job.progress
    if job.state is not JobState.RUNNING or not done or job.started_at is None:
        return None
    if not 0 < done.current < done.total:
        return None
    taken = (utcnow() - job.started_at).total_seconds()
    return taken * (done.total - done.current) / done.current


@register.filter
def milliseconds(took: float) -> str:
    """A duration in the unit that suits it best."""
    if took < SECOND_MS:
        return _("%(count)s ms") % {"count": formatting.format_number(round(took))}
    if took < 2 * MINUTE_MS:
        return _("%(count)s s") % {"count": formatting.format_number(f"{took / SECOND_MS:.1f}")}
    return _("%(count)s min") % {"count": formatting.format_number(round(took / MINUTE_MS))}


@register.filter
def since_start(elapsed: float) -> str:
    """A moment of a run, counted from its start."""
    return f"+{milliseconds(max(elapsed, 0))}"


@register.inclusion_tag("web/pieces/state.html")
def state(tone: str, word: str) -> dict[str, str]:
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/state.html")
def job_state(state: JobState) -> dict[str, Any]:
    tone, word = wording.JOB_STATES[state]
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/state.html")
def document_state(status: Status) -> dict[str, Any]:
    tone, word = wording.DOCUMENT_STATES[status]
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/state.html")
def source_state(status: SourceStatus) -> dict[str, Any]:
    tone, word = wording.SOURCE_STATES[status]
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/progress.html")
def progress(done: Progress) -> dict[str, Any]:
    """The stage and, where there is a total, the count. Without a total the bar only moves."""
    return {
        "stage": wording.stage_name(done.stage),
        "current": min(done.current, done.total) if done.total else done.current,
        "total": done.total,
    }


@register.inclusion_tag("web/pieces/quota.html")
def quota(use: QuotaUse) -> dict[str, Any]:
    """How much of a quota is used, as text and as a bar."""
    return {
        "name": wording.QUOTAS[use.quota],
        "current": formatting.format_quota(use.quota, use.used),
        "total": formatting.format_quota(use.quota, use.most),
        "share": min(100, round(100 * use.used / use.most)),
    }


@register.inclusion_tag("web/pieces/more.html", takes_context=True)
def more(context: Context, rows: str, **place: Any) -> dict[str, str]:
    """A link to the next rows of the list with that id, where there are any."""
    has_more = all(place.values())
    return {"address": _address(context["request"], place) if has_more else "", "rows": rows}


@register.inclusion_tag("web/pieces/tabs.html", takes_context=True)
def tab_links(
    context: Context, tabs: Sequence[Tab], name: str, label: str, id: str = "", without: str = ""
) -> dict[str, Any]:
    """Tabs that set one parameter of this page's address; they begin at its first row again."""
    dropped = dict.fromkeys([*PAGING, *without.split()], "")
    links = [(_address(context["request"], {**dropped, name: tab.value}), tab) for tab in tabs]
    return {"links": links, "label": label, "id": id}


def _address(request: HttpRequest, changes: Mapping[str, Any]) -> str:
    """This page with some parameters changed; an empty one is left out."""
    query = request.GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value:
            query[name] = str(value)
    return f"{request.path}?{query.urlencode()}" if query else request.path


@register.inclusion_tag("web/pieces/date_field.html")
def date_field(
    name: str,
    value: date | str | None = None,
    of: object = "",
    *,
    form: str = "",
    label: str = "",
    is_suffixed: bool = False,
) -> dict[str, Any]:
    """A field for a day, in the reader's calendar; `typed_day` reads what was typed.

    A text is shown as it was typed. A filter names the `form` that it is sent with, and its own
    label. `of` tells fields of one page apart, in the id and, with `is_suffixed`, in the name.
    """
    id = f"{name}-{of}" if of else name
    day = value.date() if isinstance(value, datetime) else value
    return {
        "name": id if is_suffixed else name,
        "id": "" if form else id,
        "form": form,
        "label": label,
        "value": formatting.format_day_field(day) if isinstance(day, date) else day or "",
    }


@register.inclusion_tag("web/pieces/downloads.html")
def downloads(view: str, *arguments: Any) -> dict[str, Any]:
    """Links to a report in each format."""
    named = (("docx", _("Word")), ("pdf", _("PDF")), ("md", _("Markdown")))
    return {"files": [(name, reverse(view, args=[*arguments, kind])) for kind, name in named]}


@register.inclusion_tag("web/pieces/secret.html")
def secret(value: str, label: str, is_hashed: bool = True) -> dict[str, Any]:
    """A value that is shown once and can be copied; we keep its hash, or it encrypted."""
    return {"value": value, "label": label, "is_hashed": is_hashed}


@register.simple_block_tag
def empty(content: SafeString, icon: str, title: str, is_framed: bool = False) -> str:
    """An empty state: what this place is for, and the first step."""
    context = {"content": content, "icon_name": icon, "title": title, "is_framed": is_framed}
    return render_to_string("web/pieces/empty.html", context)


@register.simple_block_tag
def notice(content: SafeString, title: str, icon: str = "alert", tone: str = "plain") -> str:
    """A notice; its tone is plain, attention or bad."""
    context = {"content": content, "icon_name": icon, "title": title, "tone": tone}
    return render_to_string("web/pieces/notice.html", context)
