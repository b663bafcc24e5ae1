"""Addresses of the home page."""

from django.urls import path

from pramana.web.home.views import open_guide_step, show_home

urlpatterns = [
    path("", show_home, name="home"),
    path("story/<str:step>", open_guide_step, name="home-look"),
]
