"""Errors on a page: what happened and what to do, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noted

from pramana.jobs.contracts import sentence_of

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
    noted("There is nothing of this group."),
    noted("A group id consists of letters, digits, hyphens and underscores, 255 at most."),
    noted("An agent is at work on this extraction. Wait until it has ended."),
    noted("No agent is at work on this extraction."),
    noted("No extraction found"),
    noted("Only a complete extraction can be approved."),
    noted("The document has not been read yet. Try again when its text is there."),
    noted("The run was stopped by a person. What it saved is kept."),
    noted("There is no such change."),
    noted("There is no such template."),
    noted("This extraction is locked. Unlock it before changing it."),
    noted("custom_fields required for custom mode"),
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
    noted("There is no such case."),
    noted("There is no such research run."),
    noted("A name has 1 to 200 characters."),
    noted("Someone has already decided about this run. Its decision is in the run."),
    noted("There are no words to search for. Give a question or a query."),
    noted("There is no such source."),
    noted("Only the person a stack belongs to may share or delete it."),
    noted("There is no such stack."),
    noted("There is no such table in this stack."),
    noted("This stack has no documents yet. Add some, then extract."),
    noted("This table is being extracted. Wait until it has ended, or stop it first."),
    noted("This is the tenant's last admin. Make someone else an admin first."),
    noted("This sign-in link was used already or has expired. Ask for a new one."),
    noted("You do not belong to this tenant."),
)
"""Sentences of errors raised below the pages, which know no language."""


def sentence(message: str) -> str:
    """An error's sentence, in the reader's language where we have it, without the error's type."""
    plain = sentence_of(message)
    return _(plain) if plain else ""
