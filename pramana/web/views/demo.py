"""The demonstration: whether it stands here, and its removal in one click."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.demo.selectors.story import story_of
from pramana.demo.services.removing import remove_story
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.flow import ask, is_confirmed
from pramana.web.guide import through_the_story


@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    story = story_of(request.principal.scope)
    steps = through_the_story(request, story) if story else []
    context = {
        "title": _("Demonstration"),
        "story": story,
        "steps": steps,
        "done": sum(step.is_done for step in steps),
    }
    return render(request, "web/pages/demo.html", context)


@require_POST
@page(Role.ADMIN)
def remove(request: PageRequest) -> HttpResponse:
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Remove the demonstration?"),
            text=what_goes(),
            yes=_("Remove it"),
            back="web:settings-demo",
        )
    gone = remove_story(request.principal.scope)
    said = _("The demonstration is removed. What you added yourself is still here.")
    messages.success(request, said if gone else _("There is no demonstration here."))
    return redirect("web:home")


def what_goes() -> str:
    return _(
        "Its documents go for good, with what was read out of them, decided and answered about "
        "them; and its memory, stack, research, case and records. What you added yourself stays."
    )
