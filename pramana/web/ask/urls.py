"""Addresses of the Ask pages."""

from django.urls import path

from pramana.web.ask.conversations import (
    delete_conversation,
    download_conversation,
    download_shared,
    judge_turn,
    pin_conversation,
    rename_conversation,
    share_conversation,
    show_shared,
)
from pramana.web.ask.views import show_conversation, show_source, show_turn

urlpatterns = [
    path("ask", show_conversation, name="ask"),
    path("ask/<uuid:session_id>", show_conversation, name="ask-session"),
    path("ask/<uuid:session_id>/forget", delete_conversation, name="ask-forget"),
    path("ask/<uuid:session_id>/rename", rename_conversation, name="ask-rename"),
    path("ask/<uuid:session_id>/pin", pin_conversation, name="ask-pin"),
    path("ask/<uuid:session_id>/share", share_conversation, name="ask-share"),
    path(
        "ask/<uuid:session_id>/conversation.<report_format:kind>",
        download_conversation,
        name="ask-export",
    ),
    path("ask/shared/<uuid:share_id>", show_shared, name="ask-shared"),
    path(
        "ask/shared/<uuid:share_id>/conversation.<report_format:kind>",
        download_shared,
        name="ask-shared-export",
    ),
    path("ask/exchange/<uuid:request_id>", show_turn, name="ask-turn"),
    path("ask/exchange/<uuid:request_id>/judge", judge_turn, name="ask-judge"),
    path("ask/source/<uuid:document_id>", show_source, name="ask-place"),
]
