"""An address under /app/ that leads nowhere."""

from django.http import HttpResponse

from pramana.web.access import PageRequest, page
from pramana.web.errors import not_found


@page()
def show(request: PageRequest, rest: str) -> HttpResponse:
    return not_found(request)
