"""Extraction's API; failures as `{"detail": …}`, bodies as JSON or as a form of the same names."""

from typing import Any

from django.http import HttpRequest

from pramana.api.apis import make_api
from pramana.api.envelopes import DETAIL
from pramana.api.parsing import StrictParser
from pramana.api.written import FORMS
from pramana.extraction.api import router


class EitherParser(StrictParser):
    """The document posts forms; what calls us as an API posts JSON."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type in FORMS:
            return {name: value for name, value in request.POST.items() if value != ""}
        return super().parse_body(request)


agent = make_api(
    "agent",
    DETAIL,
    title="Extraction",
    description="An agent reads a document into fields, each with the words it rests on.",
)
agent.parser = EitherParser()
agent.add_router("", router)
