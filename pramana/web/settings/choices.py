"""Models and services: what a tenant sets for itself, without ever showing a secret again."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from pramana.kit.errors import AppError, NotFound
from pramana.llm.gateway import ModelTrial, try_model
from pramana.retrieval.services import follow_tenants_encoder
from pramana.tenancy.choices import CHOICES, ModelChoice
from pramana.tenancy.contracts import Role
from pramana.tenancy.services.choices import (
    ChoiceView,
    choice_views,
    read_choice,
    reset_choice,
    save_choice,
)
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt
from pramana.web.activity.wording import MODEL_TASKS
from pramana.web.errors import error_sentence
from pramana.web.wording import Label

SERVER = "server"
"""The provider's value for a server of one's own that speaks OpenAI's format."""

MODEL_PROVIDERS: dict[str, Label] = {
    "offline": later("None: answers quote the documents"),
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "google": "Google",
    "mistral": "Mistral",
    SERVER: later("OpenAI-compatible server"),
}
SEARCH_PROVIDERS: dict[str, Label] = {
    "none": later("None"),
    "searxng": "SearXNG",
    "tavily": "Tavily",
    "brave": "Brave",
    "serpapi": "SerpAPI",
    "google": "Google",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "sitemap": later("A site of your own, by its sitemap"),
    "folder": later("The folders that are open to your tenant"),
}
OCR_ENGINES: dict[str, Label] = {
    "auto": later("Mistral OCR where there is a key, else on this machine"),
    "local": later("On this machine only"),
}
ENCODERS: dict[str, Label] = {
    "packaged": later("Comes with the product"),
    "packaged:multilingual": later("Comes with the product: many languages"),
    "packaged:english": later("Comes with the product: English"),
    "none": later("None: search by words only"),
    "openai": "OpenAI",
    "google": "Google",
    "cohere": "Cohere",
}


@never_cache
@page(Role.ADMIN)
def show_choices(request: PageRequest) -> HttpResponse:
    return _choices_page(request)


def _choices_page(
    request: PageRequest, trial: ModelTrial | None = None, status: int = 200
) -> HttpResponse:
    views = choice_views(request.principal.scope)
    context = {
        "title": _("Models and services"),
        "views": views,
        "model": _model_fields(views["model"]),
        "trial": trial,
        "model_providers": _model_providers(views["model"]),
        "search_providers": SEARCH_PROVIDERS.items(),
        "ocr_engines": OCR_ENGINES.items(),
        "encoders": ENCODERS.items(),
        "encoder": _split_encoder(views["embeddings"]),
    }
    return render(request, "web/settings/choices.html", context, status=status)


def _model_providers(view: ChoiceView) -> list[tuple[str, Label]]:
    """The providers to choose from; an operator may use one more."""
    listed = list(MODEL_PROVIDERS.items())
    return [*listed, ("ollama", "Ollama")] if view.is_locked else listed


@dataclass(frozen=True)
class ModelFields:
    """The model's settings as the form has them."""

    provider: str
    name: str
    url: str
    tasks: list[tuple[str, Label, str]]
    """Purpose, its name for people, and the model it has of its own."""


def _model_fields(view: ChoiceView) -> ModelFields:
    chosen = view.choice
    if not isinstance(chosen, ModelChoice):
        raise TypeError("This is not the choice of a model.")
    own = dict(part.split("=", 1) for part in chosen.models.split(",") if "=" in part)
    return ModelFields(
        provider=SERVER if chosen.model_url else chosen.provider,
        name=chosen.model.partition(":")[2],
        url=chosen.model_url,
        tasks=[
            (purpose, label, own.get(purpose, "").partition(":")[2])
            for purpose, label in MODEL_TASKS.items()
        ],
    )


def _split_encoder(view: ChoiceView) -> tuple[str, str]:
    """The encoder's place in the list, and its model where there is one."""
    written = str(getattr(view.choice, "embeddings", ""))
    if written in ENCODERS:
        return written, ""
    provider, _colon, name = written.partition(":")
    return provider, name


@sensitive_post_parameters()
@require_POST
@page(Role.ADMIN)
def change_choice(request: PageRequest, name: str) -> HttpResponse:
    kind, scope = _kind(name), request.principal.scope
    values = _posted_values(request, name)
    done = _("Saved. It is used from now on.")
    is_saved = attempt(request, lambda: save_choice(scope, read_choice(scope, kind, values)), done)
    if is_saved and name == "embeddings":
        follow_tenants_encoder(scope)
    where = "web:settings-usage" if name == "alarms" else "web:settings-models"
    return redirect(where) if is_saved or name == "alarms" else _choices_page(request, status=400)


@require_POST
@page(Role.ADMIN)
def forget_choice(request: PageRequest, name: str) -> HttpResponse:
    """Go back to the default of the installation; the tenant's key is deleted."""
    kind = _kind(name)
    attempt(
        request,
        lambda: reset_choice(request.principal.scope, kind),
        _("The default is used again. Your key was deleted."),
    )
    return redirect("web:settings-models")


@sensitive_post_parameters()
@never_cache
@require_POST
@page(Role.ADMIN)
def try_choice(request: PageRequest) -> HttpResponse:
    """Ask the model that was entered, without saving anything."""
    scope = request.principal.scope
    try:
        chosen = read_choice(scope, ModelChoice, _posted_values(request, "model"))
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return _choices_page(request, ModelTrial("", error_sentence(error.message), False))
    if chosen.provider == "offline":
        text = _("No model is asked: answers quote your documents word for word.")
        return _choices_page(request, ModelTrial("", text, True))
    return _choices_page(request, try_model(scope, chosen))


def _kind(name: str) -> Any:
    if name not in CHOICES:
        raise NotFound("There is no such setting.")
    return CHOICES[name]


def _posted_values(request: PageRequest, name: str) -> dict[str, Any]:
    """The form's fields by the names of the settings."""
    posted = {field: request.POST.get(field, "").strip() for field in request.POST}
    if name == "model":
        return _model_values(posted)
    if name == "embeddings" and posted.get("name"):
        return {
            "embeddings": f"{posted.get('embeddings', '')}:{posted['name']}",
            "embeddings_key": posted.get("embeddings_key", ""),
        }
    names = CHOICES[name].model_fields.keys() - {"origin"}
    return {field: value for field, value in posted.items() if field in names}


def _model_values(posted: dict[str, str]) -> dict[str, Any]:
    provider = posted.get("provider", "")
    if provider == "offline":
        return {"model": "offline"}
    engine = "openai" if provider == SERVER else provider
    own = {each: posted.get(f"task.{each}", "") for each in MODEL_TASKS}
    return {
        "model": f"{engine}:{posted.get('name', '')}",
        "models": ",".join(f"{each}={engine}:{model}" for each, model in own.items() if model),
        "model_url": posted.get("url", "") if provider == SERVER else "",
        "model_key": posted.get("model_key", ""),
    }
