"""Addresses of search."""

from django.urls import path

from pramana.web.search.quick import show_quick_search
from pramana.web.search.views import show_search

urlpatterns = [
    path("search", show_search, name="search"),
    path("everything", show_quick_search, name="everything"),
]
