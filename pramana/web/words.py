"""What codes are called on a page, in the reader's language."""

import re

from django.utils.functional import Promise
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import gettext_noop as noted

from pramana.documents.contracts import SourceStatus, Status
from pramana.jobs.contracts import JobState
from pramana.tenancy.contracts import KeyKind, Role

ROLES: dict[Role, str | Promise] = {
    Role.VIEWER: later("viewer"),
    Role.REVIEWER: later("reviewer"),
    Role.ADMIN: later("admin"),
}

KINDS: dict[KeyKind, str | Promise] = {
    KeyKind.SECRET: later("secret"),
    KeyKind.PUBLISHABLE: later("publishable"),
}

JOB_STATES: dict[JobState, tuple[str, str | Promise]] = {
    JobState.QUEUED: ("waiting", later("Waiting")),
    JobState.RUNNING: ("working", later("Running")),
    JobState.DONE: ("good", later("Done")),
    JobState.FAILED: ("bad", later("Failed")),
    JobState.DEAD: ("bad", later("Given up")),
    JobState.CANCELLED: ("off", later("Cancelled")),
}
"""Tone and word. `dead` took its worker down three times; people call that given up."""

DOCUMENT_STATES: dict[Status, tuple[str, str | Promise]] = {
    Status.QUEUED: ("waiting", later("Waiting")),
    Status.READING: ("working", later("Being read")),
    Status.OCR_COMPLETE: ("working", later("Readable")),
    Status.COMPLETED: ("good", later("Ready")),
    Status.FAILED: ("bad", later("Failed")),
}

SOURCE_STATES: dict[SourceStatus, tuple[str, str | Promise]] = {
    SourceStatus.QUEUED: ("waiting", later("Waiting")),
    SourceStatus.FETCHING: ("working", later("Being fetched")),
    SourceStatus.COMPLETED: ("good", later("Fetched")),
    SourceStatus.FAILED: ("bad", later("Failed")),
}

FILE_KINDS: dict[str, str | Promise] = {
    "pdf": "PDF",
    "docx": "Word",
    "doc": later("Word, old"),
    "html": later("Web page"),
    "text": later("Text"),
    "markdown": "Markdown",
    "jpeg": later("Photo"),
    "png": later("Picture"),
    "webp": later("Picture, WebP"),
    "tiff": later("Scan"),
}

RECIPES: dict[str, str | Promise] = {
    "fast": later("Fast"),
    "balanced": later("Balanced"),
    "thorough": later("Thorough"),
}

TASKS: dict[str, str | Promise] = {
    "agni.answer_message": later("Answer a reviewer"),
    "agni.apply_change": later("Apply a change to the registry"),
    "agni.begin_session": later("Begin a review"),
    "agni.extract_entities": later("Find entities"),
    "agni.extract_metadata": later("Read the metadata"),
    "agni.persist_changes": later("Write approved changes"),
    "documents.fetch": later("Fetch from the web"),
    "documents.read": later("Read a document"),
    "retrieval.embed": later("Prepare search by meaning"),
    "retrieval.settle": later("Tidy the search index"),
    "retrieval.switch": later("Change the search model"),
}

READ_BY: dict[str, str | Promise] = {
    "converted": later("converted from an old Nepali font"),
    "ocr": later("read from the picture"),
    "parsed": later("read from the file"),
    "text_layer": later("read from the file"),
}
"""How a page became text, by the part before the colon."""

STAGES: dict[str, str | Promise] = {
    "awaiting_review": later("Under review"),
    "embedding": later("Preparing search by meaning"),
    "extracting_entities": later("Finding entities"),
    "fetching": later("Fetching"),
    "opening": later("Opening"),
    "reading": later("Reading"),
    "metadata_extracted": later("Metadata read"),
    "passages": later("Cutting into passages"),
    "pending": later("Waiting"),
    "processing_entities": later("Finding entities"),
    "processing_metadata": later("Reading the metadata"),
    "processing_persistence": later("Writing the changes"),
    "resolving_entities": later("Looking entities up in the registry"),
}

