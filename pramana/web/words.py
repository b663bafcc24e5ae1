"""What codes are called on a page, in the reader's language."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import gettext_noop as noted

from pramana.documents.contracts import Status
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

TASKS: dict[str, str | Promise] = {
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
    "embedding": later("Preparing search by meaning"),
    "fetching": later("Fetching"),
    "opening": later("Opening"),
    "reading": later("Reading"),
    "passages": later("Cutting into passages"),
}

EVENTS: dict[str, str | Promise] = {
    "cancelled": later("cancelled"),
    "done": later("done"),
    "failed": later("failed"),
    "progress": later("progress"),
    "retried": later("tried again"),
}

ACTIONS: dict[str, str | Promise] = {
    "document.deleted": later("deleted a document"),
    "job.cancel": later("cancelled a job"),
    "job.retry": later("tried a job again"),
    "key.created": later("created a key"),
    "key.revoked": later("revoked a key"),
    "member.added": later("added a member"),
    "member.removed": later("removed a member"),
    "member.role_changed": later("changed a member's role"),
    "password.set": later("set a password"),
    "tenant.created": later("created the tenant"),
}

SENTENCES = (
    noted("A key needs a name of 1 to 100 characters."),
    noted("A publishable key can only be a viewer's: anyone can read it in the page."),
    noted("A publishable key names its origins, like https://docs.example.org."),
    noted("A user name has at most 150 characters."),
    noted("A user name has letters, digits and @ . + - _ only."),
    noted("Only a document whose reading failed can be read again."),
    noted("Only publishable keys are bound to origins."),
    noted("The file holds NUL bytes, so it is not a text file."),
    noted("The file holds no text."),
    noted("The file is empty."),
    noted("The name or the password is not right."),
    noted("There is no such document."),
    noted("There is no such key."),
    noted("There is no such member."),
    noted("There is no such run."),
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


def task_name(name: str) -> str:
    return str(TASKS.get(name, name))


def stage_name(stage: str) -> str:
    return str(STAGES.get(stage, stage))


def action_name(action: str) -> str:
    return str(ACTIONS.get(action, action))


def event_name(kind: str) -> str:
    return str(EVENTS.get(kind, kind))
