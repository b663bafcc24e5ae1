"""The API objects, one per envelope, and the addresses they are mounted at."""

from typing import Any

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, path

from pramana.agni.api import router as agni_router
from pramana.api import openapi
from pramana.api.apis import FORMS, Api, StrictParser, make_api
from pramana.api.error_responses import AGNI, CHAT, DETAIL, MESSAGES, OPENAI
from pramana.api.routes import access, cases, conversations, health, jobs, openai
from pramana.chat.api import router as chat_router
from pramana.documents.api import router as documents_router
from pramana.external.api import router as research_router
from pramana.extraction.api import extraction_router, stack_router
from pramana.memory.api import router as memory_router
from pramana.registry.api import router as registry_router
from pramana.sources.api import router as sources_router
from pramana.webhooks.api import router as webhooks_router


class FormOrJsonParser(StrictParser):
    """The Extraction document posts forms; programs post JSON with the same names."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type in FORMS:
            return {name: value for name, value in request.POST.items() if value != ""}
        return super().parse_body(request)


core = make_api(
    "core",
    CHAT,
    title="Pramana",
    description="Knowledge from documents in which every value points at its source words.",
)
core.add_router("", health.router)
core.add_router("", chat_router)
for router in (
    access.router,
    jobs.router,
    documents_router,
    research_router,
    cases.router,
    cases.contents_router,
    conversations.router,
    webhooks_router,
    sources_router,
):
    core.add_router("/api", router)

registry = make_api("registry", DETAIL, title="Registry")
registry.add_router("", registry_router)

memory = make_api(
    "memory",
    MESSAGES,
    title="Memory",
    description="Messages become a graph of facts that records what was true when.",
)
memory.add_router("", memory_router)

agni = make_api(
    "agni",
    AGNI,
    title="Agni",
    description="A document becomes reviewed entities.",
)
agni.add_router("", agni_router)

stack = make_api(
    "stack",
    DETAIL,
    title="Stacks",
    description="Many documents become one table.",
)
stack.add_router("", stack_router)

agent = make_api(
    "agent",
    DETAIL,
    title="Extraction",
    description="An agent reads a document into fields, each with its source words.",
)
agent.parser = FormOrJsonParser()
agent.add_router("", extraction_router)

openai_api = make_api(
    "openai",
    OPENAI,
    title="OpenAI's wire",
    description="Cited answers and vectors for any client of OpenAI's API.",
)
openai_api.add_router("", openai.router)

APIS: tuple[tuple[str, Api], ...] = (
    ("", core),
    ("", registry),
    ("", memory),
    ("api/agni/", agni),
    ("api/stack/", stack),
    ("api/agent/", agent),
    ("v1/", openai_api),
)
"""Prefix and API. A new envelope needs a line here and one in `error_responses.py`."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/openapi.json", openapi.openapi),
    path("api/docs", openapi.docs),
    *(path(prefix, api.urls) for prefix, api in APIS),
]
