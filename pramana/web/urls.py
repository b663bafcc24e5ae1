"""The pages' addresses: everything people see is under /app/, and / redirects there."""

from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from pramana.web.activity import urls as activity
from pramana.web.ask import urls as ask
from pramana.web.cases import urls as cases
from pramana.web.extract import urls as extract
from pramana.web.home import urls as home
from pramana.web.library import urls as library
from pramana.web.memory import urls as memory
from pramana.web.registry import urls as registry
from pramana.web.research import urls as research
from pramana.web.review import urls as review
from pramana.web.search import urls as search
from pramana.web.settings import urls as settings
from pramana.web.sources import urls as sources
from pramana.web.stacks import urls as stacks
from pramana.web.views import serve_embed_script, show_missing, show_pieces
from pramana.web.webhooks import urls as webhooks

app_name = "web"

pages = [
    *home.urlpatterns,
    *settings.urlpatterns,
    *webhooks.urlpatterns,
    *sources.urlpatterns,
    *library.urlpatterns,
    *search.urlpatterns,
    *ask.urlpatterns,
    *registry.urlpatterns,
    *review.urlpatterns,
    *extract.urlpatterns,
    *memory.urlpatterns,
    *stacks.urlpatterns,
    *research.urlpatterns,
    *cases.urlpatterns,
    *activity.urlpatterns,
    path("pieces", show_pieces, name="pieces"),
    path("<path:rest>", show_missing, name="missing"),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="web:home")),
    path("favicon.ico", RedirectView.as_view(url=static("web/icon.svg"))),
    path("embed.js", serve_embed_script, name="embed"),
    path("app/", include(pages)),
]
