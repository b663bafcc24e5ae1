"""Pages for what went wrong: what happened, what was kept, what to do next."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from pramana.kit.errors import AppError
from pramana.web.sentences import sentence


def refused(request: HttpRequest, error: AppError) -> HttpResponse:
    """An error of ours, in the layout the person was in."""
    title = {
        400: _("That cannot be done"),
        403: _("Not for this role"),
        404: _("Nothing here"),
        409: _("Someone was faster"),
        413: _("Too large"),
        429: _("Too many at once"),
        503: _("Not available just now"),
    }.get(error.status, _("Something went wrong"))
    return _page(request, error.status, title, sentence(error.message))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(
        request, 404, _("Nothing here"), _("The address may be old, or the thing may be gone.")
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, 403, _("Not for this role"), _("An admin can change your role."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The usual cause is a form left open while the session ended; nothing was changed."""
    message = _("This form was open for too long, or cookies are off. Nothing was changed.")
    return _page(request, 403, _("Please try again"), message)


def server_error(request: HttpRequest) -> HttpResponse:
    """Our mistake, unless the database is away: then it is not a mistake but a pause."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return unavailable(request)
    return _static("web/errors/500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    response = _static("web/errors/503.html", 503)
    response["Retry-After"] = "5"
    return response


def _page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    layout = "web/base.html" if hasattr(request, "principal") else "web/plain.html"
    context = {"layout": layout, "title": title, "message": message, "status": status}
    return render(request, "web/errors/page.html", context, status=status)


def _static(template: str, status: int) -> HttpResponse:
    """Without a request no context processor runs, so nothing asks the database."""
    return HttpResponse(render_to_string(template), status=status)
