"""The addresses: the operators' admin, pages, and every API."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("pramana.web.urls")),
    path("", include("pramana.api.urls")),
]
