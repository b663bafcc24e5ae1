"""Error pages, and error messages in the reader's language."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noted

from pramana.jobs.contracts import plain_error
from pramana.kit.errors import AppError

ERROR_SENTENCES = (
    noted("A note needs some text."),
    noted("A report has at most 40 sections."),
    noted("An outline needs at least one question."),
    noted("Someone else changed this section meanwhile. Read it and try again."),
    noted("The source of this section was deleted, and the text with it."),
    noted("There is no such report."),
    noted("There is no such section."),
    noted("This section was edited. Confirm that an answer may replace the text."),
    noted("A fact cannot end before it begins."),
    noted("A fact connects two different entities."),
    noted("Choose another entity to merge with."),
    noted("Name both ends of the fact."),
    noted("Name the new entity."),
    noted("Name the relation with letters, such as WORKS_AT."),
    noted("Write the fact in words."),
    noted("The correction changes nothing."),
    noted("A key needs a name of 1 to 100 characters."),
    noted("A publishable key can only be a viewer's: anyone can read it in the page."),
    noted("A publishable key names its origins, like https://docs.example.org."),
    noted("A collection's name has 1 to 200 characters."),
    noted("A document may have at most 50 tags."),
    noted("A property's name has 1 to 60 characters."),
    noted("A tag has 1 to 60 characters."),
    noted("A view's name has 1 to 100 characters."),
    noted("At most 50 views can be saved. Delete one first."),
    noted("At most 500 records can be edited at once."),
    noted("This record is not merged with another."),
    noted("The file is too large. Use `pramana registry import`."),
    noted("The file is not UTF-8 text."),
    noted("A tenant may have at most 100 properties."),
    noted("A tenant may have at most 100 saved views."),
    noted("A title has 1 to 500 characters."),
    noted("A view's name has 1 to 100 characters."),
    noted("Notes have at most 20,000 characters."),
    noted("There is no such saved view."),
    noted("These filters are too long to be saved."),
    noted("A user name has at most 150 characters."),
    noted("This person has a password or an account elsewhere, so no sign-in link is given out."),
    noted("A user name has letters, digits and @ . + - _ only."),
    noted("Only a document whose reading failed can be read again."),
    noted("Only publishable keys are bound to origins."),
    noted("The file contains NUL bytes, so it is not a text file."),
    noted("The file contains no text."),
    noted("The file is empty."),
    noted("The name or the password is not right."),
    noted("The sign-in could not be completed. Start it again from this page."),
    noted("The sign-in was cancelled or refused by the identity provider."),
    noted("The identity provider cannot be reached or does not answer as it should. Try later."),
    noted("Your groups give you no access here. Ask your administrator to add you to one."),
    noted("Passwords are switched off here. Sign in with your identity provider."),
    noted("The stored file is missing or damaged. Upload the same file again to repair it."),
    noted("Too many requests of this kind are waiting. Try again in a few seconds."),
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
    noted("The plan needs at least one query."),
    noted("The plan needs at least one question."),
    noted("This run has no answer, so there is no report of it."),
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
    noted("Your account has no e-mail address. Ask an admin to invite you with one."),
    noted("Write an e-mail address like name@example.org, or leave it out."),
    noted("There is no such webhook."),
    noted("There is no such delivery. The log is kept for thirty days."),
    noted("Choose at least one kind of event."),
    noted("This webhook is switched off. Switch it on first."),
    noted("Events are sent over https:// only, except to hosts that an operator allowed."),
)
"""Error messages of other capabilities, which are always English."""


def error_sentence(message: str) -> str:
    """An error message without its type, translated where we have a translation."""
    plain = plain_error(message)
    return _(plain) if plain else ""


def error_page(request: HttpRequest, error: AppError) -> HttpResponse:
    """The page for an `AppError`, in the current layout."""
    title = {
        400: _("This cannot be done"),
        403: _("No permission"),
        404: _("Page not found"),
        409: _("Already changed"),
        413: _("Too large"),
        429: _("Too many requests"),
        503: _("Temporarily unavailable"),
    }.get(error.status, _("Something went wrong"))
    return _error_page(request, error.status, title, error_sentence(error.message))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error_page(
        request, 404, _("Page not found"), _("The link may be outdated, or the item was deleted.")
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error_page(request, 403, _("No permission"), _("An admin can change your role."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Usually the form was open while the session ended; nothing was changed."""
    message = _("This form expired, or cookies are disabled. Nothing was changed.")
    return _error_page(request, 403, _("Please try again"), message)


def server_error(request: HttpRequest) -> HttpResponse:
    """An internal error, or a 503 if the database is unavailable."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return unavailable(request)
    return _static_page("web/errors/500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    response = _static_page("web/errors/503.html", 503)
    response["Retry-After"] = "5"
    return response


def _error_page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    layout = "web/layout/base.html" if hasattr(request, "principal") else "web/layout/plain.html"
    context = {"layout": layout, "title": title, "message": message, "status": status}
    return render(request, "web/errors/page.html", context, status=status)


def _static_page(template: str, status: int) -> HttpResponse:
    """Render without a request, so that no context processor queries the database."""
    return HttpResponse(render_to_string(template), status=status)