EVENTS: dict[str, str | Promise] = {
    "agni.session": later("the review changed"),
    "cancelled": later("cancelled"),
    "done": later("done"),
    "failed": later("failed"),
    "progress": later("progress"),
    "retried": later("tried again"),
}

ACTIONS: dict[str, str | Promise] = {
    "agni.change.applied": later("applied an approved change"),
    "agni.entity.create": later("decided to create a record"),
    "agni.entity.match": later("matched an entity"),
    "agni.entity.reopened": later("took a decision back"),
    "agni.entity.skip": later("skipped an entity"),
    "agni.session.deleted": later("deleted a review"),
    "agni.session.opened": later("began a review"),
    "agni.session.persisted": later("approved a review"),
    "agni.session.restarted": later("began a review again"),
    "collection.deleted": later("deleted a collection"),
    "document.deleted": later("deleted a document"),
    "document.moved": later("moved documents"),
    "job.cancel": later("cancelled a job"),
    "job.retry": later("tried a job again"),
    "key.created": later("created a key"),
    "key.revoked": later("revoked a key"),
    "member.added": later("added a member"),
    "member.removed": later("removed a member"),
    "member.role_changed": later("changed a member's role"),
    "password.set": later("set a password"),
    "record.deleted": later("deleted a record"),
    "source.added": later("added a source"),
    "source.deleted": later("removed a source"),
    "tenant.created": later("created the tenant"),
}

SENTENCES = (
    noted("A key needs a name of 1 to 100 characters."),
    noted("A publishable key can only be a viewer's: anyone can read it in the page."),
    noted("A publishable key names its origins, like https://docs.example.org."),
    noted("A collection's name has 1 to 200 characters."),
    noted("A user name has at most 150 characters."),
    noted("A user name has letters, digits and @ . + - _ only."),
    noted("Only a document whose reading failed can be read again."),
    noted("Only publishable keys are bound to origins."),
    noted("The file holds NUL bytes, so it is not a text file."),
    noted("The file holds no text."),
    noted("The file is empty."),
    noted("The name or the password is not right."),
    noted("Only a failed session can be started again."),
    noted("Session must be in awaiting_review status"),
    noted("The extractor still answers a message. Try again after it."),
    noted("There is no such session."),
    noted("The answer was interrupted. Ask again; your question was kept."),
    noted("The documents cannot be searched now. Try again in a few seconds."),
    noted("There is no such conversation. Begin a new one without a session id."),
    noted("There is no such collection."),
    noted("There is no such document."),
    noted("There is no such key."),
    noted("There is no such record."),
    noted("There is no such relationship."),
    noted("This record has no such version."),
    noted("These two records are already related in this way."),
    noted("A record cannot be related to itself."),
    noted("end_date: a relation cannot end before it starts."),
    noted("There is no such member."),
    noted("There is no such run."),
    noted("There is no such source."),
    noted("This is the tenant's last admin. Make someone else an admin first."),
    noted("This sign-in link was used already or has expired. Ask for a new one."),
    noted("You do not belong to this tenant."),
)
"""Sentences of errors raised below the pages, which know no language."""


TYPE = re.compile(r"^[A-Z]\w+: ")
"""What a stored error begins with: of use in logs, not on a page."""


def role_name(role: Role) -> str:
    return str(ROLES[role])


def sentence(message: str) -> str:
    """An error's sentence, in the reader's language where we have it, without the error's type."""
    plain = TYPE.sub("", message)
    return _(plain) if plain else ""


def read_by_name(read_by: str) -> str:
    """How a page became text, without the name of the engine behind the colon."""
    return str(READ_BY.get(read_by.split(":")[0], read_by))


def file_kind(kind: str) -> str:
    return str(FILE_KINDS.get(kind, kind))


def language_name(code: str) -> str:
    """A language as its own speakers call it."""
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
