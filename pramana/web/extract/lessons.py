"""What people taught the reader, to look at and to remove."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.evals.contracts import JudgedShare
from pramana.evals.selectors.value_cases import learning_effects
from pramana.extraction.services.lessons import all_learned_labels, remove_learned_label
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt
from pramana.web.navigation import LIST_SHORTCUTS


@page()
def show_lessons(request: PageRequest) -> HttpResponse:
    effects = [each for each in learning_effects(request.principal.scope) if each.after.judged]
    none = JudgedShare(0, 0)
    context = {
        "effects": effects,
        "before": sum((each.before for each in effects), none),
        "after": sum((each.after for each in effects), none),
        "title": _("What people taught"),
        "keys": LIST_SHORTCUTS,
        "labels": all_learned_labels(request.principal.scope),
        "can_edit": request.principal.role.includes(Role.REVIEWER),
    }
    return render(request, "web/extract/lessons.html", context)


@require_POST
@page(Role.REVIEWER)
def remove_lesson(request: PageRequest, lesson_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: remove_learned_label(scope, lesson_id), _("Forgotten."))
    return redirect("web:extract-lessons")
