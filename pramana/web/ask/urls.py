"""Addresses of the Ask pages."""

from django.urls import path

from pramana.web.ask.views import delete_conversation, show_conversation, show_source, show_turn

urlpatterns = [
    path("ask", show_conversation, name="ask"),
    path("ask/<uuid:session_id>", show_conversation, name="ask-session"),
    path("ask/<uuid:session_id>/forget", delete_conversation, name="ask-forget"),
    path("ask/exchange/<uuid:request_id>", show_turn, name="ask-turn"),
    path("ask/source/<uuid:document_id>", show_source, name="ask-place"),
]
