"""The pieces pages are made of. /app/pieces shows each in all its states."""

from datetime import datetime
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pramana.documents.contracts import SourceStatus, Status
from pramana.jobs.contracts import JobState, Progress
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import QuotaUse
from pramana.web import figures, icons, sentences, words

register = template.Library()

register.simple_tag(icons.icon, name="icon")
register.filter("figure", figures.figure)
register.filter("file_size", figures.file_size)
register.filter("percent", figures.percent)
register.filter("decimals", figures.decimals)
register.filter("task_name", words.task_name)
register.filter("event_name", words.event_name)
register.filter("stage_name", words.stage_name)
register.filter("action_name", words.action_name)
register.filter("role_name", words.role_name)
register.filter("sentence", sentences.sentence)
register.filter("file_kind", words.file_kind)
register.filter("language_name", words.language_name)


@register.filter
def kind_name(kind: Any) -> str:
    return str(words.KINDS[kind])


@register.simple_tag
def ago(moment: datetime) -> SafeString:
    """A moment as a distance; scripts keep it true and put the exact time on hover."""
    return format_html(
        '<time datetime="{}" data-ago>{}</time>', moment.isoformat(), figures.ago(moment)
    )


@register.simple_tag
def took(start: datetime | None, end: datetime | None) -> str:
    return figures.duration(start, end or utcnow()) if start else ""


@register.inclusion_tag("web/pieces/state.html")
def job_state(state: JobState) -> dict[str, Any]:
    tone, word = words.JOB_STATES[state]
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/state.html")
def document_state(status: Status) -> dict[str, Any]:
    tone, word = words.DOCUMENT_STATES[status]
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/state.html")
def source_state(status: SourceStatus) -> dict[str, Any]:
    tone, word = words.SOURCE_STATES[status]
    return {"tone": tone, "word": word}


@register.inclusion_tag("web/pieces/progress.html")
def progress(done: Progress) -> dict[str, Any]:
    """Stage in words, count where there is one; without a total the bar only says: at work."""
    return {
        "stage": words.stage_name(done.stage),
        "current": min(done.current, done.total) if done.total else done.current,
        "total": done.total,
    }


@register.inclusion_tag("web/pieces/quota.html")
def quota(use: QuotaUse) -> dict[str, Any]:
    """How much of a quota is used, in words and as a bar."""
    return {
        "name": words.QUOTAS[use.quota],
        "current": figures.quota_amount(use.quota, use.used),
        "total": figures.quota_amount(use.quota, use.most),
        "share": min(100, round(100 * use.used / use.most)),
    }


@register.inclusion_tag("web/pieces/more.html")
def more(address: str, rows: str) -> dict[str, str]:
    """The way to the next rows of the list with that id."""
    return {"address": address, "rows": rows}


@register.inclusion_tag("web/pieces/secret.html")
def secret(value: str, label: str) -> dict[str, str]:
    """Something that can be read now and never again."""
    return {"value": value, "label": label}


@register.simple_block_tag
def empty(content: SafeString, icon: str, title: str) -> str:
    """What this place is, and the first step."""
    return render_to_string(
        "web/pieces/empty.html", {"content": content, "icon_name": icon, "title": title}
    )


@register.simple_block_tag
def notice(content: SafeString, title: str, icon: str = "alert", tone: str = "plain") -> str:
    """Something to know before going on: tone plain, attention or bad."""
    context = {"content": content, "icon_name": icon, "title": title, "tone": tone}
    return render_to_string("web/pieces/notice.html", context)
