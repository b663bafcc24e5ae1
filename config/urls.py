"""The URLs of the Django admin, the pages and every API."""

from django.contrib import admin
from django.urls import include, path

admin.autodiscover()

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("pramana.web.urls")),
    path("", include("pramana.api.urls")),
]

handler403 = "pramana.web.errors.forbidden"
handler404 = "pramana.web.errors.not_found"
handler500 = "pramana.web.errors.server_error"
