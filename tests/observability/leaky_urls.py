"""Everything the product serves, and two operations that die with content in their hands."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from ninja import Router, Schema

from pramana.api.apis import make_api
from pramana.api.error_responses import CHAT


class TextIn(Schema):
    text: str


router = Router()


@router.post("/bug", auth=None)
def bug(request: HttpRequest, body: TextIn) -> None:
    local = body.text
    raise RuntimeError(f"while reading {local}")


@router.post("/database", auth=None)
def database(request: HttpRequest, body: TextIn) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::int", [body.text])


def page(request: HttpRequest, word: str) -> HttpResponse:
    raise RuntimeError(f"while showing {word}")


leaky = make_api("leaky", CHAT, title="Leaky")
leaky.add_router("/leaky", router)

urlpatterns = [
    path("", leaky.urls),
    path("app/leaky/<str:word>", page),
    path("", include("pramana.api.urls")),
]
