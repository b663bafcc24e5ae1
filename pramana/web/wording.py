"""Names of shared codes, and strings for scripts, in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import get_language_info, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import SourceStatus, Status
from pramana.jobs.contracts import JobState
from pramana.tenancy.contracts import KeyKind, Quota, Role
from pramana.web.formatting import TIME_UNITS, time_ago_text
from pramana.web.params import bad_date_sentence

Label = str | Promise
StateLabel = tuple[str, Label]
"""The tone of a state, which decides its colour, and its label."""

ROLES: dict[Role, Label] = {
    Role.VIEWER: later("viewer"),
    Role.REVIEWER: later("reviewer"),
    Role.ADMIN: later("admin"),
}

KEY_KINDS: dict[KeyKind, Label] = {
    KeyKind.SECRET: later("secret"),
    KeyKind.PUBLISHABLE: later("publishable"),
}

JOB_STATES: dict[JobState, StateLabel] = {
    JobState.QUEUED: ("waiting", later("Waiting")),
    JobState.RUNNING: ("working", later("Running")),
    JobState.DONE: ("good", later("Done")),
    JobState.FAILED: ("bad", later("Failed")),
    JobState.DEAD: ("bad", later("Gave up")),
    JobState.CANCELLED: ("off", later("Cancelled")),
}
"""Tone and label. A `dead` job crashed its worker three times."""

DOCUMENT_STATES: dict[Status, StateLabel] = {
    Status.QUEUED: ("waiting", later("Waiting")),
    Status.READING: ("working", later("Reading")),
    Status.OCR_COMPLETE: ("working", later("Readable")),
    Status.COMPLETED: ("good", later("Ready")),
    Status.FAILED: ("bad", later("Failed")),
}

SOURCE_STATES: dict[SourceStatus, StateLabel] = {
    SourceStatus.QUEUED: ("waiting", later("Waiting")),
    SourceStatus.FETCHING: ("working", later("Fetching")),
    SourceStatus.COMPLETED: ("good", later("Fetched")),
    SourceStatus.FAILED: ("bad", later("Failed")),
}

FILE_KINDS: dict[str, Label] = {
    "pdf": "PDF",
    "docx": "Word",
    "doc": later("Word (old format)"),
    "html": later("Web page"),
    "text": later("Text"),
    "markdown": "Markdown",
    "csv": "CSV",
    "tsv": "TSV",
    "xlsx": "Excel",
    "pptx": "PowerPoint",
    "odt": "OpenDocument",
    "ods": "OpenDocument",
    "odp": "OpenDocument",
    "rtf": "RTF",
    "json": "JSON",
    "xml": "XML",
    "eml": later("Mail message"),
    "mbox": "MBOX",
    "msg": later("Outlook message"),
    "zip": later("Archive (ZIP)"),
    "tar": later("Archive (TAR)"),
    "gif": later("Image (GIF)"),
    "bmp": later("Image (BMP)"),
    "heic": later("Image (HEIC)"),
    "jpeg": later("Photo"),
    "png": later("Image"),
    "webp": later("Image (WebP)"),
    "tiff": later("Scan"),
}

QUOTAS: dict[Quota, Label] = {
    Quota.DOCUMENTS: later("Documents stored"),
    Quota.BYTES: later("File storage"),
    Quota.MESSAGES_PER_DAY: later("Messages today"),
    Quota.COST_PER_DAY: later("Model spending today"),
    Quota.COST_PER_MONTH: later("Model spending this month"),
}

RECIPES: dict[str, Label] = {
    "fast": later("Fast"),
    "balanced": later("Balanced"),
    "thorough": later("Thorough"),
}

TASKS: dict[str, Label] = {
    "cases.answer_sections": later("Write sections of a report"),
    "agni.answer_message": later("Answer a reviewer"),
    "agni.apply_change": later("Apply a change to the registry"),
    "agni.ask_registry": later("Ask the registry again"),
    "agni.begin_session": later("Start a review"),
    "agni.extract_entities": later("Find entities"),
    "agni.extract_metadata": later("Read metadata"),
    "agni.persist_changes": later("Save approved changes"),
    "demo.load": later("Load the demonstration"),
    "documents.fetch": later("Fetch from the web"),
    "documents.read": later("Read a document"),
    "external.answer": later("Answer from approved pages"),
    "external.note_reading": later("Check which pages have been read"),
    "external.research": later("Search the web"),
    "extraction.correct": later("Correct an extraction"),
    "extraction.extract": later("Extract fields"),
    "extraction.stack_columns": later("Find table columns"),
    "extraction.stack_correct": later("Correct a table"),
    "extraction.stack_row": later("Extract a table row"),
    "mail.send_budget_alarm": later("Tell an admin about spending"),
    "memory.build_communities": later("Build communities"),
    "memory.read": later("Read a message"),
    "memory.update_communities": later("Update communities"),
    "retrieval.embed": later("Prepare semantic search"),
    "retrieval.settle": later("Clean up the search index"),
    "retrieval.switch": later("Change the search model"),
    "sources.sync": later("Sync a source"),
    "webhooks.deliver": later("Send an event to a webhook"),
}

READ_BY: dict[str, Label] = {
    "converted": later("converted from an old Nepali font"),
    "ocr": later("read from the image"),
    "parsed": later("read from the file"),
    "text_layer": later("read from the file"),
}
"""How a page became text, keyed by the part before the colon."""

STAGES: dict[str, Label] = {
    "answering": later("Answering"),
    "awaiting_review": later("Under review"),
    "demo_scenes": later("Preparing the tour"),
    "embedding": later("Preparing semantic search"),
    "extracting_entities": later("Finding entities"),
    "fetching": later("Fetching"),
    "listing": later("Listing"),
    "opening": later("Opening"),
    "reading": later("Reading"),
    "metadata_extracted": later("Metadata read"),
    "passages": later("Splitting into passages"),
    "pending": later("Waiting"),
    "processing_entities": later("Finding entities"),
    "processing_metadata": later("Reading metadata"),
    "processing_persistence": later("Saving changes"),
    "unpacking": later("Unpacking"),
    "resolving_entities": later("Looking up entities in the registry"),
}

EVENTS: dict[str, Label] = {
    "agni.session": later("review updated"),
    "cancelled": later("cancelled"),
    "done": later("done"),
    "extraction.activity": later("agent progressed"),
    "failed": later("failed"),
    "progress": later("progress"),
    "retried": later("retried"),
    "stack.columns": later("columns found"),
    "stack.row": later("a row was extracted"),
    "stack.started": later("extraction started"),
    "stage": later("progressed"),
}

ACTIONS: dict[str, Label] = {
    "agni.change.applied": later("applied an approved change"),
    "agni.entity.accepted": later("accepted all certain matches"),
    "agni.entity.create": later("decided to create a record"),
    "agni.entity.match": later("matched an entity"),
    "agni.entity.reopened": later("undid a decision"),
    "agni.entity.skip": later("skipped an entity"),
    "agni.session.corrected": later("corrected a review"),
    "agni.session.deleted": later("deleted a review"),
    "agni.session.opened": later("started a review"),
    "agni.session.persisted": later("approved a review"),
    "agni.session.restarted": later("restarted a review"),
    "case.deleted": later("deleted a case"),
    "case.opened": later("opened a case"),
    "case.report_created": later("started a report of a case"),
    "case.report_deleted": later("deleted a report of a case"),
    "conversation.shared": later("shared a conversation"),
    "conversation.unshared": later("stopped sharing a conversation"),
    "collection.deleted": later("deleted a collection"),
    "demo.loaded": later("loaded the demonstration"),
    "demo.removed": later("removed the demo"),
    "document.changed": later("changed a document's details"),
    "document.deleted": later("deleted a document"),
    "document.let_in": later("approved a web page"),
    "document.moved": later("moved documents"),
    "document.restored": later("restored a document"),
    "document.tagged": later("tagged documents"),
    "document.trashed": later("moved a document to the trash"),
    "property.added": later("added a property"),
    "property.deleted": later("deleted a property"),
    "view.deleted": later("deleted a saved view"),
    "view.saved": later("saved a view"),
    "extraction.approved": later("approved an extraction"),
    "extraction.correction": later("requested a correction"),
    "extraction.deleted": later("deleted an extraction"),
    "extraction.locked": later("locked an extraction"),
    "extraction.shared": later("shared an extraction"),
    "extraction.started": later("started an extraction"),
    "extraction.unlocked": later("unlocked an extraction"),
    "job.cancel": later("cancelled a job"),
    "job.retry": later("retried a job"),
    "key.created": later("created a key"),
    "key.revoked": later("revoked a key"),
    "link.made": later("linked a record with an entity"),
    "link.undone": later("removed a link"),
    "member.added": later("added a member"),
    "member.invited_again": later("created a new sign-in link for a member"),
    "member.removed": later("removed a member"),
    "member.role_changed": later("changed a member's role"),
    "profile.changed": later("changed their e-mail address"),
    "password.set": later("set a password"),
    "setting.changed": later("changed a setting"),
    "setting.reset": later("went back to the default of a setting"),
    "default.changed": later("changed what workspaces begin with"),
    "default.reset": later("went back to what the product comes with"),
    "sessions.ended": later("signed out on all other devices"),
    "quota.changed": later("changed a quota"),
    "budget.alarm": later("spent as much on models as the alarm says"),
    "quota.half_spent": later("spent half of the daily model budget"),
    "record.deleted": later("deleted a record"),
    "record.merged": later("merged two records"),
    "record.unmerged": later("took merged records apart"),
    "schedule.created": later("scheduled a research question"),
    "schedule.deleted": later("deleted a research schedule"),
    "schedule.paused": later("paused a research schedule"),
    "research.plan_approved": later("approved the plan of a research run"),
    "research.decided": later("decided which web pages to approve"),
    "research.deleted": later("deleted a research run"),
    "research.started": later("started a research run"),
    "source.added": later("added a source"),
    "source.deleted": later("removed a source"),
    "source_policy.added": later("added a source rule"),
    "source_policy.removed": later("removed a source rule"),
    "template.created": later("saved a template"),
    "template.deleted": later("deleted a template"),
    "lesson.removed": later("removed a lesson of the reader"),
    "template.replaced": later("changed a template"),
    "stack.change_undone": later("undid a cell change"),
    "stack.correction_asked": later("requested a table correction"),
    "stack.created": later("created a stack"),
    "stack.deleted": later("deleted a stack"),
    "stack.document_removed": later("removed a document from a stack"),
    "stack.documents_added": later("added documents to a stack"),
    "stack.extraction_started": later("started a table extraction"),
    "stack.extraction_stopped": later("stopped a table extraction"),
    "stack.shared": later("shared a stack"),
    "stack.table_created": later("created a table"),
    "stack.table_deleted": later("deleted a table"),
    "stack.unshared": later("stopped sharing a stack"),
    "tenant.created": later("created the tenant"),
    "followed_source.added": later("followed a source"),
    "followed_source.changed": later("changed a followed source"),
    "followed_source.confirmed": later("confirmed the deletions of a source"),
    "followed_source.deleted": later("stopped following a source"),
    "webhook.changed": later("changed a webhook"),
    "webhook.created": later("added a webhook"),
    "webhook.deleted": later("deleted a webhook"),
    "webhook.resent": later("sent an event again"),
    "webhook.secret_replaced": later("replaced the secret of a webhook"),
    "webhook.switched_off": later("switched off a webhook that kept failing"),
}


def role_name(role: Role) -> str:
    return str(ROLES[role])


def read_by_name(read_by: str) -> str:
    """How a page became text, without the engine's name after the colon."""
    return str(READ_BY.get(read_by.split(":")[0], read_by))


