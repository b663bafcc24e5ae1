"""The pages' addresses: everything people see is under /app/, and / redirects there.

The addresses of an area are at the end of its `views.py`.
"""

from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from pramana.web.activity import views as activity
from pramana.web.ask import views as ask
from pramana.web.cases import views as cases
from pramana.web.extract import views as extract
from pramana.web.home import views as home
from pramana.web.library import views as library
from pramana.web.memory import views as memory
from pramana.web.registry import views as registry
from pramana.web.research import views as research
from pramana.web.review import views as review
from pramana.web.search import views as search
from pramana.web.settings import views as settings
from pramana.web.sources import views as sources
from pramana.web.stacks import views as stacks
from pramana.web.views import serve_embed_script, show_missing, show_pieces
from pramana.web.webhooks import views as webhooks

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
