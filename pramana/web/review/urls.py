"""Addresses of reviews."""

from django.urls import path

from pramana.web.review.session import show_claims, show_marks, show_session, show_window
from pramana.web.review.views import (
    add_documents,
    apply_changes,
    finish_review,
    remove_review,
    restart_review,
    show_reviews,
    start_reviews,
)

urlpatterns = [
    path("review", show_reviews, name="review"),
    path("review/add", add_documents, name="review-add"),
    path("review/start", start_reviews, name="review-start"),
    path("review/<uuid:session_id>", show_session, name="review-session"),
    path("review/<uuid:session_id>/claims", show_claims, name="review-claims"),
    path("review/<uuid:session_id>/window", show_window, name="review-window"),
    path("review/<uuid:session_id>/marks", show_marks, name="review-marks"),
    path("review/<uuid:session_id>/finish", finish_review, name="review-finish"),
    path("review/<uuid:session_id>/apply", apply_changes, name="review-apply"),
    path("review/<uuid:session_id>/restart", restart_review, name="review-restart"),
    path("review/<uuid:session_id>/delete", remove_review, name="review-delete"),
]