def file_kind(kind: str) -> str:
    return str(FILE_KINDS.get(kind, kind))


def language_name(code: str) -> str:
    """A language's own name for itself."""
    try:
        return str(get_language_info(code)["name_local"])
    except KeyError:
        return code


def task_name(name: str) -> str:
    return str(TASKS.get(name, name))


def stage_name(stage: str) -> str:
    return str(STAGES.get(stage, stage))


def action_name(action: str) -> str:
    return str(ACTIONS.get(action, action))


def event_name(kind: str) -> str:
    return str(EVENTS.get(kind, kind))


def script_strings() -> dict[str, str]:
    """Strings by name; in JavaScript, `text("copied")` returns one."""
    return {
        **_time_ago_strings(),
        "working_one": ngettext("%(count)s job running", "%(count)s jobs running", 1),
        "working_many": ngettext("%(count)s job running", "%(count)s jobs running", 2),
        "chosen_one": ngettext("%(count)s selected", "%(count)s selected", 1),
        "chosen_many": ngettext("%(count)s selected", "%(count)s selected", 2),
        "ask_network": _("The connection was lost. Your question is saved; try again."),
        "ask_writing": _("Checking each sentence against its source…"),
        "citation": _("“%(quote)s” — %(title)s, page %(page)s. %(address)s"),
        "bad_date": bad_date_sentence(),
        "choose_date": _("Choose a date"),
        "choose_file": _("Choose a file or drop it here"),
        "choose_files": _("Choose files or drop them here"),
        "clear_date": _("Clear"),
        "copied": _("Copied."),
        "era_ad": _("AD"),
        "era_bs": _("BS"),
        "copy_failed": _("Could not copy. Select the text and copy it manually."),
        "dismiss": _("Dismiss"),
        "drop_here": _("Drop to add to the library"),
        "hit_of": _("%(current)s of %(total)s"),
        "lost": _("Connection lost. This page may be out of date; reconnecting."),
        "back": _("Connected."),
        "month_after": _("Next month"),
        "month_before": _("Previous month"),
        "year_after": _("Next year"),
        "year_before": _("Previous year"),
        "today": _("Today"),
        "weekdays": _("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
        "load_failed": _("Could not load more. Try again."),
        "page_of": _("Page %(page)s of %(total)s"),
        "picture_of": _("Image of page %(page)s"),
        "number": "%(number)s",
        "of_total": _("of %(total)s"),
        "results_ready": _("New results are available for your search."),
        "search_failed": _("Search failed. Press Enter to try again."),
        "upload_added": _("%(count)s added"),
        "upload_failed": _("Could not be added: %(reason)s"),
        "upload_known": _("%(count)s already in the library"),
        "upload_left": _("%(count)s waiting"),
        "upload_network": _("the connection was lost during the upload"),
        "upload_refused": _("the server refused it (%(status)s)"),
        "upload_same": _("The same file is already in the library."),
        "upload_sending": _("Sending"),
        "upload_skipped": _("%(count)s skipped: file type not supported"),
        "upload_too_large": _("it is larger than %(limit)s MB"),
        "upload_waiting": _("Waiting"),
        "idle": _("Nothing running"),
    }


def _time_ago_strings() -> dict[str, str]:
    """ "… ago" strings for one and for many, with a slot for the number."""
    units = [unit for _size, unit in TIME_UNITS]
    one = {f"{unit}_ago": time_ago_text(unit, 1) for unit in units}
    return one | {f"{unit}s_ago": time_ago_text(unit, 2) for unit in units}
