"""A password of one's own: set the first time, changed later with the old one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from pramana.tenancy.errors import SignInNeeded
from pramana.tenancy.services import audit
from pramana.web.access import PageRequest, page


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@page()
def show(request: PageRequest) -> HttpResponse:
    form = _form(request)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)
        audit(request.principal.scope, "password.set", "user", form.user.pk)
        messages.success(
            request, _("Your password is set. Other places you were signed in are not.")
        )
        return redirect("web:home")
    context = {
        "title": _("Password"),
        "form": form,
        "has_one": isinstance(form, PasswordChangeForm),
    }
    return render(request, "web/pages/password.html", context, status=400 if form.errors else 200)


def _form(request: PageRequest) -> "SetPasswordForm[Any]":
    user = request.user
    if not user.is_authenticated:
        raise SignInNeeded()  # open mode: nobody to give a password to
    posted = request.POST if request.method == "POST" else None
    if user.has_usable_password():
        return PasswordChangeForm(user, posted)
    return SetPasswordForm(user, posted)
