"""Models and services: what a tenant sets for itself, and what operators set as the default.

Both have the same forms. A secret is never shown again.
"""

from collections.abc import Callable
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

from pramana.kit.errors import AppError, Forbidden, NotFound
from pramana.kit.scope import Scope
from pramana.llm.gateway import ModelTrial, try_model
from pramana.retrieval.services import follow_chosen_encoder
from pramana.tenancy.choices import CHOICES, Choice, ModelChoice
from pramana.tenancy.contracts import Role
from pramana.tenancy.services.stored_choices import (
    ChoiceView,
    choice_views,
    default_views,
    read_choice,
    read_default,
    reset_choice,
    reset_default,
    save_choice,
    save_default,
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


@dataclass(frozen=True)
class ChoicesPage:
    """One of the two pages: where its forms lead, and what they change."""

    name: str
    title: Label
    views: Callable[[Scope], dict[str, ChoiceView]]
    read: Callable[[Scope, type[Choice], dict[str, Any]], Choice]
    save: Callable[[Scope, Choice], None]
    reset: Callable[[Scope, type[Choice]], None]

    @property
    def route(self) -> str:
        return f"web:settings-{self.name}"

    @property
    def change_route(self) -> str:
        return f"{self.route}-change"

    @property
    def reset_route(self) -> str:
        return f"{self.route}-reset"

    @property
    def try_route(self) -> str:
        return f"{self.route}-try"

    @property
    def is_default(self) -> bool:
        return self is DEFAULTS


OWN = ChoicesPage(
    "models", later("Models and services"), choice_views, read_choice, save_choice, reset_choice
)
DEFAULTS = ChoicesPage(
    "defaults",
    later("What workspaces begin with"),
    lambda _: default_views(),
    lambda _, kind, values: read_default(kind, values),
    save_default,
    reset_default,
)


def _page_named(request: PageRequest, of: str) -> ChoicesPage:
    """The page of this name. Only operators may see and change the defaults."""
    if of == OWN.name:
        return OWN
    if not request.principal.is_operator:
        raise Forbidden(_("Only operators of this installation may open this page."))
    return DEFAULTS


@never_cache
@page(Role.ADMIN)
def show_choices(request: PageRequest, of: str) -> HttpResponse:
    return _choices_page(request, _page_named(request, of))


def _choices_page(
    request: PageRequest, place: ChoicesPage, trial: ModelTrial | None = None, status: int = 200
) -> HttpResponse:
    views = place.views(request.principal.scope)
    context = {
        "title": place.title,
        "place": place,
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
def change_choice(request: PageRequest, name: str, of: str) -> HttpResponse:
    place, kind, scope = _page_named(request, of), _kind(name), request.principal.scope
    values = _posted_values(request, name)
    done = _("Saved. It is used from now on.")
    is_saved = attempt(request, lambda: place.save(scope, place.read(scope, kind, values)), done)
    if is_saved and name == "embeddings":
        follow_chosen_encoder(None if place.is_default else scope)
    if name == "alarms" and not place.is_default:
        return redirect("web:settings-usage")
    return redirect(place.route) if is_saved else _choices_page(request, place, status=400)


@require_POST
@page(Role.ADMIN)
def forget_choice(request: PageRequest, name: str, of: str) -> HttpResponse:
    """Go back to the default of the installation, or of the product; the key is deleted."""
    place, kind, scope = _page_named(request, of), _kind(name), request.principal.scope
    done = _("The default is used again. Your key was deleted.")
    if attempt(request, lambda: place.reset(scope, kind), done) and name == "embeddings":
        follow_chosen_encoder(None if place.is_default else scope)
    return redirect(place.route)


@sensitive_post_parameters()
@never_cache
@require_POST
@page(Role.ADMIN)
def try_choice(request: PageRequest, of: str) -> HttpResponse:
    """Ask the model that was entered, without saving anything."""
    place, scope = _page_named(request, of), request.principal.scope
    try:
        chosen = place.read(scope, ModelChoice, _posted_values(request, "model"))
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return _choices_page(request, place, ModelTrial("", error_sentence(error.message), False))
    if not isinstance(chosen, ModelChoice) or chosen.provider == "offline":
        text = _("No model is asked: answers quote your documents word for word.")
        return _choices_page(request, place, ModelTrial("", text, True))
    return _choices_page(request, place, try_model(scope, chosen))


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
