"""Addresses of cases."""

from django.urls import path

from pramana.web.cases.views import create_case, show_case, show_cases

urlpatterns = [
    path("cases", show_cases, name="cases"),
    path("cases/open", create_case, name="cases-open"),
    path("cases/<uuid:case_id>", show_case, name="cases-case"),
]
